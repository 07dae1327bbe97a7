import { StickyNote } from 'lucide-react';
import type { AnswerOf } from '@/api/client';
import { paths } from '@/paths';
import { company } from '@/records/company/record';
import { nouns } from '@/records/messages';
import { product } from '@/records/product/record';
import { project } from '@/records/project/record';
import { projectProduct } from '@/records/projectProduct/record';
import { projectSubscription } from '@/records/projectSubscription/record';
import { type Place, part, type RecordKind } from '@/records/record';
import { subscription } from '@/records/subscription/record';

export type Note = AnswerOf<'/note', 'get'>[number];

/** Where a note is: the record that it is about. */
export interface NotePlace {
  entity: string;
  entityId: string;
  projectId?: string | null;
}

/** The kinds of records that have notes. */
const holders: readonly RecordKind[] = [company, project, projectProduct, projectSubscription, product, subscription];

export function hasNotes(kind: string): boolean {
  return holders.some((holder) => holder.kind === kind);
}

/** The page of the record that a note is about. */
export function pathOfNote({ entity, entityId, projectId = null }: NotePlace): string | undefined {
  return holders.find(({ kind }) => kind === entity)?.pathOf({ id: entityId, projectId });
}

/** A search says where a note is, the history only whose it is. */
const page = ({ companyId, projectId, note }: Place) => {
  if (note) return pathOfNote(note);
  if (projectId) return paths.projects.details(projectId);
  return companyId ? paths.companies.details(companyId) : undefined;
};

export const note = {
  ...part,
  kind: 'note',
  noun: nouns.note,
  Icon: StickyNote,
  fieldKinds: { text: 'longText', isPinned: 'yesNo' },
  identity: 'text',
  pathOf: page,
  parentPathOf: (place) => page(place) ?? paths.app.activity(),
  search: { Icon: StickyNote, note: 'parent' },
} satisfies RecordKind;
