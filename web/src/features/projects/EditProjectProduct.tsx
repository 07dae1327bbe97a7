import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { api } from '@/api/client';
import { paths } from '@/paths';
import { Form } from '@/shared/forms/Form';
import { ButtonLink } from '@/shared/ui/Button';
import { Card } from '@/shared/ui/Card';
import { ProductFields } from './ProductFields';
import { type ProductValues, productRules, productValues } from './productForm';
import { type Project, type ProjectProduct, refreshProject } from './queries';

export function EditProjectProduct({ project, product }: { project: Project; product: ProjectProduct }) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const { id, projectId } = product;
  const details = paths.projects.product(projectId, id);

  async function save(values: ProductValues, version = product.version) {
    await api.put('/project/product', { body: { ...values, id, projectId, version } });
    await refreshProject(client, projectId);
    await navigate(details, { replace: true });
  }

  return (
    <Card>
      <Form
        rules={productRules(project)}
        defaultValues={productValues(product)}
        editing={product}
        currentValues={(current) => productValues(current as ProjectProduct)}
        submitLabel="Save"
        onSubmit={save}
        actions={<ButtonLink to={details}>Cancel</ButtonLink>}
      >
        <ProductFields withMoney={project.access.attach} />
      </Form>
    </Card>
  );
}
