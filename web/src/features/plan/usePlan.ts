import { useQueryClient } from '@tanstack/react-query';
import { use, useState } from 'react';
import { useLocation } from 'react-router';
import { ApiError, failureText, isToldByApp } from '@/api/errors';
import { invalidate } from '@/api/invalidate';
import { useAction } from '@/shared/forms/useAction';
import { failsInPlace } from '@/shared/loading/readFailure';
import { DraftsContext } from '@/shared/storage/draftStore';
import { notify } from '@/shared/toast';
import { messages } from './messages';
import { isSame } from './plan';
import { plans, type Tried } from './queries';
import type { Plan } from './types';

export interface OpenPlan {
  /** The one that is kept, if any is open. */
  kept: Plan | undefined;
  tried: Tried;
  /** Whether something is tried that is not saved. */
  isDirty: boolean;
  /** Somebody saved the plan since the trying began. */
  isOutdated: boolean;
  change: (next: Partial<Tried>) => void;
  discard: () => void;
  /** Goes on from the version that is stored now. */
  keepMine: () => void;
  /** Saves a plan that is open; resolves to true when it is. */
  save: () => Promise<true | undefined>;
  isSaving: boolean;
}

interface Draft {
  tried: Tried;
  /** Of the plan, when the trying began. */
  version: number | undefined;
}

/** What is tried. Until it is saved it is a draft of this tab, so that a reload loses nothing. */
export function useOpenPlan(kept: Plan | undefined, blank: Tried): OpenPlan {
  const client = useQueryClient();
  const drafts = use(DraftsContext);
  const { pathname } = useLocation();
  const name = [pathname, 'plan', kept?.id].filter(Boolean).join(' ');
  const [found, setDraft] = useState<Draft | undefined>(() => {
    const { typed, began } = drafts?.read(name) ?? {};
    return typed && { tried: typed as unknown as Tried, version: began?.version };
  });
  const stored = kept ? { until: kept.until, changes: kept.changes } : blank;
  // What was saved or applied elsewhere may be what is tried here.
  const draft = found && !isSame(found.tried, stored) ? found : undefined;
  const tried = draft?.tried ?? stored;

  function keep(next: Draft | undefined) {
    setDraft(next);
    if (!next) return drafts?.drop(name);
    drafts?.keep(name, {
      at: new Date().toISOString(),
      began: { version: next.version, values: {} },
      typed: { ...next.tried },
      labels: {},
    });
  }

  const saving = useAction(async () => {
    if (!kept) return undefined;
    try {
      await plans.edit({ ...kept, ...tried, version: draft?.version ?? kept.version });
    } catch (error) {
      // The plan that is stored now says that it is another one.
      if (error instanceof ApiError && error.status === 409) await invalidate(client, 'plan', kept.id);
      else if (error instanceof ApiError && !isToldByApp(error)) notify.error(failureText(error));
      throw error;
    }
    await invalidate(client, 'plan', kept.id);
    keep(undefined);
    notify.success(messages.saved.isSaved(kept.name));
    return true as const;
  }, failsInPlace);

  return {
    kept,
    tried,
    isDirty: draft !== undefined,
    isOutdated: draft !== undefined && kept !== undefined && (draft.version ?? 0) < kept.version,
    change: (next) => keep({ tried: { ...tried, ...next }, version: draft?.version ?? kept?.version }),
    discard: () => keep(undefined),
    keepMine: () => draft && keep({ ...draft, version: kept?.version }),
    save: saving.run,
    isSaving: saving.status === 'in progress',
  };
}
