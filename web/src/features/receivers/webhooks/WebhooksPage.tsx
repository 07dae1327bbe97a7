import { useQuery } from '@tanstack/react-query';
import { Webhook as WebhookIcon } from 'lucide-react';
import { useState } from 'react';
import { api } from '@/api/client';
import { queryKeys } from '@/api/queryKeys';
import { AdminsOnly } from '@/session/rights';
import { lazyPart } from '@/shared/loading/lazyPart';
import { ShownOnce } from '@/shared/ui/text/ShownOnce';
import { ReceiverCard, type ReceiverProps, Receivers } from '../Receivers';
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
  const [added, setAdded] = useState<NewWebhook>();
  return (
    <Receivers
      query={webhooks}
      messages={messages}
      icon={<WebhookIcon />}
      param="webhook"
      above={
        added?.secret && (
          <div className={styles.secret}>
            <ShownOnce
              title={messages.secretOf(hostOf(added.url))}
              text={added.secret}
              what={messages.secret}
              note={messages.once}
            />
          </div>
        )
      }
      Row={Row}
      renderDialog={(close) => <WebhookDialog onAdded={setAdded} onClose={close} />}
    />
  );
}

function Row({ of: webhook, isMeant }: ReceiverProps<Webhook>) {
  const { id, url, events, version } = webhook;
  const [seesDeliveries, setSeesDeliveries] = useState(false);
  return (
    <ReceiverCard
      of={webhook}
      isMeant={isMeant}
      messages={messages}
      name={url}
      shortName={hostOf(url)}
      heading={<code className={styles.url}>{url}</code>}
      eventInWords={inWords}
      ownAction={{ verb: messages.deliveries, run: () => setSeesDeliveries(true) }}
      queryKey={queryKeys.webhooks}
      turn={(isEnabled) => api.put('/webhook', { body: { id, version, url, events, isEnabled } })}
      remove={() => api.delete('/webhook', { body: { id } })}
      renderDialog={(close) => <WebhookDialog of={webhook} onAdded={close} onClose={close} />}
      panel={seesDeliveries && <Deliveries of={webhook} onClose={() => setSeesDeliveries(false)} />}
    />
  );
}
