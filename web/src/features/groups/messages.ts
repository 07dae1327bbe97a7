import { formatCount } from '@/shared/format/number';
import { isolate } from '@/shared/format/text';

/** The texts of the page on which administrators say which rights groups give. */
export const messages = {
  title: 'Groups',
  text: 'Whoever signs in by single sign-on gets exactly the rights of their groups, and loses those that came from groups they have left. Roles that somebody gave by hand stay.',
  noClaim:
    'Rights by groups need single sign-on that reads groups, which is not set up here: whoever runs the server sets BTRACKER_OIDC_GROUPS to the claim in which your provider names them. Until then nobody gets or loses a right by what you add here.',
  notLoaded: 'An error occurred while loading the rights of groups.',
  none: 'No group gives a right yet',
  noneText: 'Add the first one: a group of your provider, and the role its members get.',
  rights: 'Rights of groups',
  everything: 'Everything',
  add: 'Add right',
  adding: 'Add a right',
  addVerb: 'Add',
  group: 'Group',
  groupHelp: 'As the provider names it, to the letter.',
  noGroup: 'Nobody signed in with such a group yet. You can add it all the same.',
  people: (count: number) => (count === 1 ? 'one person' : `${formatCount(count)} people`),
  right: 'Right',
  administratorHelp: 'May do everything, in all companies; hence no company is asked for.',
  company: 'Company',
  companyHelp:
    'Must not stay empty: the role holds in this company and its projects. Only an administrator is one of all companies.',
  companyRequired: 'Pick a company. Only an administrator is one of all.',
  noCompany: 'No company is called that.',
  isThere: 'This group has a right there already. Remove that one first.',
  remove: (group: string, place: string) => `Remove: ${group}, ${place}`,

  preview: 'Who gets what',
  previewText: 'At their next sign-in, by the groups that they had at the last one.',
  notPreviewed: 'An error occurred while finding out who would get what.',
  given: 'gets',
  taken: 'loses',
  kept: 'keeps',
  line: '{role} in {place}, by the group {group}',
  everywhere: '{role}, by the group {group}',
  noRight: 'A role that was given by hand is higher.',
  andMore: (left: number) => `And ${formatCount(left)} more.`,
  unsaved: 'Not saved yet.',
  save: 'Save',
  discard: 'Discard',
  isSaved: 'Saved. People get these rights when they sign in the next time.',
  isAdded: (group: string) => `${isolate(group)} is added. Save to make it count.`,
};
