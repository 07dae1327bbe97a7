/** The shape of rules.gen.ts: validation rules as data, the same ones that the server applies. */
export interface Option {
  readonly key: string;
  readonly value: number;
}

/** One condition on one field. `code` names its kind; a check with `patterns` may have any code. */
export interface Check {
  readonly code: string;
  readonly message: string;
  readonly value?: number;
  readonly patterns?: readonly string[];
  readonly options?: readonly Option[];
  /** Another field that the condition looks at: when that one changes, this one is checked again. */
  readonly field?: string;
  /** A condition between fields that only a form states; the generated rules are plain data. */
  readonly test?: (value: unknown, values: Readonly<Record<string, unknown>>) => boolean;
}

export interface FieldRules {
  readonly label: string;
  readonly checks: readonly Check[];
  /** Drafts do not keep it. */
  readonly isSecret?: boolean;
}

export type FormRules = Readonly<Record<string, FieldRules>>;
export type RuleBook = Readonly<Record<string, FormRules>>;

/** Of an entity, what a form with these rules edits. */
export function valuesFor<T extends object, R extends FormRules>(rules: R, entity: T): Pick<T, keyof T & keyof R> {
  const entries = Object.keys(rules).map((name) => [name, (entity as Record<string, unknown>)[name]]);
  return Object.fromEntries(entries) as Pick<T, keyof T & keyof R>;
}
