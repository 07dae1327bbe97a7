/** The texts of a history that is still to be loaded; every page of a record has its place. */
export const placeMessages = {
  /** What was done, as a choice. */
  actions: {
    create: 'Added',
    edit: 'Changed',
    address: 'Address changed',
    photo: 'Photo changed',
    remove: 'Removed',
    restore: 'Restored',
    cancel: 'Canceled',
    disable: 'Disabled',
    enable: 'Enabled',
    invite: 'Invited',
    renew: 'Renewed',
    end: 'Ended',
    password: 'Password set',
    undo: 'Undone',
    erase: 'Erased',
  },
  history: 'History',
  changedBy: 'Changed by',
  programName: 'btracker',
};

export type Action = keyof typeof placeMessages.actions;
