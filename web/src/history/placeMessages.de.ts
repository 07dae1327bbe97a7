import type { Action, placeMessages as english } from './placeMessages';

export type { Action };

export const placeMessages: typeof english = {
  actions: {
    create: 'Hinzugefügt',
    edit: 'Geändert',
    address: 'Adresse geändert',
    photo: 'Foto geändert',
    remove: 'Entfernt',
    restore: 'Wiederhergestellt',
    cancel: 'Gekündigt',
    disable: 'Gesperrt',
    enable: 'Entsperrt',
    invite: 'Eingeladen',
    renew: 'Verlängert',
    end: 'Beendet',
    password: 'Passwort gesetzt',
    undo: 'Rückgängig gemacht',
    erase: 'Personenbezogene Daten gelöscht',
  },
  history: 'Verlauf',
  changedBy: 'Geändert von',
  programName: 'btracker',
};
