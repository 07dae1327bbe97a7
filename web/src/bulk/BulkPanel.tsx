import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { type AnswerOf, api, type BodyOf } from '@/api/client';
import { ApiError, failureText, isToldByApp } from '@/api/errors';
import { useOwnFields } from '@/own/fields';
import { records as registry } from '@/records';
import { formatCount } from '@/shared/format/number';
import { useAction } from '@/shared/forms/useAction';
import type { FormValues } from '@/shared/forms/values';
import { rememberJob } from '@/shared/jobs';
import { common } from '@/shared/messages';
import { Button } from '@/shared/ui/buttons/Button';
import { Panel, PanelActions } from '@/shared/ui/overlays/Panel';
import { DefinitionGrid } from '@/shared/ui/records/DefinitionGrid';
import { ErrorState } from '@/shared/ui/states/ErrorState';
import { Note } from '@/shared/ui/text/Note';
import { type BulkParams, labelledAction } from './actions';
import styles from './Bulk.module.css';
import { Effect, Refusals, Rows } from './BulkRows';
import { type BulkRequest, openBulk } from './bulk';
import { messages } from './messages';
import { hasParams, ParamsForm, sentenceOf } from './params';

type BulkBody = BodyOf<'/bulk', 'post'>;
type Preview = Extract<AnswerOf<'/bulk', 'post'>, { total: number }>;

interface BulkPanelProps {
  request: BulkRequest;
  onClose: () => void;
}

/** Asks for parameters, shows what would happen, and starts it. Loaded with the first action, hence a default export. */
export default function BulkPanel({ request, onClose }: BulkPanelProps) {
  const { list, action, count, name, params: known } = request;
  const isAsked = hasParams(action) && known === undefined;
  const [values, setValues] = useState<FormValues>();
  const [planned, setPlanned] = useState<{ params: BulkParams; preview: Preview }>();
  const { label } = labelledAction(action);

  async function preview(params: BulkParams, typed?: FormValues) {
    const answer = await send(request, params, true);
    setValues(typed);
    setPlanned({ params, preview: answer as Preview });
  }

  return (
    <Panel title={messages.title(label, registry[list].noun, count, name)} onClose={onClose}>
      {planned ? (
        <Decision
          request={request}
          {...planned}
          onBack={isAsked ? () => setPlanned(undefined) : undefined}
          onClose={onClose}
        />
      ) : isAsked ? (
        <ParamsForm request={request} values={values} onSubmit={preview} onCancel={onClose} />
      ) : (
        <Looking look={() => preview(known ?? {})} onClose={onClose} />
      )}
    </Panel>
  );
}

function send({ list, records, action }: BulkRequest, params: BulkParams, isPreview: boolean) {
  const body: BulkBody = { list, ...records, action, params, preview: isPreview };
  return api.post('/bulk', { body });
}

/** While the preview of an action without parameters is on its way. */
function Looking({ look, onClose }: { look: () => Promise<void>; onClose: () => void }) {
  const looking = useAction(look);
  const begin = useEffectEvent(() => void looking.run());
  useEffect(() => begin(), []);
  const { error } = looking;
  return (
    <>
      {looking.status === 'faulted' ? (
        <ErrorState
          message={error instanceof ApiError && !isToldByApp(error) ? failureText(error) : messages.previewFailed}
          label={common.tryAgain}
          busy={false}
          onRefresh={() => void looking.run()}
        />
      ) : (
        <p className={styles.looking} role="status">
          {messages.looking}
        </p>
      )}
      <PanelActions>
        <Button onClick={onClose}>{common.cancel}</Button>
      </PanelActions>
    </>
  );
}

interface DecisionProps extends BulkPanelProps {
  params: BulkParams;
  preview: Preview;
  /** To the parameters, where there are any. */
  onBack: (() => void) | undefined;
}

