import { type ReactNode, type SubmitEvent, useEffect, useEffectEvent, useState } from 'react';
import { FormProvider } from 'react-hook-form';
import { type FormRules, valuesFor } from '@/api/rules';
import { useCommand } from '@/shared/commands';
import { RulesContext } from '@/shared/forms/fields/Field';
import { lazyPart } from '@/shared/loading/lazyPart';
import { Button } from '@/shared/ui/buttons/Button';
import { cx } from '@/shared/ui/cx';
import styles from './Form.module.css';
import { BannerPanel, useRefusal } from './refusal';
import { UnsavedGuard } from './UnsavedGuard';
import { useAction } from './useAction';
import { type Conflict, readConflict, useConflict } from './useConflict';
import { PickedLabelsContext, useDraftPlace, useKeptDraft, useRestoredDraft } from './useDraft';
import { blockEnterOnError, useFormFocus } from './useFormFocus';
import { editable, type FormValues, useFormValues } from './values';

/** Rare: they are loaded when they are needed. */
const ConflictBanner = lazyPart(async () => ({ default: (await import('./banners')).ConflictBanner }));
const RestoredDraft = lazyPart(async () => ({ default: (await import('./banners')).RestoredDraft }));

/** The id is the one that the server's events have, a user's the e-mail address. */
interface Edited {
  id: string;
  version: number;
}

export interface FormProps<T extends object> {
  /** Of the generated rule book; they give the fields their labels and messages. */
  rules: FormRules;
  defaultValues: T;
  /**
   * Gets trimmed values, null for an emptied field, and the name of the further button that was pressed. Resolves to the
   * new version, a number, when the form stays open.
   */
  onSubmit: (values: T, version: number | undefined, pressed?: string) => Promise<unknown>;
  submitLabel: string;
  /** Buttons that save too, and lead elsewhere than the first one. */
  furtherSubmits?: { name: string; label: string }[];
  /** Called once what was typed is saved and its draft is gone. */
  onSaved?: (pressed: string | undefined) => void;
  /** What it does hurts: the button says so by its colour. */
  danger?: boolean;
  /** Names the form for screen readers, where a page has several. */
  label?: string;
  /** In a dialog (FormDialog.tsx) Cancel comes first, and what is typed goes with it unasked. */
  inDialog?: boolean;
  /** What is being edited. An older version than the stored one leads to the conflict banner. */
  editing?: Edited | undefined;
  /** Picks this form's values from the stored entity that comes with a conflict. */
  currentValues?: (current: unknown) => object | null | undefined;
  /** Beside the submit button, such as a Cancel link. */
  actions?: ReactNode;
  /** At the other end, away from what saves: what removes. */
  removal?: ReactNode;
  /** Asks before unsaved changes are left behind. */
  guard?: boolean;
  children: ReactNode;
}

