import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Plus, StickyNote } from 'lucide-react';
import { useState } from 'react';
import { api } from '@/api/client';
import { ApiError, failureText } from '@/api/errors';
import { translate } from '@/api/serverTexts';
import { AdminsOnly } from '@/session/rights';
import { useAction, useActionWithToast } from '@/shared/forms/useAction';
import { lazyPart } from '@/shared/loading/lazyPart';
import { failsInPlace } from '@/shared/loading/readFailure';
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
  const channels = useQuery(channelsQuery);
  const { data, isError } = channels;
  const { params } = useUrlParams();
  const [isAdding, setIsAdding] = useState(false);
  const addButton = (
    <Button variant="primary" icon={<Plus aria-hidden />} onClick={() => setIsAdding(true)}>
      {messages.add}
    </Button>
  );
  return (
    <>
      <PageHeader title={messages.title} actions={data && data.length > 0 && addButton} />
      {isError && !data ? (
        <FailedQuery query={channels} message={messages.notLoaded} />
      ) : !data ? (
        <Card>
          <Skeleton height="8rem" />
        </Card>
      ) : data.length === 0 ? (
        <EmptyState icon={<StickyNote />} title={messages.none} text={messages.noneText} action={addButton} />
      ) : (
        <>
          <p className={styles.intro}>{messages.text}</p>
          <ul className={styles.list}>
            {data.map((channel) => (
              <Row key={channel.id} of={channel} isMeant={channel.id === params.get('channel')} />
            ))}
          </ul>
        </>
      )}
      {isAdding && <ChannelDialog onClose={() => setIsAdding(false)} />}
    </>
  );
}

/** Shows the channel that the address names, where there are many. */
function bringIntoView(row: HTMLLIElement | null): void {
  row?.scrollIntoView({ block: 'nearest' });
}

interface RowProps {
  of: Channel;
  /** Whether the address names it: a notification leads here. */
  isMeant: boolean;
}

function Row({ of: channel, isMeant }: RowProps) {
  const { id, name, kind, host, events, when, companyName, isEnabled, version } = channel;
  const client = useQueryClient();
  const [opened, setOpened] = useState<'edit' | 'removal'>();
  const [answer, setAnswer] = useState<ChannelAnswer>();
  const close = () => setOpened(undefined);
  const refresh = () => client.invalidateQueries({ queryKey: channelsKey });

  const test = useAction(async () => {
    setAnswer(undefined);
    setAnswer(await api.post('/channel/test', { body: { id } }));
  }, failsInPlace);
  const turn = useActionWithToast(async () => {
    await api.put('/channel', { body: { id, version, name, kind, events, isEnabled: !isEnabled } });
    notify.success(isEnabled ? messages.switchedOff : messages.switchedOn);
    await refresh();
  });
  const remove = useAction(async () => {
    await api.delete('/channel', { body: { id } });
    notify.success(messages.removed);
    await refresh();
  });
  const labelled = (verb: string) => ({ 'aria-label': messages.labelOf(verb, name), children: verb });

  return (
    <li {...(isMeant && { ref: bringIntoView, 'aria-current': true })}>
      <Card className={isMeant ? styles.meant : undefined}>
        <div className={styles.head}>
          <strong dir="auto">{name}</strong>
          <State of={channel} />
        </div>
        <p className={styles.facts}>
          {inWords(messages.kinds, kind)} · {host} · {inWords(messages.whens, when)} ·{' '}
          <span dir="auto">{companyName ?? messages.allCompanies}</span>
        </p>
        <ul className={styles.events} aria-label={messages.events}>
          {events.map((event) => (
            <li key={event}>
              <Badge tone="neutral">{inWords(messages.eventNames, event)}</Badge>
            </li>
          ))}
        </ul>
        <Trouble of={channel} />
        <Note>
          {messages.owner} <span dir="auto">{channel.owner.displayName}</span>
        </Note>
        <div className={styles.actions}>
          <Button {...labelled(messages.test)} busy={test.status === 'in progress'} onClick={() => void test.run()} />
          <Button {...labelled(messages.edit)} onClick={() => setOpened('edit')} />
          <Button
            {...labelled(isEnabled ? messages.switchOff : messages.switchOn)}
            busy={turn.status === 'in progress'}
            onClick={() => void turn.run()}
          />
          <Button variant="quiet" {...labelled(messages.remove)} onClick={() => setOpened('removal')} />
        </div>
        <div className={styles.answer} role="status">
          {test.error instanceof ApiError ? <p>{failureText(test.error)}</p> : answer && <Answer of={answer} />}
        </div>
      </Card>
      {opened === 'edit' && <ChannelDialog of={channel} onClose={close} />}
      {opened === 'removal' && (
        <ActionDialog
          title={messages.removing(name)}
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

function State({ of: { isEnabled, failingSince } }: { of: Channel }) {
  if (!isEnabled) return <Badge tone="neutral">{messages.off}</Badge>;
  return failingSince ? <Badge tone="bad">{messages.failing}</Badge> : <Badge tone="good">{messages.on}</Badge>;
}

/** Why nothing arrives, if nothing does. */
function Trouble({ of: { isEnabled, failingSince, offReason, offReasonText } }: { of: Channel }) {
  return (
    <>
      {offReason && <p>{translate(offReason, offReasonText)}</p>}
      {isEnabled && failingSince && (
        <p>
          {messages.failingSince} <RelativeTime at={failingSince} />
        </p>
      )}
    </>
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
