import { isolate } from '@/shared/format/text';

export const messages = {
  moderators: 'Moderators',
  none: 'No moderators yet',
  noneText: {
    company: 'Moderators see this company and, by their role, work on it.',
    project: 'Moderators see this project and, by their role, work on it.',
  },
  name: 'Name',
  role: 'Role',
  details: 'Details',
  actions: 'Actions',
  fromCompany: 'from the company',
  /** What each role allows, by its number. */
  allows: [
    'Sees everything except cost, and changes nothing.',
    'Sees everything, also cost. Edits it and its projects, products and subscriptions, and manages all moderators.',
    'Sees everything, also cost. Edits it and its projects, products and subscriptions, and manages moderators other than Owners.',
    'Sees everything except cost. Edits and cancels subscriptions.',
    'Sees everything except cost. Sets the status and details of products.',
    'Sees everything except cost. Sets the status and details of products.',
  ] as readonly string[],
  add: 'Add moderator',
  create: 'New moderator',
  moderator: 'Moderator',
  isAlready: (name: string) => `${isolate(name)} is a moderator already.`,
  isNow: (name: string) => `${isolate(name)} is a moderator now.`,
  edit: (name: string) => `Edit ${name}`,
  editing: (name: string) => `Editing Moderator: ${isolate(name)}`,
  remove: (name: string) => `Remove ${name}`,
  removing: (name: string) => `Removing Moderator: ${isolate(name)}`,
  removingQuestion: 'Are you sure you want to remove this moderator?',
  isBack: (name: string) => `${isolate(name)} is back.`,
};
