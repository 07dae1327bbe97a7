import { useQuery } from '@tanstack/react-query';
import { ChevronRight } from 'lucide-react';
import { useId, useState } from 'react';
import { Link } from 'react-router';
import { fieldLabel, translate } from '@/api/serverTexts';
import { useOwnLabels } from '@/own/labels';
import { type Kind, nameAmongAll, records } from '@/records';
import { formatExact, formatInstantDay, formatTime } from '@/shared/format/date';
import { common } from '@/shared/messages';
import type { UndoRequest } from '@/shared/toast';
import { Button } from '@/shared/ui/buttons/Button';
import { Badge } from '@/shared/ui/records/Badge';
import { Sentence } from '@/shared/ui/text/Sentence';
import { VisuallyHidden } from '@/shared/ui/text/VisuallyHidden';
import { type BatchTelling, countedPart, tellBatch } from './batch';
import styles from './ChangeLine.module.css';
import {
  activityOf,
  becomesGone,
  becomesThere,
  type Change,
  type ChangedField,
  type Line,
  parentPathOf,
  pathOf,
  tell,
} from './change';
import { Difference, NewValue, OldValue } from './Difference';
import { messages } from './messages';
import { batchQuery, countInBatchQuery } from './queries';
import { useUndo } from './undo';

/** The record whose page shows a history. */
export interface Place {
  entity: Kind;
  id: string;
}

interface ChangeListProps {
  lines: readonly Line[];
  /** Not given where changes of all records are listed. */
  place?: Place;
  /** Whether the day stands above the list. */
  isDayKnown?: boolean;
  /** Whether each change of a batch stands for all of it. */
  isGrouped?: boolean;
}

/** Changes, one below the other; those that were made at once are one line that opens. */
export function ChangeList({ lines, isGrouped = false, ...shown }: ChangeListProps) {
  useOwnLabels();
  return (
    <ol className={styles.list}>
      {lines.map((line) => {
        const [change] = line;
        if (!change) return null;
        // The newest change of a batch may be another one soon; the batch stays open then.
        const isBatch = line.length > 1 || (isGrouped && change.batchId !== null);
        if (!isBatch) return <ChangeLine key={change.seq} change={change} {...shown} />;
        return <BatchLine key={change.batchId} line={line} change={change} {...shown} />;
      })}
    </ol>
  );
}

interface ChangeLineProps extends Omit<ChangeListProps, 'lines' | 'isGrouped'> {
  change: Change;
}

/** A change in words, with what it was before and its Undo. */
export function ChangeLine({ change, place, isDayKnown }: ChangeLineProps) {
  const { entity, entityId } = change;
  const isOwn = place?.entity === entity && place.id === entityId;
  const { sentence, field, rest, isWhole } = tell(change, isOwn);
  const id = useId();
  return (
    <li className={styles.line} id={`change-${change.seq}`} data-undone={change.undoneBy !== null || undefined}>
      <div className={styles.text}>
        <p id={id}>
          <Sentence
            text={messages.sentences[sentence]}
            parts={{
              actor: <Actor change={change} />,
              record: isOwn ? ownName(change) : <RecordName change={change} />,
              field: field && <span className={styles.field}>{fieldLabel(field.label)}</span>,
              before: field && <OldValue entity={entity} field={field} />,
              after: field && <NewValue entity={entity} field={field} />,
            }}
          />
          <Where change={change} place={place} />
          <Via via={change.via} />
        </p>
        {field && rest[0] === field ? (
          <p className={styles.fields}>
            <Difference entity={entity} field={field} />
          </p>
        ) : (
          <Fields entity={entity} fields={rest} isFolded={isWhole} />
        )}
      </div>
      <When at={change.at} isDayKnown={isDayKnown} />
      <UndoOfChange change={change} describedBy={id} />
    </li>
  );
}

interface BatchLineProps extends ChangeLineProps {
  line: Line;
}

function BatchLine({ line, change, ...shown }: BatchLineProps) {
  const [isOpen, setOpen] = useState(false);
  // A list may end within a batch, and leaves out what belongs to other records.
  const { data } = useQuery(batchQuery(change.batchId ?? ''));
  const undo = useUndo();
  const id = useId();
  const all = data?.data ?? line;
  const unknown: BatchTelling = { sentence: 'batch', record: messages.severalRecords };
  const total = data?.pagination.totalItems ?? line.length;
  const counted = data && total > all.length ? countedPart(all[0] ?? change) : undefined;
  const part = useQuery({ ...countInBatchQuery(change.batchId ?? '', counted ?? {}), enabled: counted !== undefined });
  const isKnown = data && (!counted || part.data || part.isError);
  // An undo of one change is a batch of one, as most undos are.
  if (data ? total <= 1 : line.length === 1 && change.via?.kind === 'undo') {
    return <ChangeLine change={change} {...shown} />;
  }
  const { sentence, record, amount, field } = isKnown
    ? tellBatch(all, total, part.data?.pagination.totalItems)
    : unknown;
  const isUndoable = all.some((one) => one.undo.allowed && one.undoneBy === null);
  return (
    <li className={styles.line}>
      <div className={styles.text}>
        <p id={id}>
          <Sentence
            text={messages.sentences[sentence]}
            parts={{
              actor: <Actor change={change} />,
              record: <span className={styles.record}>{record}</span>,
              amount: <span className={styles.field}>{amount}</span>,
              field: field && <span className={styles.field}>{fieldLabel(field.label)}</span>,
              after: field && <NewValue entity={change.entity} field={field} />,
            }}
          />
          <Via via={change.via} />
        </p>
        <Button
          variant="quiet"
          className={styles.opener}
          aria-expanded={isOpen}
          aria-describedby={id}
          icon={<ChevronRight aria-hidden />}
          onClick={() => setOpen(!isOpen)}
        >
          {messages.showBatch}
        </Button>
      </div>
      <When at={change.at} isDayKnown={shown.isDayKnown} />
      <div className={styles.undo}>
        {isUndoable && change.batchId !== null && (
          <Button
            variant="quiet"
            className={styles.takeBack}
            aria-describedby={id}
            busy={undo.isRunning}
            onClick={() => void undo.run({ target: { batchId: change.batchId ?? '' } })}
          >
            {messages.undoAll}
          </Button>
        )}
        {undo.question}
      </div>
      {isOpen && (
        <div className={styles.batch}>
          <ChangeList lines={all.map((one) => [one])} {...shown} />
        </div>
      )}
    </li>
  );
}

