import { Boxes } from 'lucide-react';
import { Link } from 'react-router';
import { api, type BodyOf } from '@/api/client';
import { nameOf, productStatus, productStatusTone } from '@/api/enumerations';
import { valuesFor } from '@/api/rules';
import * as rules from '@/api/rules.gen';
import { paths } from '@/paths';
import type { Project } from '@/records/project/record';
import type { ProjectItems } from '@/records/projectItem/items';
import { NameCell } from '@/records/projectItem/items';
import { messages } from '@/records/projectItem/messages';
import { blankOf } from '@/resource/resource';
import { recordMessages } from '@/shared/recordMessages';
import { Avatar } from '@/shared/ui/records/Avatar';
import { Badge } from '@/shared/ui/records/Badge';
import { projectProduct as record } from './record';

export type ProjectProduct = Project['products'][number];

type Attached = BodyOf<'/project/product', 'post'>;

interface ProjectProductShape {
  record: ProjectProduct;
  row: ProjectProduct;
  input: Pick<Attached, 'productId' | 'status' | 'price' | 'cost' | 'details'>;
  query: object;
  access: Project['access'];
}

const { productId, status, price, cost, details } = rules.ProjectProductInput;

export const projectProducts: ProjectItems<ProjectProductShape> = {
  ...record,
  catalogue: 'product',
  ...messages.products,
  Icon: Boxes,
  param: 'prodId',
  paths: {
    create: paths.projects.newProduct,
    details: paths.projects.product,
    edit: paths.projects.editProduct,
  },
  editRight: 'setProductStatus',
  upkeepRight: 'attach',
  next: { label: messages.saveAndAddSubscription, path: paths.projects.newSubscription },
  of: ({ products }) => products,
  nameOf: ({ product }) => product.name,
  state: statusBadge,
  picture: ({ product: { name, photoUrl } }) => (
    <Avatar name={name} photoUrl={photoUrl} size={72} square fallback={<Boxes />} />
  ),

  rules: { productId, status, price, cost, details },
  fields: {
    productId: {
      show: (item) => <Link to={paths.products.details(item.productId)}>{item.product.name}</Link>,
      column: {
        header: recordMessages.name,
        lead: true,
        cell: ({ id, projectId, product }) => (
          <NameCell kind="projectProduct" id={id} to={paths.projects.product(projectId, id)} item={product} />
        ),
      },
      form: { isFixed: true },
    },
    product: { kind: 'related', label: messages.category, show: ({ product }) => product.categoryName },
    status: {
      show: statusBadge,
      column: { narrow: true, grow: true, lead: true, cell: statusBadge },
      form: { width: 'full', initial: 1 },
    },
    createdAt: { label: recordMessages.created },
    // A user who works on a product says how far it is; what it costs is for those who may attach it.
    price: {
      needs: { edit: 'attach' },
      column: { numeric: true, narrow: true },
      form: { help: messages.priceHelp },
    },
    cost: {
      needs: { see: 'seeCost', edit: 'attach' },
      isShown: (item) => item.cost !== null,
      column: { numeric: true, narrow: true },
      form: { help: messages.costHelp },
    },
    details: { form: { help: recordMessages.detailsHelp } },
  },
  blank: () => blankOf(projectProducts),
  valuesOf: (item) => valuesFor(projectProducts.rules, item),
  attach: (projectId, values) => api.post('/project/product', { body: { ...values, projectId } }),
  // A user who may not set price and cost sends them back as they are stored now.
  save: (stored, values, version) => {
    const { productId: _stays, ...all } = { ...projectProducts.valuesOf(stored), ...values };
    const { id, projectId } = stored;
    return api.put('/project/product', { body: { ...all, id, projectId, version } });
  },
};

/** How far a product of a project is. */
export function statusBadge({ status: value }: Pick<ProjectProduct, 'status'>) {
  return <Badge tone={productStatusTone[value]}>{nameOf(productStatus, value)}</Badge>;
}
