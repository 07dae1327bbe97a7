import { StickyNote } from 'lucide-react';
import type { AnswerOf } from '@/api/client';
import { paths } from '@/paths';
import { nouns } from '@/records/messages';
import { type FieldKinds, type Place, part, type RecordKind } from '@/records/record';

export type Note = AnswerOf<'/note', 'get'>[number];

/** The page of the project or company that a note or a document is in: the history does not say what it is attached to. */
export function pageOfAttached({ companyId, projectId }: Place): string | undefined {
  if (projectId) return paths.projects.details(projectId);
  return companyId ? paths.companies.details(companyId) : undefined;
}

export const note = {
  ...part,
  kind: 'note',
  noun: nouns.note,
  Icon: StickyNote,
  fieldKinds: {
    text: 'longText',
    isPinned: 'yesNo',
    editedAt: 'date',
    entity: 'recordKind',
    entityName: 'text',
  } satisfies FieldKinds<Note>,
  hasAttachments: false,
  identity: 'text',
  pathOf: pageOfAttached,
  parentPathOf: (place) => pageOfAttached(place) ?? paths.app.activity(),
  search: { Icon: StickyNote, note: 'parent' },
} satisfies RecordKind;
