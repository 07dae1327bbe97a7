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
