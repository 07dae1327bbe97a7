import { useQueryClient } from '@tanstack/react-query';
import { api } from '@/api/client';
import { AdminsOnly } from '@/session/AdminsOnly';
import { isolate } from '@/shared/format/isolate';
import { valuesFor } from '@/shared/forms/validate';
import { notify } from '@/shared/toast';
import { ButtonLink } from '@/shared/ui/Button';
import { PageHeader } from '@/shared/ui/PageHeader';
import { useNavigateAfterSave } from '@/shared/useNavigateAfterSave';
import type { Catalogue, Item, ItemInput } from './catalogue';
import { ItemForm } from './ItemForm';
import { ItemPage, itemTrail } from './ItemPage';
import { storeItem } from './queries';

export function EditItem({ catalogue }: { catalogue: Catalogue }) {
  const title = `Edit ${catalogue.noun.one}`;
  return (
    <AdminsOnly title={title}>
      <ItemPage catalogue={catalogue} isForm>
        {(item) => (
          <>
            <PageHeader title={title} trail={itemTrail(catalogue, item)} />
            <EditForm catalogue={catalogue} item={item} />
          </>
        )}
      </ItemPage>
    </AdminsOnly>
  );
}

function EditForm({ catalogue, item }: { catalogue: Catalogue; item: Item }) {
  const client = useQueryClient();
  const navigateAfterSave = useNavigateAfterSave();
  const { id } = item;
  const details = catalogue.paths.details(id);

  async function save(input: ItemInput, version = item.version) {
    const saved = await api.put(catalogue.address, { body: { data: { ...input, id, version } } });
    storeItem(client, catalogue, saved);
    notify.success(`${isolate(saved.name)} is saved.`);
    await navigateAfterSave(details, { replace: true });
  }

  return (
    <ItemForm
      catalogue={catalogue}
      values={valuesFor(catalogue.rules, item)}
      editing={item}
      submitLabel="Save"
      onSubmit={save}
      actions={<ButtonLink to={details}>Cancel</ButtonLink>}
    />
  );
}
