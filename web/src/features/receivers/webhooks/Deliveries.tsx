import { useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '@/api/client';
import { translate } from '@/api/serverTexts';
import { useActionWithToast } from '@/shared/forms/useAction';
import { type Column, Table } from '@/shared/table/Table';
import { notify } from '@/shared/toast';
import { Button } from '@/shared/ui/buttons/Button';
import { Panel } from '@/shared/ui/overlays/Panel';
import { Badge } from '@/shared/ui/records/Badge';
import { EmptyState } from '@/shared/ui/states/EmptyState';
import { FailedQuery } from '@/shared/ui/states/ErrorState';
import { Skeleton } from '@/shared/ui/states/Skeleton';
import { Note } from '@/shared/ui/text/Note';
import { RelativeTime } from '@/shared/ui/text/RelativeTime';
import { messages } from './messages';
import { type Delivery, deliveriesQuery, hostOf, inWords, type Webhook } from './webhooks';

const arrived = (status: number | null) => status !== null && status >= 200 && status < 300;

interface Row extends Delivery {
  webhook: Webhook;
}

const columns: Column<Row>[] = [
  { header: messages.at, narrow: true, cell: ({ at }) => <RelativeTime at={at} /> },
  { header: messages.event, lead: true, cell: ({ event }) => inWords(event) },
  { header: messages.answer, grow: true, cell: (delivery) => <Answer of={delivery} /> },
  { header: messages.attempts, numeric: true, cell: ({ attempts }) => attempts },
  { header: messages.next, narrow: true, cell: ({ nextAt }) => nextAt && <RelativeTime at={nextAt} /> },
  { header: messages.again, quiet: true, cell: (row) => row.webhook.isEnabled && <SendAgain of={row} /> },
];

/** What was sent to a webhook lately, and what came of it. */
export default function Deliveries({ of: webhook, onClose }: { of: Webhook; onClose: () => void }) {
  const deliveries = useQuery(deliveriesQuery(webhook.id));
  const { data, isError } = deliveries;
  return (
    <Panel title={messages.deliveriesOf(hostOf(webhook.url))} onClose={onClose}>
      {isError && !data ? (
        <FailedQuery query={deliveries} message={messages.deliveriesNotLoaded} />
      ) : !data ? (
        <Skeleton height="12rem" />
      ) : data.data.length === 0 ? (
        <EmptyState title={messages.noDeliveries} text={messages.noDeliveriesText} />
      ) : (
        <>
          <Table
            caption={messages.caption}
            columns={columns}
            rows={data.data.map((one) => ({ ...one, webhook }))}
            keyOf={({ id }) => id}
          />
          {data.pagination.totalItems > data.data.length && (
            <Note>{messages.shown(data.data.length, data.pagination.totalItems)}</Note>
          )}
        </>
      )}
    </Panel>
  );
}

function Answer({ of: { status, error, errorText, attempts } }: { of: Delivery }) {
  if (attempts === 0) return null;
  return (
    <>
      <Badge tone={arrived(status) ? 'good' : 'bad'}>{status ?? messages.noAnswer}</Badge>{' '}
      {error && <Note as="span">{translate(error, errorText)}</Note>}
    </>
  );
}

function SendAgain({ of: { id, event, webhook } }: { of: Row }) {
  const client = useQueryClient();
  const send = useActionWithToast(async () => {
    await api.post('/webhook/redeliver', { body: { id } });
    notify.success(messages.resent);
    await client.invalidateQueries(deliveriesQuery(webhook.id));
  });
  return (
    <Button
      variant="quiet"
      aria-label={messages.againOf(inWords(event))}
      busy={send.status === 'in progress'}
      onClick={() => void send.run()}
    >
      {messages.again}
    </Button>
  );
}
