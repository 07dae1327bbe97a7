import { ProductActions } from '@/features/projects/ProductActions';
import { ProductFacts } from '@/features/projects/ProductFacts';
import { ProjectProductPage, projectTrail } from '@/features/projects/ProjectPage';
import { ProductStatusBadge } from '@/features/projects/StateBadges';
import { ComponentBoundary } from '@/shared/ui/ComponentBoundary';
import { PageHeader } from '@/shared/ui/PageHeader';

export function Component() {
  return (
    <ProjectProductPage>
      {(project, product) => (
        <>
          <PageHeader
            title={product.product.name}
            trail={projectTrail(project)}
            state={<ProductStatusBadge status={product.status} />}
            actions={<ProductActions project={project} product={product} />}
          />
          <ComponentBoundary>
            <ProductFacts product={product} />
          </ComponentBoundary>
        </>
      )}
    </ProjectProductPage>
  );
}
