import { Box } from 'lucide-react';
import { api } from '@/api/client';
import type { Kind } from '@/records';
import { recordMessages } from '@/shared/recordMessages';
import { pendingBadge } from './display';
import { figureNarrowings, figuresField, type Resource, removedFilter } from './resource';

/** A record that no server knows, for the tests of what all records have in common. */
interface Crate {
  id: string;
  name: string;
  contact: string | null;
  phone: string | null;
  figures?: object | null;
  isRemoved: boolean;
  removedAt: string | null;
  createdAt: string;
  version: number;
}

interface CrateShape {
  record: Crate;
  row: Crate;
  input: Pick<Crate, 'name' | 'contact' | 'phone'>;
  query: object;
}

/** The client is typed by the contract, which has no crates. */
const crate = '/crate' as '/company';

const rules = {
  name: { label: 'Name', checks: [] },
  contact: { label: 'Contact', checks: [] },
  phone: { label: 'Phone', checks: [] },
};

const path = (name = '') => `/crates${name && `/${name}`}`;

export const crates: Resource<CrateShape> = {
  kind: 'crate' as Kind,
  noun: { one: 'crate', many: 'crates', title: 'Crates' },
  Icon: Box,
  fieldKinds: { name: 'text', contact: 'email', phone: 'phone' },
  identity: 'name',
  pathOf: ({ id }) => path(id),
  parentPathOf: () => path(),
  hasAttachments: false,
  list: null,
  adding: null,
  import: null,
  search: null,
  bulk: null,
  keys: { lists: ['crates', 'list'], one: (id) => ['crates', 'one', id] },
  paths: { list: () => path(), create: () => path('new'), details: path, edit: (id) => path(`${id}/edit`) },
  param: 'crateId',
  countsProjects: true,
  idOf: ({ id }) => id,
  nameOf: ({ name }) => name,
  state: pendingBadge,
  mayEdit: () => true,
  rules,
  fields: {
    name: { sort: recordMessages.name, isFact: false },
    figures: figuresField,
    contact: { card: { line: 1, isLabelled: true } },
    phone: { card: { line: 2, isLabelled: true } },
    createdAt: { label: recordMessages.created, sort: recordMessages.created },
  },
  picture: { isIcon: true },
  calls: {
    list: (query, signal) => api.list(crate, { query, signal }) as never,
    export: (query, transfer) => api.download('/crate/export' as '/company/export', { query, ...transfer }),
    read: (id, signal) => api.get('/crate/{id}' as '/company/{id}', { path: { id }, signal }) as never,
    create: (body) => api.post(crate, { body: body as never }) as never,
    save: (_, body) => api.put(crate, { body: body as never }) as never,
  },
  filters: [removedFilter],
  narrowingFields: [...figureNarrowings, { kind: 'filled', name: 'contact', label: rules.contact.label }],
  empty: () => ({ title: 'No crates yet', text: 'Crates are kept here.' }),
};

export const box: Crate = {
  id: 'c1',
  name: 'Box',
  contact: null,
  phone: null,
  isRemoved: false,
  removedAt: null,
  createdAt: '2026-11-14T10:00:00Z',
  version: 3,
};
