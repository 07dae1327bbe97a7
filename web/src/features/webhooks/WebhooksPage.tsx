import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Plus, Webhook as WebhookIcon } from 'lucide-react';
import { useState } from 'react';
import { api } from '@/api/client';
import { queryKeys } from '@/api/queryKeys';
import { translate } from '@/api/serverTexts';
import { AdminsOnly } from '@/session/rights';
import { useAction, useActionWithToast } from '@/shared/forms/useAction';
import { lazyPart } from '@/shared/loading/lazyPart';
import { useUrlParams } from '@/shared/navigation/useUrlParams';
import { notify } from '@/shared/toast';
import { Button } from '@/shared/ui/buttons/Button';
import { ActionDialog } from '@/shared/ui/overlays/Dialog';
import { PageHeader } from '@/shared/ui/page/PageHeader';
import { Badge } from '@/shared/ui/records/Badge';
import { Card } from '@/shared/ui/records/Card';
import { EmptyState } from '@/shared/ui/states/EmptyState';
import { FailedQuery } from '@/shared/ui/states/ErrorState';
import { Skeleton } from '@/shared/ui/states/Skeleton';
import { Note } from '@/shared/ui/text/Note';
import { RelativeTime } from '@/shared/ui/text/RelativeTime';
import { ShownOnce } from '@/shared/ui/text/ShownOnce';
import { messages } from './messages';
import styles from './Webhooks.module.css';
import { hostOf, inWords, type NewWebhook, type Webhook, webhooksQuery } from './webhooks';

const WebhookDialog = lazyPart(() => import('./WebhookDialog'));
const Deliveries = lazyPart(() => import('./Deliveries'));

/** The addresses that are told of changes, for administrators. */
export function WebhooksPage() {
  return (
    <AdminsOnly title={messages.title}>
      <Webhooks />
    </AdminsOnly>
  );
}

function Webhooks() {
  const webhooks = useQuery(webhooksQuery);
  const { data, isError } = webhooks;
  const { params } = useUrlParams();
  const [isAdding, setIsAdding] = useState(false);
  const [added, setAdded] = useState<NewWebhook>();
  const addButton = (
    <Button variant="primary" icon={<Plus aria-hidden />} onClick={() => setIsAdding(true)}>
      {messages.add}
    </Button>
  );
  return (
    <>
      <PageHeader title={messages.title} actions={data && data.length > 0 && addButton} />
      {added?.secret && (
        <div className={styles.secret}>
          <ShownOnce
            title={messages.secretOf(hostOf(added.url))}
            text={added.secret}
            what={messages.secret}
            note={messages.once}
          />
        </div>
      )}
      {isError && !data ? (
        <FailedQuery query={webhooks} message={messages.notLoaded} />
      ) : !data ? (
        <Card>
          <Skeleton height="8rem" />
        </Card>
      ) : data.length === 0 ? (
        <EmptyState icon={<WebhookIcon />} title={messages.none} text={messages.noneText} action={addButton} />
      ) : (
        <>
          <p className={styles.intro}>{messages.text}</p>
          <ul className={styles.list}>
            {data.map((webhook) => (
              <Row key={webhook.id} of={webhook} isMeant={webhook.id === params.get('webhook')} />
            ))}
          </ul>
        </>
      )}
      {isAdding && <WebhookDialog onAdded={setAdded} onClose={() => setIsAdding(false)} />}
    </>
  );
}

/** Shows the webhook that the address names, where there are many. */
function bringIntoView(row: HTMLLIElement | null): void {
  row?.scrollIntoView({ block: 'nearest' });
}

interface RowProps {
  of: Webhook;
  /** Whether the address names it: a notification leads here. */
  isMeant: boolean;
}

function Row({ of: webhook, isMeant }: RowProps) {
  const { id, url, events, isEnabled, owner, failingSince, offReason, offReasonText, version } = webhook;
  const client = useQueryClient();
  const [opened, setOpened] = useState<'edit' | 'deliveries' | 'removal'>();
  const close = () => setOpened(undefined);
  const refresh = () => client.invalidateQueries({ queryKey: queryKeys.webhooks });

  const turn = useActionWithToast(async () => {
    await api.put('/webhook', { body: { id, version, url, events, isEnabled: !isEnabled } });
    notify.success(isEnabled ? messages.switchedOff : messages.switchedOn);
    await refresh();
  });
  const remove = useAction(async () => {
    await api.delete('/webhook', { body: { id } });
    notify.success(messages.removed);
    await refresh();
  });
  const labelled = (verb: string) => ({ 'aria-label': messages.labelOf(verb, url), children: verb });

  return (
    <li {...(isMeant && { ref: bringIntoView, 'aria-current': true })}>
      <Card className={isMeant ? styles.meant : undefined}>
        <div className={styles.head}>
          <code>{url}</code>
          {!isEnabled ? (
            <Badge tone="neutral">{messages.off}</Badge>
          ) : failingSince ? (
            <Badge tone="bad">{messages.failing}</Badge>
          ) : (
            <Badge tone="good">{messages.on}</Badge>
          )}
        </div>
        <ul className={styles.events} aria-label={messages.events}>
          {events.map((event) => (
            <li key={event}>
              <Badge tone="neutral">{inWords(event)}</Badge>
            </li>
          ))}
        </ul>
        {offReason && <p>{translate(offReason, offReasonText)}</p>}
        {isEnabled && failingSince && (
          <p>
            {messages.failingSince} <RelativeTime at={failingSince} />
          </p>
        )}
        <Note>
          {messages.owner} <span dir="auto">{owner.displayName}</span>
        </Note>
        <div className={styles.actions}>
          <Button {...labelled(messages.deliveries)} onClick={() => setOpened('deliveries')} />
          <Button {...labelled(messages.edit)} onClick={() => setOpened('edit')} />
          <Button
            {...labelled(isEnabled ? messages.switchOff : messages.switchOn)}
            busy={turn.status === 'in progress'}
            onClick={() => void turn.run()}
          />
          <Button variant="quiet" {...labelled(messages.remove)} onClick={() => setOpened('removal')} />
        </div>
      </Card>
      {opened === 'edit' && <WebhookDialog of={webhook} onAdded={close} onClose={close} />}
      {opened === 'deliveries' && <Deliveries of={webhook} onClose={close} />}
      {opened === 'removal' && (
        <ActionDialog
          title={messages.removing(hostOf(url))}
          message={messages.removingText}
          verb={messages.removeVerb}
          danger
          action={remove}
          onClose={close}
        />
      )}
    </li>
  );
}
