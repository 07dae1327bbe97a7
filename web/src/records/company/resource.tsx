import { type AnswerOf, api, type BodyOf, type QueryOf } from '@/api/client';
import { queryKeys } from '@/api/queryKeys';
import { rolesByRight } from '@/api/roles.gen';
import * as rules from '@/api/rules.gen';
import { paths } from '@/paths';
import { pendingBadge } from '@/resource/display';
import { figureNarrowings, figuresField, type Resource, removedFilter } from '@/resource/resource';
import { recordMessages } from '@/shared/recordMessages';
import { messages } from './messages';
import { type Company, company as record } from './record';

export interface CompanyShape {
  record: Company;
  row: AnswerOf<'/company', 'get'>[number];
  input: BodyOf<'/company', 'post'>;
  query: QueryOf<'/company'>;
}

export const companies: Resource<CompanyShape> = {
  ...record,
  keys: { lists: queryKeys.companyLists, one: queryKeys.company },
  param: 'compId',
  countsProjects: true,
  idOf: ({ id }) => id,
  nameOf: ({ name }) => name,
  state: pendingBadge,
  mayEdit: ({ access }) => access.edit,
  needs: { edit: rolesByRight.edit },

  rules: rules.CompanyInput,
  fields: {
    name: { sort: recordMessages.name, isFact: false },
    figures: figuresField,
    supportEmail: { card: { line: 1, isLabelled: true }, form: { width: 'medium' } },
    supportPhone: { card: { line: 2, isLabelled: true }, form: { width: 'medium' } },
    createdAt: { label: recordMessages.created, sort: recordMessages.created },
    details: { table: 'hidden', form: { help: recordMessages.detailsHelp } },
    headAddress: { kind: 'address', label: messages.headAddress, table: 'never' },
  },
  picture: {
    isIcon: true,
    upload: ({ id }, body) => api.put('/company/{id}/photo', { path: { id }, body }),
    remove: ({ id }) => api.delete('/company/{id}/photo', { path: { id } }),
  },
  isStateFirst: true,

  calls: {
    list: (query, signal) => api.list('/company', { query, signal }),
    export: (query, transfer) => api.download('/company/export', { query, ...transfer }),
    read: (id, signal) => api.get('/company/{id}', { path: { id }, signal }),
    create: (body) => api.post('/company', { body }),
    save: ({ id }, input, version) => api.put('/company', { body: { data: { ...input, id, version } } }),
  },
  filters: [removedFilter],
  narrowingFields: [
    ...figureNarrowings,
    { kind: 'filled', name: 'supportEmail', label: rules.CompanyInput.supportEmail.label },
    { kind: 'filled', name: 'details', label: rules.CompanyInput.details.label },
  ],
  empty: ({ isAdmin }) =>
    isAdmin
      ? {
          title: messages.none,
          text: messages.noneText,
        }
      : {
          title: messages.noneToSee,
          text: messages.noneToSeeText,
        },
  address: {
    of: ({ headAddress }) => headAddress,
    title: messages.headAddressPage,
    path: paths.companies.address,
    save: ({ id }, version, address) =>
      api.put('/company/address', { body: { id, version, ...(address && { address }) } }),
  },
  removal: {
    may: ({ access }) => access.remove,
    remove: ({ id }) => api.delete('/company', { body: { id } }),
    restore: ({ id }) => api.put('/company/restore', { body: { id } }),
    key: queryKeys.companyDependants,
    dependants: (id, query, signal) => api.get('/company/{id}/dependants', { path: { id }, query, signal }),
    blocker: ({ id, name }) => ({ id, name, to: paths.projects.details(id) }),
    parent: () => paths.companies.list(),
    hasContents: ({ projects }) => projects.length > 0,
    warning: ({ projects }) => projects.length > 0 && <p>{messages.hasProjects}</p>,
    texts: messages.removal,
  },
};