function UndoOfChange({ change, describedBy }: { change: Change; describedBy: string }) {
  const { run, isRunning, question } = useUndo();
  const { undo, undoneBy } = change;
  return (
    <div className={styles.undo}>
      {undoneBy !== null ? (
        <Badge>{messages.undone}</Badge>
      ) : undo.allowed ? (
        <Button
          variant="quiet"
          className={styles.takeBack}
          aria-describedby={describedBy}
          busy={isRunning}
          onClick={() => void run(undoOf(change))}
        >
          {common.undo}
        </Button>
      ) : (
        undo.reason !== null && <Reason change={change} />
      )}
      {question}
    </div>
  );
}

/** Why a change can not be taken back. What time does is said in short: it is said of many. */
function Reason({ change: { actor, undo } }: { change: Change }) {
  const reason = translate(undo.reason ?? '', undo.reasonText);
  return actor === null ? (
    <span className={styles.reason} title={reason}>
      <span aria-hidden>{messages.byTime}</span>
      <VisuallyHidden>{reason}</VisuallyHidden>
    </span>
  ) : (
    <span className={styles.reason}>{reason}</span>
  );
}

/** The request that takes a change back. */
export function undoOf(change: Change): UndoRequest {
  const [from, to] = [pathOf(change), parentPathOf(change)];
  // Some are shown on the page of the record that they are a part of, which stays.
  const leaves = becomesThere(change) && from !== undefined && from !== to;
  const gone = { entity: change.entity, id: change.entityId };
  return { target: { seq: change.seq }, ...(leaves && { leave: { from, to }, gone }) };
}

export function Actor({ change: { actor } }: { change: Change }) {
  if (actor === null) return <span className={styles.actor}>{messages.programName}</span>;
  return (
    <Link className={styles.actor} to={activityOf({ actor: actor.email })} dir="auto" title={actor.email}>
      {actor.displayName}
    </Link>
  );
}

function ownName({ entity }: Change): string {
  return messages.thisRecord(nameAmongAll(records[entity]));
}

/** What kind of record it is, and its name; a link while it may be there. */
export function RecordName({ change }: { change: Change }) {
  const { entity, entityName, undoneBy } = change;
  const path = becomesGone(change) && undoneBy === null ? undefined : pathOf(change);
  return (
    <>
      {nameAmongAll(records[entity]).one}{' '}
      {path === undefined ? (
        <bdi className={styles.record}>{entityName}</bdi>
      ) : (
        <Link className={styles.record} to={path}>
          <bdi>{entityName}</bdi>
        </Link>
      )}
    </>
  );
}

/** The project and the company of a record, where the list does not name them itself. */
export function Where({ change, place }: { change: Change; place?: Place | undefined }) {
  const { entity, entityName, projectName, companyName } = change;
  const places = [
    ...(projectName && entity !== 'project' && place?.entity !== 'project' ? [projectName] : []),
    ...(companyName && entity !== 'company' && !place ? [companyName] : []),
    // A note is named by what it is about.
  ].filter((name) => entity !== 'note' || name !== entityName);
  return places.length > 0 && <span className={styles.via}>{messages.where(places)}</span>;
}

function Via({ via }: Pick<Change, 'via'>) {
  const text = via && messages.via[via.kind as keyof typeof messages.via];
  if (!text) return null;
  return (
    <span className={styles.via}>
      {' '}
      <Sentence text={text} parts={{ name: <bdi>{via.name}</bdi> }} />
    </span>
  );
}

function Fields({ entity, fields, isFolded }: { entity: Kind; fields: ChangedField[]; isFolded: boolean }) {
  if (fields.length === 0) return null;
  const list = (
    <dl className={styles.fields}>
      {fields.map((field) => (
        <div key={field.name}>
          <dt>{fieldLabel(field.label)}</dt>
          <dd>
            <Difference entity={entity} field={field} />
          </dd>
        </div>
      ))}
    </dl>
  );
  if (!isFolded) return list;
  return (
    <details className={styles.details}>
      <summary>{messages.values(fields.map((field) => fieldLabel(field.label)))}</summary>
      {list}
    </details>
  );
}

/** Day and time; the seconds on hover. */
export function When({ at, isDayKnown = false }: { at: string; isDayKnown?: boolean | undefined }) {
  return (
    <time className={styles.when} dateTime={at} title={formatExact(at)}>
      {isDayKnown ? <VisuallyHidden>{formatInstantDay(at)}, </VisuallyHidden> : `${formatInstantDay(at)}, `}
      {formatTime(at)}
    </time>
  );
}
