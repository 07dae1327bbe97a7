import { useQuery } from '@tanstack/react-query';
import { MessagesSquare } from 'lucide-react';
import { useState } from 'react';
import { api } from '@/api/client';
import { ApiError, failureText } from '@/api/errors';
import { AdminsOnly } from '@/session/rights';
import { useAction } from '@/shared/forms/useAction';
import { lazyPart } from '@/shared/loading/lazyPart';
import { failsInPlace } from '@/shared/loading/readFailure';
import { Note } from '@/shared/ui/text/Note';
import { ReceiverCard, type ReceiverProps, Receivers } from '../Receivers';
import styles from './Channels.module.css';
import { type Channel, type ChannelAnswer, channelsKey, channelsQuery, inWords } from './channels';
import { messages } from './messages';

const ChannelDialog = lazyPart(() => import('./ChannelDialog'));

/** The channels of chats that are told what happens, for administrators. */
export function ChannelsPage() {
  return (
    <AdminsOnly title={messages.title}>
      <Channels />
    </AdminsOnly>
  );
}

function Channels() {
  return (
    <Receivers
      query={useQuery(channelsQuery)}
      messages={messages}
      icon={<MessagesSquare />}
      param="channel"
      Row={Row}
      renderDialog={(close) => <ChannelDialog onClose={close} />}
    />
  );
}

function Row({ of: channel, isMeant }: ReceiverProps<Channel>) {
  const { id, name, kind, host, events, when, companyName, version } = channel;
  const [answer, setAnswer] = useState<ChannelAnswer>();
  const test = useAction(async () => {
    setAnswer(undefined);
    setAnswer(await api.post('/channel/test', { body: { id } }));
  }, failsInPlace);

  return (
    <ReceiverCard
      of={channel}
      isMeant={isMeant}
      messages={messages}
      name={name}
      heading={
        <strong className={styles.name} dir="auto">
          {name}
        </strong>
      }
      facts={
        <p className={styles.facts}>
          {inWords(messages.kinds, kind)} · {host} · {inWords(messages.whens, when)} ·{' '}
          <span dir="auto">{companyName ?? messages.allCompanies}</span>
        </p>
      }
      eventInWords={(event) => inWords(messages.eventNames, event)}
      ownAction={{ verb: messages.test, isBusy: test.status === 'in progress', run: () => void test.run() }}
      queryKey={channelsKey}
      turn={(isEnabled) => api.put('/channel', { body: { id, version, name, kind, events, isEnabled } })}
      remove={() => api.delete('/channel', { body: { id } })}
      renderDialog={(close) => <ChannelDialog of={channel} onClose={close} />}
      answer={
        <div className={styles.answer} role="status">
          {test.error instanceof ApiError ? <p>{failureText(test.error)}</p> : answer && <Answer of={answer} />}
        </div>
      }
    />
  );
}

/** What the chat answered to a test message. */
function Answer({ of: { status, body } }: { of: ChannelAnswer }) {
  const isTaken = status >= 200 && status < 300;
  return (
    <>
      <p>{isTaken ? messages.arrived(status) : messages.refused(status)}</p>
      {body.trim() === '' ? <Note>{messages.saidNothing}</Note> : <pre>{body}</pre>}
    </>
  );
}
