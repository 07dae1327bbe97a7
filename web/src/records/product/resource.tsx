import { api } from '@/api/client';
import * as rules from '@/api/rules.gen';
import { paths } from '@/paths';
import {
  type Catalogue,
  categoryName,
  common,
  createdAt,
  details,
  emptyOf,
  type ItemShape,
  keysOf,
  name,
  removalOf,
  status,
} from '@/records/catalogue/catalogue';
import type { Product } from '@/records/catalogue/record';
import { product as record } from './record';

interface ProductShape extends ItemShape {
  record: Product;
  row: Product;
}

export const products: Catalogue<ProductShape> = {
  ...common,
  ...record,
  keys: keysOf('product'),
  param: 'prodId',
  rules: rules.ProductInput,
  fields: { name, categoryName: categoryName(paths.products.list, 1), status, createdAt, details },
  picture: {
    ...common.picture,
    upload: ({ id }, body) => api.put('/product/{id}/photo', { path: { id }, body }),
    remove: ({ id }) => api.delete('/product/{id}/photo', { path: { id } }),
  },
  calls: {
    list: (query, signal) => api.list('/product', { query, signal }),
    export: (query, transfer) => api.download('/product/export', { query, ...transfer }),
    read: (id, signal) => api.get('/product/{id}', { path: { id }, signal }),
    create: (body) => api.post('/product', { body }),
    save: ({ id }, input, version) => api.put('/product', { body: { data: { ...input, id, version } } }),
  },
  empty: emptyOf(record.noun),
  removal: removalOf('product', () => products, paths.projects.product),
};
