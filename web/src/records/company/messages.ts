export const messages = {
  headAddress: 'Head Address',
  headAddressPage: 'Head address',
  namesake: 'There is already a company named {name}.',
  none: 'No companies yet',
  noneText: 'The companies you work for, with their moderators and projects, are kept here.',
  noneToSee: 'No company you may see',
  noneToSeeText: 'You are not a moderator of any company. An administrator or an owner can add you.',
  hasProjects: 'It has projects: it stays, pending, until they are removed.',
  owner: 'Owner',
  ownerHelp: 'Who looks after it, by e-mail address. More moderators can be added later.',
  saveAndAddProject: 'Save and add project',
  removal: {
    blocked: 'Must Remove Projects First',
    unused: 'No project belongs to this company any more.',
    until: 'It is gone once no project belongs to it',
    left: ['project is', 'projects are'] as [one: string, many: string],
  },
};
