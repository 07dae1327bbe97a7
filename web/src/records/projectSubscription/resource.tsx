import { Ban, Repeat } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { api, type BodyOf } from '@/api/client';
import { valuesFor } from '@/api/rules';
import * as rules from '@/api/rules.gen';
import { paths } from '@/paths';
import type { Project } from '@/records/project/record';
import type { ProjectItems } from '@/records/projectItem/items';
import { NameCell } from '@/records/projectItem/items';
import { messages } from '@/records/projectItem/messages';
import { formatDaysUntil } from '@/shared/format/date';
import { formatMoney } from '@/shared/format/money';
import { lazyPart } from '@/shared/loading/lazyPart';
import { useMinute } from '@/shared/loading/timing';
import { recordMessages } from '@/shared/recordMessages';
import { Button } from '@/shared/ui/buttons/Button';
import { Amount } from '@/shared/ui/records/Amount';
import { DateText } from '@/shared/ui/text/RelativeTime';
import { betweenFields, dayOf, endOfTerm, lengthOf, localDayOf, periodOf, termInWords } from './period';
import { priceRules } from './priceRules';
import { projectSubscription as record } from './record';
import { SubscriptionBadge } from './StateBadge';
import { type ProjectSubscription, runs } from './state';
import { TermActions } from './TermActions';

const CancelSubscription = lazyPart(() => import('./CancelSubscription'));

type Attached = BodyOf<'/project/subscription', 'post'>;

/** What the form of a running one asks besides, if its price changes. */
interface PriceBegin {
  priceWhen?: 'now' | 'renewal' | 'day' | null;
  priceFrom?: string | null;
}

interface ProjectSubscriptionShape {
  record: ProjectSubscription;
  row: ProjectSubscription;
  /** Days, where the server keeps instants. */
  input: Pick<Attached, 'subscriptionId' | 'startAt' | 'endAt' | 'autoRenew' | 'noticeDays' | 'price' | 'details'>;
  query: object;
  access: Project['access'];
}

const { subscriptionId, startAt, endAt, noticeDays, price, details } = rules.ProjectSubscriptionInput;

