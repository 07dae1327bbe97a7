import type { Company } from './record';

export const acme: Company = {
  id: 'c1',
  name: 'Acme',
  details: null,
  supportEmail: null,
  supportPhone: null,
  headAddress: null,
  own: {},
  moderators: [
    {
      id: 'm1',
      companyId: 'c1',
      userEmail: 'ann@example.com',
      role: 1,
      details: null,
      createdAt: '2026-11-14T10:00:00Z',
      version: 1,
      moderator: { displayName: 'Ann', email: 'ann@example.com', phoneNumber: null, status: 0 },
    },
  ],
  projects: [],
  isRemoved: false,
  removedAt: null,
  createdAt: '2026-11-14T10:00:00Z',
  photoUrl: null,
  version: 3,
  access: { edit: true, manageModerators: true, assignableRoles: [0, 1, 2, 3, 4, 5], remove: true },
};
