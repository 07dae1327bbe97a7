import { useQueryClient } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { api } from '@/api/client';
import { AdminsOnly } from '@/session/AdminsOnly';
import { isolate } from '@/shared/format/isolate';
import { notify } from '@/shared/toast';
import { ButtonLink } from '@/shared/ui/Button';
import { PageHeader } from '@/shared/ui/PageHeader';
import { useNavigateAfterSave } from '@/shared/useNavigateAfterSave';
import type { Catalogue, ItemInput } from './catalogue';
import { ItemForm } from './ItemForm';
import { listCrumb } from './ItemPage';
import { storeItem } from './queries';

export function NewItem({ catalogue }: { catalogue: Catalogue }) {
  const client = useQueryClient();
  const navigateAfterSave = useNavigateAfterSave();
  const [params] = useSearchParams();
  const { address, noun, paths, blank } = catalogue;
  const title = `New ${noun.one}`;

  async function create(input: ItemInput) {
    const item = await api.post(address, { body: input });
    storeItem(client, catalogue, item);
    notify.success(`${isolate(item.name)} is added.`);
    await navigateAfterSave(paths.details(item.id), { replace: true });
  }

  return (
    <AdminsOnly title={title}>
      <PageHeader title={title} trail={[listCrumb(catalogue)]} />
      <ItemForm
        catalogue={catalogue}
        values={{ ...blank, categoryName: params.get('category') ?? '' }}
        submitLabel={`Add ${noun.one}`}
        onSubmit={create}
        actions={<ButtonLink to={paths.list()}>Cancel</ButtonLink>}
      />
    </AdminsOnly>
  );
}
