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
  readonly field?: string;
}

export interface FieldRules {
  readonly label: string;
  readonly checks: readonly Check[];
}

export type FormRules = Readonly<Record<string, FieldRules>>;
export type RuleBook = Readonly<Record<string, FormRules>>;