/** What would happen, and the button that has it happen. */
function Decision({ request, params, preview, onBack, onClose }: DecisionProps) {
  const { label, danger } = labelledAction(request.action);
  const own = useOwnFields(request.list);
  const running = useAction(async () => {
    const start = () => send(request, params, false);
    const answer = await (request.around?.(start) ?? start());
    if ('id' in answer) rememberJob({ id: answer.id, label });
    onClose();
    // Until then nothing is read again that the action removes (realtime/refresher.ts).
    await request.onStarted?.();
  });
  const { error } = running;
  const isRunning = running.status === 'in progress';
  const isFutile = preview.changes === 0;
  const decision = useRef<HTMLDivElement>(null);
  // What had the focus is gone: the next key must find it here. Whatever hurts is not to be done by a second Enter.
  useLayoutEffect(() => {
    const buttons = Array.from(decision.current?.querySelectorAll('button') ?? []);
    buttons.at(danger ? 0 : -1)?.focus();
  }, [danger]);

  return (
    <>
      <p className={styles.sentence}>{sentenceOf(request, params, own)}</p>
      <Outcome of={request} preview={preview} />
      {!isFutile && <Note>{messages.undoLater}</Note>}
      <p className={styles.failure} role="status">
        {running.status === 'faulted' && (
          <>
            {error instanceof ApiError && !isToldByApp(error) && failureText(error)}
            {common.dialogFailed}
          </>
        )}
      </p>
      <PanelActions ref={decision}>
        <Button onClick={onClose}>{isFutile ? common.close : common.cancel}</Button>
        {onBack && <Button onClick={onBack}>{messages.back}</Button>}
        {!isFutile && (
          <Button variant={danger ? 'danger' : 'primary'} busy={isRunning} onClick={() => void running.run()}>
            {label}
          </Button>
        )}
      </PanelActions>
    </>
  );
}

/** How many records change and how, what that comes to, which are refused, and what goes with them. */
function Outcome({ of, preview }: { of: BulkRequest; preview: Preview }) {
  const { total, changes, refused, refusedTotal, contents, rows, effect } = preview;
  const asWanted = total - changes - refusedTotal;
  return (
    <>
      <p>
        <strong>{changes > 0 ? messages.changes(changes) : messages.nothingChanges}</strong>
        {asWanted > 0 && ` ${messages.asWanted(asWanted)}`}
      </p>
      {effect && changes > 0 && <Effect {...effect} />}
      {contents && <Contents {...contents} />}
      {contents && contents.subscriptions > 0 && <CancelInstead of={of} count={contents.subscriptions} />}
      {rows.length > 0 && <Rows of={of} rows={rows} />}
      {changes > rows.length && <Note>{messages.moreChange(changes - rows.length)}</Note>}
      <Refusals refused={refused} refusedTotal={refusedTotal} />
    </>
  );
}

/** What is removed leaves the reports too; what is canceled does not. */
function CancelInstead({ of: { list, records, name }, count }: { of: BulkRequest; count: number }) {
  const [id] = 'ids' in records && records.ids.length === 1 ? records.ids : [];
  const query = id && `${list === 'company' ? 'CompanyId' : 'ProjectId'}=${id}&State=notStarted,active,renews`;
  return (
    <div className={styles.instead}>
      <Note>{messages.outOfReports}</Note>
      {query && name && (
        <Button
          onClick={() => openBulk({ list: 'projectSubscription', records: { query }, count, name, action: 'cancel' })}
        >
          {messages.cancelInstead}
        </Button>
      )}
    </div>
  );
}

function Contents(contents: NonNullable<Preview['contents']>) {
  const { companies, projects, products, subscriptions } = contents;
  const counts = [
    { label: messages.companies, count: companies },
    { label: messages.projects, count: projects },
    { label: messages.products, count: products },
    { label: messages.subscriptions, count: subscriptions },
  ];
  return (
    <section className={styles.contents} aria-label={messages.contents}>
      <DefinitionGrid
        facts={counts
          .filter(({ count }) => count > 0)
          .map(({ label, count }) => ({ label, value: formatCount(count) }))}
      />
    </section>
  );
}
