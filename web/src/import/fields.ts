import { fieldLabel } from '@/api/serverTexts';
import type { OwnField } from '@/own/fields';
import { ownLabel } from '@/own/labels';
import { paths } from '@/paths';
import { type ImportKind, records } from '@/records';
import { importFields } from '@/records/imports';
import { labelOf } from '@/shared/format/noun';
import { messages } from './messages';

const kinds = Object.keys(importFields) as [ImportKind, ...ImportKind[]];

/** The kind of records that an address or an import names; the first one, where that is none which a file may hold. */
export function importedKind(name: string | null): ImportKind {
  return kinds.find((kind) => kind === name) ?? kinds[0];
}

/** The list that leads to an import, and back from it. */
export function listOf(kind: ImportKind): { label: string; to: string } {
  const { noun, list } = records[kind];
  return { label: noun.list ?? noun.title, to: list?.path() ?? paths.app.dashboard() };
}

/** What the columns of a file can set, by the names of the fields, as templates and exports call it. */
export function importLabels(kind: ImportKind, own: readonly OwnField[] = []): Record<string, string> {
  return Object.fromEntries([
    ...importFields[kind].map((name) => [name, messages.shortNames[name] ?? inWords(name)]),
    ...own.map((field) => [`own.${field.key}`, ownLabel(field)]),
  ]);
}

/** Support Email for supportEmail, as the server names fields. */
function inWords(name: string): string {
  return fieldLabel(labelOf({ one: name.replaceAll(/[A-Z]/g, ' $&') }));
}
