/** What users are, and what they are told who may not do something. */
export const rightsMessages = {
  administrator: 'Administrator',
  moderator: 'Moderator',
  user: 'User',
  adminsOnly: 'Only administrators work here',
  adminsOnlyText: 'Your own name, photo and password are on your account page, behind your name in the navigation.',
  notAllowed: 'Your role does not allow this',
  notAllowedText: (roles: readonly string[]) =>
    `You can see this, but changing it needs ${rightsMessages.neededRole(roles)}. An owner or an administrator can give you another role.`,
  neededRole: (roles: readonly string[]): string =>
    roles.length > 0
      ? `the role ${new Intl.ListFormat('en', { type: 'disjunction' }).format(roles)}`
      : 'an administrator',
};
