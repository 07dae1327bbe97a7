import type { FormRules } from '@/api/rules';
import { rules } from '@/api/rules.gen';
import type { ProjectProduct } from './queries';

const { productId, status, price, cost, details } = rules.ProjectProductInput;

export const newProductRules = {
  productId,
  status,
  price,
  cost,
  details,
} satisfies FormRules;

const allRules: FormRules = { status, price, cost, details };
const progressRules: FormRules = { status, details };

type Progress = Pick<ProjectProduct, 'status' | 'details'>;
type Money = Pick<ProjectProduct, 'cost'> & { price: number | null };
export type ProductValues = Progress & Partial<Money>;

export const blankProduct: Progress & Money & { productId: string } = {
  productId: '',
  status: 1,
  price: null,
  cost: null,
  details: null,
};

/** A user who works on a product says how far it is; what it costs is for those who may attach it. */
export function productForm(withMoney: boolean) {
  return {
    rules: withMoney ? allRules : progressRules,
    valuesOf: (product: ProjectProduct): ProductValues => ({
      status: product.status,
      ...(withMoney && { price: product.price, cost: product.cost }),
      details: product.details,
    }),
  };
}
