/** The texts of the first steps, which an administrator of an empty installation sees. */
export const messages = {
  title: 'First steps',
  progress: (done: number, all: number) => `${done} of ${all} done`,
  hide: 'Hide',
  steps: {
    catalogue: {
      title: 'Fill the catalogue',
      text: 'Projects choose their products and subscriptions from a catalogue. First its categories, then the first product or subscription.',
    },
    company: {
      title: 'Add the first company',
      text: 'A company has projects, and moderators who look after them.',
    },
    people: {
      title: 'Invite people',
      text: 'Whoever you add gets a link to set a password, and rights by becoming a moderator.',
    },
    mail: {
      title: 'Set up mail and reminders',
      text: 'No mail server is set up, so nobody gets invitations, reset links or reminders by mail. Whoever runs the server sets BTRACKER_SMTP_URL and BTRACKER_MAIL_FROM. You choose your reminders on your account page.',
    },
  },
  addStarterCategories: 'Add starter categories',
  starterCategories: {
    product: ['Websites', 'Apps', 'Design', 'Hardware'],
    subscription: ['Hosting', 'Domains', 'Software', 'Maintenance'],
  },
  categoriesAdded: 'Starter categories are added. You can rename and remove them.',
  ownCategories: 'Make your own',
  addProduct: 'Add product',
  addSubscription: 'Add subscription',
  addCompany: 'Add company',
  importCompanies: 'Import',
  addUser: 'Add user',
  chooseReminders: 'Choose reminders',
};
