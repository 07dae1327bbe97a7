import { Boxes } from 'lucide-react';
import { productStatus } from '@/api/enumerations';
import { paths } from '@/paths';
import { nouns } from '@/records/messages';
import { type Project, projectPage } from '@/records/project/record';
import { type FieldKinds, part, type RecordKind } from '@/records/record';

export const projectProduct = {
  ...part,
  kind: 'projectProduct',
  noun: nouns.projectProduct,
  Icon: Boxes,
  fieldKinds: { status: productStatus, price: 'money', cost: 'money', details: 'longText' } satisfies FieldKinds<
    Project['products'][number]
  >,
  identity: 'productId',
  pathOf: ({ id, projectId }) => (projectId ? paths.projects.product(projectId, id) : undefined),
  parentPathOf: projectPage,
  hasAttachments: true,
  bulk: { setStatus: 'all', setField: 'all', remove: 'all' },
} satisfies RecordKind;
