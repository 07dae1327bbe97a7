import type { FormRules } from '@/api/rules';
import { rules } from '@/api/rules.gen';
import type { Project, ProjectProduct } from './queries';

const { productId, status, price, cost, details } = rules.ProjectProductInput;

export const newProductRules = {
  productId: { ...productId, label: 'Product' },
  status,
  price,
  cost,
  details,
} satisfies FormRules;

const allRules: FormRules = { status, price, cost, details };
const progressRules: FormRules = { status, details };

/** Who works on a product says how far it is; what it costs is for those who may attach it. */
export function productRules({ access }: Project): FormRules {
  return access.attach ? allRules : progressRules;
}

export type ProductValues = Pick<ProjectProduct, 'status' | 'cost' | 'details'> & { price: number | null };

export const blankProduct: ProductValues & { productId: string } = {
  productId: '',
  status: 1,
  price: null,
  cost: null,
  details: null,
};

export function productValues({
  status: stage,
  price: amount,
  cost: spent,
  details: text,
}: ProjectProduct): ProductValues {
  return { status: stage, price: amount, cost: spent, details: text };
}
