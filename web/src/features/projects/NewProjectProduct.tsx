import { useQueryClient } from '@tanstack/react-query';
import { api } from '@/api/client';
import { invalidate } from '@/api/invalidate';
import { paths } from '@/paths';
import { isolate } from '@/shared/format/isolate';
import { Form } from '@/shared/forms/Form';
import { notify } from '@/shared/toast';
import { ButtonLink } from '@/shared/ui/Button';
import { Card } from '@/shared/ui/Card';
import { useNavigateAfterSave } from '@/shared/useNavigateAfterSave';
import { CatalogueField } from './CatalogueField';
import { ProductFields } from './ProductFields';
import { blankProduct, newProductRules } from './productForm';
import type { Project } from './queries';

export function NewProjectProduct({ project }: { project: Project }) {
  const client = useQueryClient();
  const navigateAfterSave = useNavigateAfterSave();
  const parent = paths.projects.details(project.id);

  async function attach(values: typeof blankProduct) {
    const { id, product } = await api.post('/project/product', { body: { ...values, projectId: project.id } });
    notify.success(`${isolate(product.name)} is added.`);
    await invalidate(client, 'projectProduct', id);
    await navigateAfterSave(parent, { replace: true });
  }

  return (
    <Card>
      <Form
        rules={newProductRules}
        defaultValues={blankProduct}
        submitLabel="Add product"
        onSubmit={attach}
        actions={<ButtonLink to={parent}>Cancel</ButtonLink>}
      >
        <CatalogueField kind="product" name="productId" />
        <ProductFields withMoney />
      </Form>
    </Card>
  );
}
