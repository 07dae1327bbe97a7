export const messages = {
  notifications: 'Notifications',
  unreadOnly: 'Unread only',
  notLoaded: 'The notifications could not be loaded.',
  allViewed: 'You have viewed everything',
  none: 'No notifications yet',
  noneText: 'Subscriptions that end, renew or are canceled are announced here.',
  date: 'Date',
  title: 'Title',
  description: 'Description',
  isNew: 'New: ',
  markAllViewed: 'Mark all as viewed',
  subscriptionRemoved: 'This subscription was removed.',
};
