import { Paperclip } from 'lucide-react';
import type { AnswerOf } from '@/api/client';
import { paths } from '@/paths';
import { nouns } from '@/records/messages';
import { pageOfAttached } from '@/records/note/record';
import { type FieldKinds, part, type RecordKind } from '@/records/record';

export type Document = AnswerOf<'/document', 'get'>[number];

export const attachedDocument = {
  ...part,
  kind: 'document',
  noun: nouns.document,
  Icon: Paperclip,
  fieldKinds: {
    name: 'text',
    details: 'longText',
    isConfidential: 'yesNo',
    type: 'text',
    size: 'number',
    sha256: 'text',
    entity: 'recordKind',
    entityName: 'text',
  } satisfies FieldKinds<Document>,
  hasAttachments: false,
  identity: 'name',
  pathOf: pageOfAttached,
  parentPathOf: (place) => pageOfAttached(place) ?? paths.app.activity(),
} satisfies RecordKind;