export function Form<T extends object>({
  rules,
  defaultValues,
  onSubmit,
  submitLabel,
  furtherSubmits = [],
  onSaved,
  danger = false,
  label,
  inDialog = false,
  editing,
  currentValues = (current) => current as object,
  actions,
  removal,
  guard = !inDialog,
  children,
}: FormProps<T>) {
  const stored = { version: editing?.version, values: editable(defaultValues) };
  const place = useDraftPlace({ label, submitLabel, inDialog, editing });
  const [restored, forgetRestored] = useRestoredDraft(place, rules, stored.values);
  const initial = { ...stored.values, ...restored?.began.values, ...restored?.typed };
  const { form, showSaved } = useFormValues(rules, initial);
  const { began, version, conflict, isRefused, refuse, accept } = useConflict(stored, restored?.began);
  const labels = useKeptDraft(place, { form, rules, began, labels: restored?.labels });
  const { form: element, focusFirst } = useFormFocus(label === undefined);
  const refusals = useRefusal({ form, rules, focusFirst });
  const { refusal } = refusals;
  const [discards, setDiscards] = useState(0);
  useCommand('save', () => element.current?.requestSubmit(), element);
  const { errors } = form.formState;
  const isDirty = form.formState.isDirty || restored !== undefined;

  const submission = useAction(async (values: FormValues, asVersion: number | undefined, pressed?: string) => {
    refusals.clearRefusal();
    refuse(undefined);
    const sent = form.getValues();
    try {
      const newVersion = await onSubmit(values as T, asVersion, ...(pressed ? [pressed] : []));
      const saved = editable(values);
      showSaved(sent, saved);
      if (typeof newVersion === 'number') accept({ version: newVersion, values: saved });
      forgetRestored();
      place.drop();
      onSaved?.(pressed);
    } catch (error) {
      const conflicting = readConflict(error, (current) => editable(valuesFor(rules, currentValues(current) ?? {})));
      if (conflicting) refuse(conflicting);
      else refusals.showRefusal(error, sent);
      throw error;
    }
  });

  const isSaving = submission.status === 'in progress';

  function submit(asVersion = version, pressed?: string) {
    // What the server refused stays refused until it is changed; everything else is checked again.
    const refusedFields = refusals.refusedFields();
    if (refusedFields.length > 0) return focusFirst(refusedFields);
    void form.handleSubmit((values) => submission.run(values, asVersion, pressed))();
  }

  function takeTheirs(theirs: Conflict) {
    form.reset({ ...form.getValues(), ...theirs.values });
    accept(theirs);
    forgetRestored();
  }

  function discardDraft() {
    form.reset(stored.values);
    accept(stored);
    forgetRestored();
    place.drop();
    // Fields may hold more than their value, such as the name of what was picked.
    labels.clear();
    setDiscards(discards + 1);
  }

  /** A user who wanted to save saves; one who is still typing goes on. */
  function keepMine(theirs: Conflict) {
    if (isRefused) submit(theirs.version);
    else accept(theirs);
  }

  // Where nothing is typed there is nothing to decide: the form shows what is stored, as any page does.
  const takesTheirs = conflict !== undefined && !isDirty && !isRefused && !isSaving;
  const followTheirs = useEffectEvent(() => conflict && takeTheirs(conflict));
  useEffect(() => {
    if (takesTheirs) followTheirs();
  }, [takesTheirs]);

  return (
    <FormProvider {...form}>
      <RulesContext value={rules}>
        <form
          ref={element}
          className={styles.form}
          aria-label={label}
          noValidate
          onSubmit={(event: SubmitEvent) => {
            event.preventDefault();
            const { submitter } = event.nativeEvent;
            submit(version, (submitter instanceof HTMLButtonElement && submitter.value) || undefined);
          }}
          onKeyDown={(event) => blockEnterOnError(event, errors)}
        >
          {restored && <RestoredDraft at={restored.at} onDiscard={discardDraft} />}
          {refusal && <BannerPanel {...refusal} order={Object.keys(rules)} onGoTo={(name) => focusFirst([name])} />}
          <PickedLabelsContext key={discards} value={labels}>
            {children}
          </PickedLabelsContext>
          {/* Below the fields, which must not jump while someone types. What is changed here comes back as newer, too. */}
          {conflict && !isSaving && !takesTheirs && (
            <ConflictBanner
              conflict={conflict}
              entityId={editing?.id}
              rules={rules}
              before={began.values}
              onReload={() => takeTheirs(conflict)}
              onKeepMine={() => keepMine(conflict)}
            />
          )}
          <div className={cx(styles.actions, inDialog && styles.inDialog)}>
            {inDialog && actions}
            <Button type="submit" variant={danger ? 'danger' : 'primary'} busy={isSaving}>
              {submitLabel}
            </Button>
            {furtherSubmits.map(({ name, label: further }) => (
              <Button key={name} type="submit" value={name}>
                {further}
              </Button>
            ))}
            {!inDialog && actions}
            {removal && <div className={styles.removal}>{removal}</div>}
          </div>
        </form>
        {guard && isDirty && <UnsavedGuard isSaving={isSaving} onLeave={place.dropPage} />}
      </RulesContext>
    </FormProvider>
  );
}
