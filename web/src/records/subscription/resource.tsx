import { api, type BodyOf } from '@/api/client';
import * as rules from '@/api/rules.gen';
import { paths } from '@/paths';
import {
  type Catalogue,
  categoryName,
  common,
  createdAt,
  details,
  emptyOf,
  type ItemShape,
  keysOf,
  name,
  removalOf,
  status,
} from '@/records/catalogue/catalogue';
import { messages } from '@/records/catalogue/messages';
import type { Subscription } from '@/records/catalogue/record';
import { formatMoney } from '@/shared/format/money';
import { recordMessages } from '@/shared/recordMessages';
import { subscription as record } from './record';

interface SubscriptionShape extends ItemShape {
  record: Subscription;
  row: Subscription;
  input: BodyOf<'/subscription', 'post'>;
}

export const subscriptions: Catalogue<SubscriptionShape> = {
  ...common,
  ...record,
  keys: keysOf('subscription'),
  param: 'subId',
  rules: {
    ...rules.SubscriptionInput,
    noticeDays: { ...rules.SubscriptionInput.noticeDays, label: recordMessages.noticeDays },
  },
  fields: {
    name,
    categoryName: categoryName(paths.subscriptions.list, 3),
    status,
    cost: {
      // Not everyone may see it.
      isShown: ({ cost }) => cost !== null,
      show: ({ cost, costCurrencyName }) => cost !== null && messages.aTerm(`${formatMoney(cost)} ${costCurrencyName}`),
      card: { line: 2, text: ({ cost }) => (cost === null ? [] : messages.costsATerm(formatMoney(cost))) },
      form: { help: messages.costHelp },
    },
    costCurrencyName: { isFact: false, table: 'never', form: { isHidden: true, initial: 'USD' } },
    noticeDays: { form: { help: messages.noticeHelp } },
    createdAt,
    details: { ...details, card: { line: 1 } },
  },
  narrowingFields: [{ kind: 'amounts', name: 'cost', label: rules.SubscriptionInput.cost.label, needsCost: true }],
  calls: {
    list: (query, signal) => api.list('/subscription', { query, signal }),
    export: (query, transfer) => api.download('/subscription/export', { query, ...transfer }),
    read: (id, signal) => api.get('/subscription/{id}', { path: { id }, signal }),
    create: (body) => api.post('/subscription', { body }),
    save: ({ id }, input, version) => api.put('/subscription', { body: { data: { ...input, id, version } } }),
  },
  empty: emptyOf(record.noun),
  removal: removalOf('subscription', () => subscriptions, paths.projects.subscription),
};
