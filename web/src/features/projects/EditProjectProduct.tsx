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
import { ProductFields } from './ProductFields';
import { type ProductValues, productForm } from './productForm';
import type { Project, ProjectProduct } from './queries';
import { useNewest } from './useNewest';

export function EditProjectProduct({ project, product }: { project: Project; product: ProjectProduct }) {
  const client = useQueryClient();
  const navigateAfterSave = useNavigateAfterSave();
  const { id, projectId } = product;
  const details = paths.projects.product(projectId, id);
  const withMoney = project.access.attach;
  const { rules, valuesOf } = productForm(withMoney);

  // A user who may not set price and cost sends them back as they are stored now.
  const [{ price, cost }, setRefusedBy] = useNewest(product);

  async function save(values: ProductValues, version = product.version) {
    await api.put('/project/product', { body: { price, cost, ...values, id, projectId, version } });
    notify.success(`${isolate(product.product.name)} is saved.`);
    await invalidate(client, 'projectProduct', id);
    await navigateAfterSave(details, { replace: true });
  }

  function currentValues(current: unknown) {
    setRefusedBy(current as ProjectProduct);
    return valuesOf(current as ProjectProduct);
  }

  return (
    <Card>
      <Form
        rules={rules}
        defaultValues={valuesOf(product)}
        editing={product}
        currentValues={currentValues}
        submitLabel="Save"
        onSubmit={save}
        actions={<ButtonLink to={details}>Cancel</ButtonLink>}
      >
        <ProductFields withMoney={withMoney} />
      </Form>
    </Card>
  );
}