export const projectSubscriptions: ProjectItems<ProjectSubscriptionShape> = {
  ...record,
  catalogue: 'subscription',
  ...messages.subscriptions,
  Icon: Repeat,
  param: 'subId',
  paths: {
    create: paths.projects.newSubscription,
    details: paths.projects.subscription,
    edit: paths.projects.editSubscription,
  },
  editRight: 'editSubscriptions',
  upkeepRight: 'editSubscriptions',
  isCommand: true,
  of: ({ subscriptions }) => subscriptions,
  nameOf: ({ subscription }) => subscription.name,
  state: (item) => <SubscriptionBadge subscription={item} />,
  renderActions: (item, access) =>
    access.editSubscriptions &&
    !item.isCanceled && (
      <>
        <TermActions subscription={item} />
        <CancelButton subscription={item} />
      </>
    ),

  rules: {
    subscriptionId,
    startAt,
    endAt: { ...endAt, checks: [...endAt.checks, ...betweenFields] },
    autoRenew: { label: messages.autoRenew, checks: [] },
    noticeDays: { ...noticeDays, label: recordMessages.noticeDays },
    price,
    details,
  },
  rulesOfEdit: priceRules,
  fields: {
    subscriptionId: {
      show: (item) => <Link to={paths.subscriptions.details(item.subscriptionId)}>{item.subscription.name}</Link>,
      column: {
        header: recordMessages.name,
        lead: true,
        cell: ({ id, projectId, subscription }) => (
          <NameCell
            kind="projectSubscription"
            id={id}
            to={paths.projects.subscription(projectId, id)}
            item={subscription}
          />
        ),
      },
      form: { isFixed: true },
    },
    subscription: { kind: 'related', label: messages.category, show: ({ subscription }) => subscription.categoryName },
    isCanceled: {
      label: messages.state,
      isFact: false,
      column: { narrow: true, lead: true, cell: (item) => <SubscriptionBadge subscription={item} /> },
    },
    startAt: {
      column: { header: messages.start, narrow: true },
      form: { width: 'medium', help: messages.startHelp },
    },
    endAt: {
      show: (item) => <EndText subscription={item} />,
      column: { header: messages.end, narrow: true },
      form: { width: 'medium', help: messages.endHelp },
    },
    autoRenew: { form: { help: messages.autoRenewHelp } },
    noticeDays: { form: { help: messages.noticeHelp } },
    createdAt: { label: recordMessages.created },
    price: {
      show: (item) => ofTerm(item, item.price),
      column: { header: messages.termPrice, numeric: true, narrow: true, cell: ({ price }) => formatMoney(price) },
    },
    cost: {
      label: messages.itemCost,
      needs: { see: 'seeCost' },
      isShown: (item) => item.cost !== null,
      show: (item) => ofTerm(item, item.cost),
      column: { header: messages.termCost, numeric: true, narrow: true, cell: ({ cost }) => <Amount value={cost} /> },
    },
    cancelationReason: {
      label: messages.cancelationReason,
      isCopied: false,
      // A plan may have it end with its period, for a reason.
      isShown: ({ isCanceled, cancelationReason }) => isCanceled || cancelationReason !== null,
    },
    details: { form: { help: recordMessages.detailsHelp } },
  },
  blank: () => {
    const today = localDayOf(new Date());
    return {
      subscriptionId: '',
      startAt: today,
      endAt: endOfTerm(today, 'year') ?? today,
      autoRenew: false,
      noticeDays: null,
      price: null,
      details: null,
    };
  },
  valuesOf: (item) => ({
    ...valuesFor(projectSubscriptions.rules, item),
    startAt: dayOf(item.startAt),
    endAt: dayOf(item.endAt),
  }),
  attach: (projectId, values) =>
    api.post('/project/subscription', { body: { ...values, ...periodOf(values), projectId } }),
  save: saveSubscription,
};

/** Saves what the form of a stored one asks for. A new price of one that runs counts from the next renewal, unless told otherwise. */
export async function saveSubscription(
  stored: ProjectSubscription,
  values: Partial<ProjectSubscriptionShape['input']> & PriceBegin,
  version: number,
): Promise<object> {
  const edited = { ...projectSubscriptions.valuesOf(stored), ...values };
  const { subscriptionId: _stays, priceWhen, priceFrom, ...all } = edited;
  const { id, projectId } = stored;
  const body = { ...all, ...periodOf(all, stored), id, projectId, version };
  const when = priceWhen || (runs(stored) ? 'renewal' : 'now');
  if (all.price === stored.price || when === 'now') return api.put('/project/subscription', { body });
  const { savePlanned } = await import('./PriceFrom');
  return savePlanned(stored, body, when === 'day' ? `${priceFrom}T00:00:00Z` : null);
}

/** An amount, and for how long it is. */
function ofTerm(item: ProjectSubscription, amount: number | null): string {
  return amount === null ? '–' : messages.forTerm(formatMoney(amount), termInWords(lengthOf(item)));
}

/** The day, and how far it is: what those who look after it ask first. */
function EndText({ subscription }: { subscription: ProjectSubscription }) {
  useMinute();
  return (
    <>
      <DateText at={subscription.endAt} />
      {!subscription.isCanceled && messages.endsIn(formatDaysUntil(subscription.endAt))}
    </>
  );
}

function CancelButton({ subscription }: { subscription: ProjectSubscription }) {
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Button icon={<Ban aria-hidden />} onClick={() => setAsking(true)}>
        {messages.cancelSubscription}
      </Button>
      {asking && <CancelSubscription subscription={subscription} onDone={() => setAsking(false)} />}
    </>
  );
}
