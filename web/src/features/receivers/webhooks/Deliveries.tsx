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
  {
    header: messages.event,
    lead: true,
    cell: ({ at, event }) => (
      <>
        {inWords(event)}
        <Note>
          <RelativeTime at={at} />
        </Note>
      </>
    ),
  },
  { header: messages.answer, grow: true, lead: true, cell: (delivery) => <Answer of={delivery} /> },
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

/** The last answer, after how many attempts, and when the next one is made. */
function Answer({ of: { status, error, errorText, attempts, nextAt } }: { of: Delivery }) {
  return (
    <>
      {attempts > 0 && (
        <>
          <Badge tone={arrived(status) ? 'good' : 'bad'}>{status ?? messages.noAnswer}</Badge>{' '}
          {error && <Note as="span">{translate(error, errorText)}</Note>}
        </>
      )}
      <Note>
        {messages.attempts(attempts)}
        {nextAt && (
          <>
            {' · '}
            {messages.next} <RelativeTime at={nextAt} />
          </>
        )}
      </Note>
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
