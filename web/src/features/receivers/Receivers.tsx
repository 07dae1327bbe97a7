import { type QueryKey, type UseQueryResult, useQueryClient } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { type ComponentType, type ReactNode, useState } from 'react';
import { translate } from '@/api/serverTexts';
import { useAction, useActionWithToast } from '@/shared/forms/useAction';
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
import styles from './Receivers.module.css';

/** What the server tells of something that is told of events: a webhook, or a channel of a chat. */
interface Receiver {
  id: string;
  events: string[];
  isEnabled: boolean;
  owner: { displayName: string };
  failingSince: string | null;
  offReason: string | null;
  offReasonText?: Parameters<typeof translate>[1];
}

interface ListMessages {
  title: string;
  text: string;
  notLoaded: string;
  none: string;
  noneText: string;
  add: string;
}

export interface ReceiverProps<T extends Receiver> {
  of: T;
  /** Whether the address names it: a notification leads here. */
  isMeant: boolean;
}

interface ReceiversProps<T extends Receiver> {
  query: UseQueryResult<T[]>;
  messages: ListMessages;
  icon: ReactNode;
  /** The parameter of the address that names one of them. */
  param: string;
  /** Shown above the list. */
  above?: ReactNode;
  Row: ComponentType<ReceiverProps<T>>;
  renderDialog: (close: () => void) => ReactNode;
}

/** A page of receivers, to which one can be added. */
export function Receivers<T extends Receiver>(props: ReceiversProps<T>) {
  const { query, messages, icon, param, above, Row, renderDialog } = props;
  const { data, isError } = query;
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
      {above}
      {isError && !data ? (
        <FailedQuery query={query} message={messages.notLoaded} />
      ) : !data ? (
        <Card>
          <Skeleton height="8rem" />
        </Card>
      ) : data.length === 0 ? (
        <EmptyState icon={icon} title={messages.none} text={messages.noneText} action={addButton} />
      ) : (
        <>
          <p className={styles.intro}>{messages.text}</p>
          <ul className={styles.list}>
            {data.map((receiver) => (
              <Row key={receiver.id} of={receiver} isMeant={receiver.id === params.get(param)} />
            ))}
          </ul>
        </>
      )}
      {isAdding && renderDialog(() => setIsAdding(false))}
    </>
  );
}

interface CardMessages {
  on: string;
  off: string;
  failing: string;
  failingSince: string;
  events: string;
  owner: string;
  edit: string;
  switchOn: string;
  switchOff: string;
  switchedOn: string;
  switchedOff: string;
  remove: string;
  removing: (name: string) => string;
  removingText: string;
  removeVerb: string;
  removed: string;
  labelOf: (verb: string, name: string) => string;
}

interface ReceiverCardProps<T extends Receiver> extends ReceiverProps<T> {
  messages: CardMessages;
  /** As the labels of its buttons name it. */
  name: string;
  /** As the question before its removal names it, if by another name. */
  shortName?: string;
  heading: ReactNode;
  facts?: ReactNode;
  eventInWords: (event: string) => string;
  /** The one thing that only this kind of receiver can do. */
  ownAction: { verb: string; isBusy?: boolean; run: () => void };
  /** Its list, which is read again after a change. */
  queryKey: QueryKey;
  turn: (isEnabled: boolean) => Promise<unknown>;
  remove: () => Promise<unknown>;
  renderDialog: (close: () => void) => ReactNode;
  /** Shown below its buttons. */
  answer?: ReactNode;
  /** Over the page, while it is open. */
  panel?: ReactNode;
}

/** One receiver, with what can be done to it. */
export function ReceiverCard<T extends Receiver>(props: ReceiverCardProps<T>) {
  const { of: receiver, isMeant, messages, name, shortName = name, ownAction, queryKey } = props;
  const { events, isEnabled, owner } = receiver;
  const client = useQueryClient();
  const [opened, setOpened] = useState<'edit' | 'removal'>();
  const close = () => setOpened(undefined);

  const turn = useActionWithToast(async () => {
    await props.turn(!isEnabled);
    notify.success(isEnabled ? messages.switchedOff : messages.switchedOn);
    await client.invalidateQueries({ queryKey });
  });
  const remove = useAction(async () => {
    await props.remove();
    notify.success(messages.removed);
    await client.invalidateQueries({ queryKey });
  });
  const labelled = (verb: string) => ({ 'aria-label': messages.labelOf(verb, name), children: verb });

  return (
    <li {...(isMeant && { ref: bringIntoView, 'aria-current': true })}>
      <Card className={isMeant ? styles.meant : undefined}>
        <div className={styles.head}>
          {props.heading}
          <State of={receiver} messages={messages} />
        </div>
        {props.facts}
        <ul className={styles.events} aria-label={messages.events}>
          {events.map((event) => (
            <li key={event}>
              <Badge tone="neutral">{props.eventInWords(event)}</Badge>
            </li>
          ))}
        </ul>
        <Trouble of={receiver} messages={messages} />
        <Note>
          {messages.owner} <span dir="auto">{owner.displayName}</span>
        </Note>
        <div className={styles.actions}>
          <Button {...labelled(ownAction.verb)} busy={ownAction.isBusy === true} onClick={ownAction.run} />
          <Button {...labelled(messages.edit)} onClick={() => setOpened('edit')} />
          <Button
            {...labelled(isEnabled ? messages.switchOff : messages.switchOn)}
            busy={turn.status === 'in progress'}
            onClick={() => void turn.run()}
          />
          <Button variant="quiet" {...labelled(messages.remove)} onClick={() => setOpened('removal')} />
        </div>
        {props.answer}
      </Card>
      {props.panel}
      {opened === 'edit' && props.renderDialog(close)}
      {opened === 'removal' && (
        <ActionDialog
          title={messages.removing(shortName)}
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

/** Shows the receiver that the address names, where there are many. */
function bringIntoView(row: HTMLLIElement | null): void {
  row?.scrollIntoView({ block: 'nearest' });
}

interface PartProps {
  of: Receiver;
  messages: CardMessages;
}

function State({ of: { isEnabled, failingSince }, messages }: PartProps) {
  if (!isEnabled) return <Badge tone="neutral">{messages.off}</Badge>;
  return failingSince ? <Badge tone="bad">{messages.failing}</Badge> : <Badge tone="good">{messages.on}</Badge>;
}

/** Why nothing arrives, if nothing does. */
function Trouble({ of: { isEnabled, failingSince, offReason, offReasonText }, messages }: PartProps) {
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
