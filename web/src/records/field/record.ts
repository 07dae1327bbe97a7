import { Columns3 } from 'lucide-react';
import type { AnswerOf } from '@/api/client';
import { paths } from '@/paths';
import { nouns } from '@/records/messages';
import { type FieldKinds, part, type RecordKind } from '@/records/record';

/** A field that administrators gave a list. */
export const field = {
  ...part,
  kind: 'field',
  noun: nouns.field,
  Icon: Columns3,
  fieldKinds: {
    list: 'recordKind',
    key: 'text',
    label: 'text',
    labelDe: 'text',
    kind: 'text',
    isRequired: 'yesNo',
    isConfidential: 'yesNo',
    position: 'number',
  } satisfies FieldKinds<AnswerOf<'/field', 'get'>[number]>,
  hasAttachments: false,
  identity: 'key',
  pathOf: paths.app.fields,
  parentPathOf: paths.app.fields,
} satisfies RecordKind;
