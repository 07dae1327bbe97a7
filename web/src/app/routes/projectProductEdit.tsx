import { EditProjectProduct } from '@/features/projects/EditProjectProduct';
import { ProjectProductPage, productTrail } from '@/features/projects/ProjectPage';
import { PageHeader } from '@/shared/ui/PageHeader';

export function Component() {
  return (
    <ProjectProductPage needs="setProductStatus">
      {(project, product) => (
        <>
          <PageHeader title="Edit product" trail={productTrail(project, product)} />
          <EditProjectProduct project={project} product={product} />
        </>
      )}
    </ProjectProductPage>
  );
}
