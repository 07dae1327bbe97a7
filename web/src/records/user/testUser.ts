import type { User } from './record';

export const ann: User = {
  email: 'ann@example.com',
  displayName: 'Ann',
  firstName: null,
  lastName: null,
  phoneNumber: null,
  gender: 0,
  address: null,
  isAdmin: false,
  photoUrl: null,
  status: 0,
  disableReason: 0,
  hasPassword: true,
  hasSecondFactor: false,
  hasSignOn: false,
  isErased: false,
  createdAt: '2026-11-14T10:00:00Z',
  version: 3,
};
