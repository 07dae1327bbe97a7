import { Pencil } from 'lucide-react';
import { useState } from 'react';
import { paths } from '@/paths';
import { CommandLink } from '@/shared/commands';
import { DeleteButton } from '@/shared/ui/DeleteButton';
import type { Project, ProjectProduct } from './queries';
import { RemoveItem } from './RemoveItem';

/** What the user may do with a project's product. */
export function ProductActions({ project, product }: { project: Project; product: ProjectProduct }) {
  const [asking, setAsking] = useState(false);
  const { access } = project;
  return (
    <>
      {(access.attach || access.setProductStatus) && (
        <CommandLink
          command="edit"
          to={paths.projects.editProduct(project.id, product.id)}
          icon={<Pencil aria-hidden />}
        >
          Edit
        </CommandLink>
      )}
      {access.attach && <DeleteButton onClick={() => setAsking(true)} />}
      {asking && (
        <RemoveItem kind="product" item={product} name={product.product.name} onDone={() => setAsking(false)} />
      )}
    </>
  );
}
