import { Link } from 'react-router';
import { type AnswerOf, api, type BodyOf, type QueryOf } from '@/api/client';
import { productStatus } from '@/api/enumerations';
import { queryKeys } from '@/api/queryKeys';
import { rolesByRight } from '@/api/roles.gen';
import * as rules from '@/api/rules.gen';
import { paths } from '@/paths';
import { pendingBadge } from '@/resource/display';
import { figureNarrowings, figuresField, type Resource, removedFilter } from '@/resource/resource';
import { formatInstantDay } from '@/shared/format/date';
import { formatMoney } from '@/shared/format/money';
import { recordMessages } from '@/shared/recordMessages';
import { messages } from './messages';
import { type Project, project as record } from './record';
import styles from './resource.module.css';

export interface ProjectShape {
  record: Project;
  row: AnswerOf<'/project', 'get'>[number];
  input: BodyOf<'/project', 'post'>;
  query: QueryOf<'/project'>;
  access: Project['access'];
}

export const projects: Resource<ProjectShape> = {
  ...record,
  keys: { lists: queryKeys.projectLists, one: queryKeys.project },
  param: 'projId',
  idOf: ({ id }) => id,
  nameOf: ({ name }) => name,
  state: pendingBadge,
  mayEdit: ({ access }) => access.edit,
  needs: { add: rolesByRight.edit, edit: rolesByRight.edit, remove: rolesByRight.edit },
  trail: ({ access, companyId, companyName }) => [
    { label: companyName, ...(access.seeCompany && { to: paths.companies.details(companyId) }) },
  ],

  rules: rules.ProjectInput,
  fields: {
    // A project stays with its company.
    companyId: { isFact: false, table: 'never', form: { isFixed: true } },
    name: { sort: recordMessages.name, isFact: false },
    companyName: {
      label: messages.company,
      card: { line: 1 },
      show: (project) => <CompanyLink of={project} />,
    },
    figures: figuresField,
    createdAt: {
      label: recordMessages.created,
      sort: recordMessages.created,
      card: { line: 2, text: ({ createdAt }) => messages.createdOn(formatInstantDay(createdAt)) },
    },
    products: {
      kind: 'related',
      label: messages.productsOnce,
      table: 'never',
      show: ({ products }) => <Totals items={products} />,
    },
  },
  picture: { isIcon: true },

  calls: {
    list: (query, signal) => api.list('/project', { query, signal }),
    export: (query, transfer) => api.download('/project/export', { query, ...transfer }),
    read: (id, signal) => api.get('/project/{id}', { path: { id }, signal }),
    create: (body) => api.post('/project', { body }),
    save: ({ id }, { companyId: _stays, ...input }, version) =>
      api.put('/project', { body: { id, ...input, version } }),
  },
  filters: [removedFilter],
  narrowingFields: [...figureNarrowings, { kind: 'filled', name: 'responsible', label: messages.responsible }],
  narrowing: {
    params: ['company', 'status', 'ending'],
    read: (params) => {
      const status = params.get('status') ?? '';
      const ending = params.get('ending') ?? '';
      return {
        CompanyId: params.get('company') ?? '',
        ProductStatus: statuses.includes(status) ? status : '',
        EndingSoon: ending === 'soon',
        EndingWeek: isDay(ending) ? ending : '',
      };
    },
  },
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
  removal: {
    may: ({ access }) => access.remove,
    remove: ({ id }) => api.delete('/project', { body: { id } }),
    restore: ({ id }) => api.put('/project/restore', { body: { id } }),
    key: queryKeys.projectDependants,
    dependants: (id, query, signal) => api.get('/project/{id}/dependants', { path: { id }, query, signal }),
    blocker: ({ kind, id, name }, project) => ({
      id,
      name,
      to: paths.projects[kind === 'projectProduct' ? 'product' : 'subscription'](project.id, id),
    }),
    // A user who moderates the project alone can not open the company's page.
    parent: ({ access, companyId }) => (access.seeCompany ? paths.companies.details(companyId) : paths.projects.list()),
    needs: messages.needsCompany,
    hasContents: ({ subscriptions, products }) => subscriptions.length + products.length > 0,
    warning: ({ subscriptions, products }) =>
      subscriptions.length + products.length > 0 && <p>{messages.hasItems(subscriptions.length, products.length)}</p>,
    texts: messages.removal,
  },
};

const statuses: string[] = Object.values(productStatus).map(String);

/** What stands in an address may be anything. */
function isDay(text: string): boolean {
  return /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text));
}

/** The company of a project, with a link for those who may open it. */
export function CompanyLink({ of: { companyId, companyName, access } }: { of: Project }) {
  return access.seeCompany ? <Link to={paths.companies.details(companyId)}>{companyName}</Link> : companyName;
}

interface Priced {
  price: number;
  cost: number | null;
}

function Totals({ items }: { items: Priced[] }) {
  const price = formatMoney(sum(items.map((item) => item.price)));
  const costs = items.map(({ cost }) => cost).filter((cost) => cost !== null);
  if (costs.length === 0) return messages.price(price);
  return (
    <>
      <span className={styles.amount}>{messages.priceAnd(price)}</span>{' '}
      <span className={styles.amount}>{messages.cost(formatMoney(sum(costs)))}</span>
    </>
  );
}

/** In whole cents: fractions of dollars do not add up exactly. */
function sum(amounts: number[]): number {
  return amounts.reduce((cents, amount) => cents + Math.round(amount * 100), 0) / 100;
}
