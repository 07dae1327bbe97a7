import { createContext, use, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { useLocation } from 'react-router';
import type { FormRules } from '@/api/rules';
import { type Draft, DraftsContext } from '@/shared/storage/draftStore';
import type { Edition } from './useConflict';
import { type FormValues, isSecret } from './values';

/** The names of picked records, for fields that hold only the id. */
export const PickedLabelsContext = createContext(new Map<string, string>());

/** What tells a form from the others on its page. */
interface FormIdentity {
  label?: string | undefined;
  submitLabel: string;
  inDialog?: boolean | undefined;
  editing?: { id: string } | undefined;
}

/** The place of a form's draft: one for each form and record. */
export function useDraftPlace({ label, submitLabel, inDialog, editing }: FormIdentity) {
  const drafts = use(DraftsContext);
  const { pathname } = useLocation();
  const form = label ?? (inDialog ? submitLabel : '');
  const name = [pathname, form, editing?.id].filter(Boolean).join(' ');
  return {
    read: () => drafts?.read(name),
    keep: (draft: Draft) => drafts?.keep(name, draft),
    drop: () => drafts?.drop(name),
    /** The user leaves the page for good, and all that is typed on it. */
    dropPage: () => {
      for (const one of drafts?.namesOn(pathname) ?? []) drafts?.drop(one);
    },
  };
}

type DraftPlace = ReturnType<typeof useDraftPlace>;

/** The draft that a form begins with. One that is stored by now is none: its save only seemed to fail. */
export function useRestoredDraft({ read, drop }: DraftPlace, rules: FormRules, stored: FormValues) {
  const [found] = useState(read);
  const [restored, setRestored] = useState(() => found && restore(found, rules, stored));
  const isOutdated = found !== undefined && restored === undefined;
  const dropOutdated = useEffectEvent(drop);
  useEffect(() => {
    if (isOutdated) dropOutdated();
  }, [isOutdated]);
  return [restored, () => setRestored(undefined)] as const;
}

function restore(draft: Draft, rules: FormRules, stored: FormValues) {
  // A form may ask for less than it did: rights may have changed.
  const typed = kept(draft.typed, rules);
  const { version, values } = draft.began;
  const began = { version, values: { ...stored, ...kept(values, rules) } };
  const isNews = Object.entries(typed).some(([name, value]) => value !== stored[name]);
  return isNews ? { at: draft.at, began, typed, labels: draft.labels } : undefined;
}

function kept(values: FormValues, rules: FormRules): FormValues {
  const isKept = (name: string) => name in rules && !isSecret(name) && !rules[name]?.isSecret;
  return Object.fromEntries(Object.entries(values).filter(([name]) => isKept(name)));
}

interface KeptForm {
  form: UseFormReturn<FormValues>;
  rules: FormRules;
  began: Edition;
  /** The names of picked records that a restored draft brings. */
  labels: Record<string, string> | undefined;
}

/**
 * Keeps what is typed, as it is typed: neither a failure nor the end of a session announces itself. Returns the names of
 * picked records, for PickedLabelsContext.
 */
export function useKeptDraft(place: DraftPlace, { form, rules, began, labels: restored = {} }: KeptForm) {
  const [labels] = useState(() => new Map(Object.entries(restored)));
  const keep = useEffectEvent((values: FormValues) => {
    const typed = Object.entries(kept(values, rules)).filter(([name, value]) => value !== began.values[name]);
    if (typed.length === 0) return place.drop();
    place.keep({
      at: new Date().toISOString(),
      began: { version: began.version, values: kept(began.values, rules) },
      typed: Object.fromEntries(typed),
      labels: Object.fromEntries(labels),
    });
  });

  useEffect(() => form.subscribe({ formState: { values: true }, callback: ({ values }) => keep(values) }), [form]);

  // What is typed may be less, or more, than what it is compared with from now on.
  const first = useRef(began);
  useEffect(() => {
    if (began !== first.current) keep(form.getValues());
  }, [began, form]);
  return labels;
}
