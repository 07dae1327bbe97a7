import { CircleAlert, TriangleAlert } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { ApiError, failureText, isToldByApp, leavesPage, type Problem } from '@/api/errors';
import type { FormRules } from '@/api/rules';
import { fieldLabel } from '@/api/serverTexts';
import { cx } from '@/shared/ui/cx';
import styles from './Form.module.css';
import { messages } from './messages';
import type { FormValues } from './values';

interface RefusalOptions {
  form: UseFormReturn<FormValues>;
  rules: FormRules;
  focusFirst: (names: string[]) => void;
}

/** Why the server refused what the form sent: a banner, and messages on the fields. */
export function useRefusal({ form, rules, focusFirst }: RefusalOptions) {
  const [refusal, setRefusal] = useState<Refusal>();
  const [refused, setRefused] = useState<FormValues>({});
  const { errors } = form.formState;
  return {
    refusal,
    /** The fields that were refused and have not been changed since: who types while the refusal arrives has changed one, too. */
    refusedFields: () =>
      Object.keys(errors).filter((name) => errors[name]?.type === 'server' && form.getValues(name) === refused[name]),
    clearRefusal: () => setRefusal(undefined),
    showRefusal(error: unknown, sent: FormValues) {
      const read = readRefusal(error, rules);
      if (!read || isUnknown(error)) console.warn('The form was not saved:', error);
      if (!read) return;
      setRefusal(read);
      setRefused(sent);
      for (const [name, message] of Object.entries(read.fields)) form.setError(name, { type: 'server', message });
      focusFirst(Object.keys(read.fields));
    },
  };
}

interface BannerPanelProps {
  banner: Banner;
  /** The refused fields with their messages, and how to get to one. */
  fields?: Refusal['fields'];
  /** The names of all fields, as they stand in the form. */
  order?: readonly string[];
  onGoTo?: (field: string) => void;
}

/** The form-level error panel: a message, then a line for each refused field, which leads to it, and context lines. */
export function BannerPanel({ banner, fields = {}, order = [], onGoTo }: BannerPanelProps) {
  // Where the refusal leads to a field, the field is to be in view.
  const comesIntoView = Object.keys(fields).length === 0;
  const panel = useRef<HTMLDivElement>(null);
  const Icon = banner.tone === 'bad' ? CircleAlert : TriangleAlert;

  // Each submission takes the old panel away first, so that every new one comes into view.
  useEffect(() => {
    if (comesIntoView) panel.current?.scrollIntoView({ block: 'nearest' });
  }, [comesIntoView]);

  return (
    <div ref={panel} className={cx(styles.banner, styles[banner.tone])} role="alert">
      <Icon size={16} aria-hidden />
      <div>
        <p className={styles.bannerMessage}>{banner.message}</p>
        {(banner.lines.length > 0 || !comesIntoView) && (
          <ul className={styles.bannerLines}>
            {order
              .filter((name) => name in fields)
              .map((name) => (
                <li key={name}>
                  <button type="button" className={styles.bannerField} onClick={() => onGoTo?.(name)}>
                    {fields[name]}
                  </button>
                </li>
              ))}
            {banner.lines.map(({ label, text }, line) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two lines may read the same, and none ever moves
              <li key={line}>{label ? `${label}: ${text}` : text}</li>
            ))}
          </ul>
        )}
      </div>
    </div>
  );
}

interface Banner {
  tone: 'bad' | 'warn';
  message: string;
  lines: { label?: string; text: string }[];
}

interface Refusal {
  /** The message of each field of this form that the server refused. */
  fields: Record<string, string>;
  banner: Banner;
}

/** Statuses whose sentence says what to do. */
const plainStatuses = [403, 429, 503, 507];

/** Whether a form has no words of its own for an answer. */
function isUnknown(error: unknown): boolean {
  return !(error instanceof ApiError) || ![0, 400, 401, 413, 422, ...plainStatuses].includes(error.status);
}

/** Reads a refused submission into field errors and a banner; undefined when the app tells of it or leaves the page. */
export function readRefusal(error: unknown, rules: FormRules): Refusal | undefined {
  if (!(error instanceof ApiError)) return undefined;
  const { status, problem } = error;
  if (status === 0) return { fields: {}, banner: { tone: 'warn', message: messages.networkError, lines: [] } };
  if (isToldByApp(error)) return undefined;
  if (leavesPage(error)) return undefined;
  if (plainStatuses.includes(status)) {
    return { fields: {}, banner: { tone: 'bad', message: failureText(error), lines: [] } };
  }
  if (status === 400) return readValidation(problem, rules);
  const lines = contextLines(problem);
  // A rule or a wrong password says by itself what to do. Any other status may come from something on the way to the server.
  if (status !== 401 && status !== 422) lines.push({ text: adviceAfter(status) });
  return { fields: {}, banner: { tone: 'bad', message: error.message, lines } };
}

function adviceAfter(status: number): string {
  if (status === 413) return messages.tooLarge;
  return messages.typedIsKept;
}

function readValidation(problem: Problem, rules: FormRules): Refusal {
  const fields: Record<string, string> = {};
  const lines: Banner['lines'] = [];
  for (const [key, refusals] of Object.entries(problem.errors ?? {})) {
    // Own fields are called own.vatId, which a form would take for a part of an object.
    const name = lowerFirst(key).replace('.', '_');
    // An error on a field that this form lacks could never be cleared, and would block it for ever.
    if (name in rules) fields[name] = refusals[0] ?? messages.invalidValue;
    else lines.push(...refusals.map((text) => ({ text })));
  }
  const message = Object.keys(fields).length > 0 ? messages.correctMarkedFields : (problem.error ?? problem.title);
  return { fields, banner: { tone: 'bad', message: message ?? messages.valuesRefused, lines } };
}

const notContext = new Set(['type', 'title', 'status', 'code', 'error', 'reason', 'reasonText']);

function contextLines(problem: Problem): Banner['lines'] {
  const reason = problem.error !== undefined && problem.reason ? [{ text: problem.reason }] : [];
  const context = Object.entries(problem)
    .filter(([key, value]) => !notContext.has(key) && value !== null && value !== undefined)
    .map(([key, value]) => ({ label: fieldLabel(inWords(key)), text: asText(value) }));
  return [...reason, ...context];
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}

function inWords(key: string): string {
  const spaced = key.replace(/([a-z0-9])([A-Z])/g, '$1 $2');
  return spaced.charAt(0).toUpperCase() + spaced.slice(1).toLowerCase();
}

function asText(value: unknown): string {
  if (Array.isArray(value)) return value.map(asText).join(', ');
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
