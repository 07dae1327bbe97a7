import { Boxes } from 'lucide-react';
import { paths } from '@/paths';
import { catalogueRecord, categoryRecord, itemFields, type Product } from '@/records/catalogue/record';
import type { FieldKinds, RecordKind } from '@/records/record';

export const product = {
  kind: 'product',
  ...catalogueRecord('product', Boxes, 'r', paths.products),
  fieldKinds: { ...itemFields, photoUrl: 'photo' } satisfies FieldKinds<Product>,
} satisfies RecordKind & { paths: object };

export const productCategory = {
  kind: 'productCategory',
  ...categoryRecord('productCategory', Boxes, paths.products),
} satisfies RecordKind;
