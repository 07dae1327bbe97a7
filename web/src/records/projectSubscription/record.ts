import { CalendarClock } from 'lucide-react';
import { paths } from '@/paths';
import { nouns } from '@/records/messages';
import { type Project, projectPage } from '@/records/project/record';
import type { FieldKind, FieldKinds, RecordKind } from '@/records/record';

export const projectSubscription = {
  kind: 'projectSubscription',
  noun: nouns.projectSubscription,
  Icon: CalendarClock,
  fieldKinds: {
    startAt: 'day',
    endAt: 'day',
    autoRenew: 'yesNo',
    noticeDays: 'number',
    price: 'money',
    cost: 'money',
    isCanceled: 'yesNo',
    cancelationReason: 'longText',
    details: 'longText',
    runsFrom: 'day',
    // Of what is planned, as the history names it.
    plannedPrice: 'money',
    plannedFrom: 'day',
  } satisfies FieldKinds<Project['subscriptions'][number]> & Record<'plannedPrice' | 'plannedFrom', FieldKind>,
  identity: 'subscriptionId',
  pathOf: ({ id, projectId }) => (projectId ? paths.projects.subscription(projectId, id) : undefined),
  parentPathOf: projectPage,
  hasAttachments: true,
  list: {
    path: paths.app.renewals,
    all: 'preset=all',
    views: {
      params: {
        CompanyId: 'company',
        ProjectId: 'project',
        SubscriptionId: 'item',
        CategoryName: 'category',
        Responsible: 'person',
        EndFrom: 'from',
        EndTo: 'to',
        CancelFrom: 'cancelFrom',
        CancelTo: 'cancelTo',
        At: 'at',
      },
      days: ['from', 'to', 'cancelFrom', 'cancelTo'],
      more: (call) => [['preset', presetOf(call)]],
    },
  },
  // They are added on the page of their project.
  adding: null,
  import: { forAdmins: false },
  search: { Icon: CalendarClock, note: 'parent' },
  bulk: { renew: 'all', reprice: 'all', setRenewal: 'all', setField: 'all', cancel: 'all', remove: 'all' },
} satisfies RecordKind;

/** The choice of the renewals that comes closest. */
function presetOf(call: URLSearchParams): string {
  const { Losing, State } = Object.fromEntries(call);
  if (Losing === 'true') return 'losing';
  return State === 'ended' ? 'overdue' : 'all';
}
