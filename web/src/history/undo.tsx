import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { api, type BodyOf } from '@/api/client';
import { ApiError, failureText, isToldByApp } from '@/api/errors';
import { type Entity, invalidate, readAgain } from '@/api/invalidate';
import { fieldLabel } from '@/api/serverTexts';
import type { Kind } from '@/records';
import { useAction } from '@/shared/forms/useAction';
import { rememberJob } from '@/shared/jobs';
import { notify, type UndoRequest, undoRequest } from '@/shared/toast';
import { ActionDialog } from '@/shared/ui/overlays/Dialog';
import styles from './ChangeLine.module.css';
import { valueText } from './change';
import { messages } from './messages';

/** A field that somebody changed again after the change that is to be undone. */
interface Conflict {
  entity: Kind;
  id: string;
  name: string;
  field: string;
  label: string;
  current: unknown;
  wanted: unknown;
}

interface Undo {
  run: (request: UndoRequest) => Promise<unknown>;
  isRunning: boolean;
  /** The question about a conflict, to be put into the page. */
  question: ReactNode;
}

/** Takes changes back. What somebody changed again since is shown, and overwritten only after a question. */
export function useUndo(): Undo {
  const [asked, setAsked] = useState<{ request: UndoRequest; conflicts: Conflict[] }>();
  const takeBack = useTakeBack();
  const action = useAction(async (request: UndoRequest) => {
    try {
      await takeBack(request, false);
    } catch (error) {
      const conflicts = conflictsOf(error);
      if (conflicts) setAsked({ request, conflicts });
      else tellFailure(error);
      throw error;
    }
  });
  return {
    run: action.run,
    isRunning: action.status === 'in progress',
    question: asked && (
      <ConflictDialog
        conflicts={asked.conflicts}
        overwrite={() => takeBack(asked.request, true)}
        onClose={() => setAsked(undefined)}
      />
    ),
  };
}

function useTakeBack() {
  const client = useQueryClient();
  const navigate = useNavigate();
  const location = useLocation();
  return async ({ target, done, leave, gone }: UndoRequest, force: boolean) => {
    const body: BodyOf<'/change/undo', 'put'> = { ...target, ...(force && { force }) };
    const answer = await api.put('/change/undo', { body });
    if ('id' in answer) {
      rememberJob({ id: answer.id, label: messages.undoJob, isUndo: true });
      return;
    }
    const { batchId, seqs } = answer;
    const [seq] = seqs;
    const isOne = seqs.length === 1 && seq !== undefined;
    notify.success(done ?? (isOne ? messages.isUndone : messages.areUndone(seqs.length)), {
      label: messages.redo,
      command: 'undo',
      run: () => undoRequest.set({ target: isOne ? { seq } : { batchId } }),
    });
    // The page of a record that is gone now would find nothing.
    if (leave && isAt(location, leave.from)) await navigate(leave.to, { replace: true });
    if (gone) void invalidate(client, gone.entity as Entity, gone.id, 'gone');
    // An undo may have touched anything that is on the screen.
    await readAgain(client, () => true);
  };
}

/** Whether a location belongs to a page, which may be one of a list with a certain filter. */
function isAt({ pathname, search }: { pathname: string; search: string }, page: string): boolean {
  const [path = '', query] = page.split('?');
  const params = new URLSearchParams(search);
  return (
    pathname.startsWith(path) && [...new URLSearchParams(query)].every(([name, value]) => params.get(name) === value)
  );
}

function conflictsOf(error: unknown): Conflict[] | undefined {
  if (!(error instanceof ApiError) || error.problem.code !== 'undoConflict') return undefined;
  return error.problem.conflicts as Conflict[];
}

function tellFailure(error: unknown): void {
  if (!(error instanceof ApiError) || isToldByApp(error)) return;
  const reason = failureText(error);
  notify.error(error.problem.code === 'cannotUndo' ? messages.cannotUndo(reason) : reason);
}

interface ConflictDialogProps {
  conflicts: Conflict[];
  overwrite: () => Promise<unknown>;
  onClose: () => void;
}

function ConflictDialog({ conflicts, overwrite, onClose }: ConflictDialogProps) {
  const action = useAction(overwrite);
  return (
    <ActionDialog
      title={messages.conflictTitle}
      verb={messages.overwrite}
      danger
      action={action}
      onClose={onClose}
      message={
        <>
          <p>{messages.conflictText}</p>
          <ul className={styles.conflicts}>
            {conflicts.map(({ entity, id, name, field, label, current, wanted }) => (
              <li key={`${entity} ${id} ${field}`}>
                <strong dir="auto">{name}</strong>
                <dl>
                  <dt>{messages.conflictField}</dt>
                  <dd>{fieldLabel(label)}</dd>
                  <dt>{messages.conflictCurrent}</dt>
                  <dd dir="auto">{valueText(entity, field, current) || messages.nothing}</dd>
                  <dt>{messages.conflictWanted}</dt>
                  <dd dir="auto">{valueText(entity, field, wanted) || messages.nothing}</dd>
                </dl>
              </li>
            ))}
          </ul>
        </>
      }
    />
  );
}

/** Carries out the Undo of toasts, over every page. Loaded with the first one, hence a default export. */
export default function UndoOfToasts({ request }: { request: UndoRequest }) {
  const { run, question } = useUndo();
  const begin = useEffectEvent((asked: UndoRequest) => void run(asked));
  useEffect(() => begin(request), [request]);
  return question;
}
