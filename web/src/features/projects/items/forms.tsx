import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '@/api/client';
import { availability, nameOf } from '@/api/enumerations';
import { invalidate } from '@/api/invalidate';
import { queryKeys } from '@/api/queryKeys';
import { paths } from '@/paths';
import { RecordFields } from '@/resource/forms';
import { RecordPage } from '@/resource/RecordPage';
import { editableFieldsOf, inputFieldsOf, recordTrail, rulesOf } from '@/resource/resource';
import { isolate } from '@/shared/format/isolate';
import { PickField, searchFailed } from '@/shared/forms/ComboboxField';
import { Form } from '@/shared/forms/Form';
import { useNavigateAfterSave } from '@/shared/navigation';
import { failsInPlace } from '@/shared/readFailure';
import { notify } from '@/shared/toast';
import { ButtonLink } from '@/shared/ui/Button';
import { Card } from '@/shared/ui/Card';
import { PageHeader } from '@/shared/ui/PageHeader';
import { type Project, projects } from '../project/resource';
import { ItemPage } from './ItemPages';
import type { ItemShape, ProjectItems } from './items';

/** The page that attaches an item of the catalogue to a project. */
export function NewItemPage<S extends ItemShape>({ items }: { items: ProjectItems<S> }) {
  return (
    <RecordPage resource={projects} title={`New ${items.kind}`} needs={({ access }) => access.attach}>
      {(project) => <NewItem items={items} project={project} />}
    </RecordPage>
  );
}

interface NewItemProps<S extends ItemShape> {
  items: ProjectItems<S>;
  project: Project;
}

export function NewItem<S extends ItemShape>({ items, project }: NewItemProps<S>) {
  const client = useQueryClient();
  const navigateAfterSave = useNavigateAfterSave();
  const [blank] = useState(items.blank);
  const parent = paths.projects.details(project.id);
  const fields = inputFieldsOf(items);
  const picked = `${items.kind}Id` as const;

  async function attach(values: S['input']) {
    const item = await items.attach(project.id, values);
    notify.success(`${isolate(items.nameOf(item))} is added.`);
    await invalidate(client, items.entity, item.id);
    await navigateAfterSave(parent, { replace: true });
  }

  return (
    <Card>
      <Form
        rules={rulesOf(items, fields)}
        defaultValues={blank}
        submitLabel={`Add ${items.kind}`}
        onSubmit={attach}
        actions={<ButtonLink to={parent}>Cancel</ButtonLink>}
      >
        <RecordFields
          fields={fields}
          controls={{ [picked]: <CatalogueField key={picked} kind={items.kind} name={picked} /> }}
        />
      </Form>
    </Card>
  );
}

/** The page that edits an item of a project. */
export function EditItemPage<S extends ItemShape>({ items }: { items: ProjectItems<S> }) {
  return (
    <ItemPage items={items} isForm>
      {(project, item) => {
        const details = { label: items.nameOf(item), to: items.paths.details(project.id, item.id) };
        return (
          <>
            <PageHeader title={`Edit ${items.kind}`} trail={[...recordTrail(projects, project), details]} />
            <EditItem items={items} access={project.access} item={item} />
          </>
        );
      }}
    </ItemPage>
  );
}

interface EditItemProps<S extends ItemShape> {
  items: ProjectItems<S>;
  access: Project['access'];
  item: S['record'];
}

export function EditItem<S extends ItemShape>({ items, access, item }: EditItemProps<S>) {
  const client = useQueryClient();
  const navigateAfterSave = useNavigateAfterSave();
  const { id, projectId } = item;
  const details = items.paths.details(projectId, id);
  const fields = editableFieldsOf(items, access);
  // What is stored now, as far as the form knows: a refusal to save may bring a newer edition than the page holds.
  const [refusedBy, setRefusedBy] = useState(item);
  const stored = refusedBy.version > item.version ? refusedBy : item;

  /** Only those that the form asks for. */
  function valuesOf(of: S['record']): S['input'] {
    const values = Object.entries(items.valuesOf(of));
    return Object.fromEntries(values.filter(([name]) => fields.some((field) => field.name === name)));
  }

  async function save(values: S['input'], version = item.version) {
    await items.save(stored, values, version);
    notify.success(`${isolate(items.nameOf(item))} is saved.`);
    await invalidate(client, items.entity, id);
    await navigateAfterSave(details, { replace: true });
  }

  function currentValues(current: unknown) {
    setRefusedBy(current as S['record']);
    return valuesOf(current as S['record']);
  }

  return (
    <Card>
      <Form
        rules={rulesOf(items, fields)}
        defaultValues={valuesOf(item)}
        editing={item}
        currentValues={currentValues}
        submitLabel="Save"
        onSubmit={save}
        actions={<ButtonLink to={details}>Cancel</ButtonLink>}
      >
        <RecordFields fields={fields} />
      </Form>
    </Card>
  );
}

interface CatalogueFieldProps {
  kind: 'product' | 'subscription';
  name: 'productId' | 'subscriptionId';
}

/** An item of a catalogue, found by name. One that is being removed can not be attached. */
function CatalogueField({ kind, name }: CatalogueFieldProps) {
  const [text, setText] = useState('');
  const query = { Search: text, PageSize: 10, Removed: 'exclude' as const };
  const { data, isPending, isPlaceholderData, isError } = useQuery({
    queryKey: [...queryKeys.catalogueLists(kind), 'pick', text],
    meta: failsInPlace,
    queryFn: ({ signal }) => api.get(`/${kind}` as const, { query, signal }),
    placeholderData: keepPreviousData,
  });
  return (
    <PickField
      name={name}
      help={`Type a part of the ${kind}'s name.`}
      suggestions={(data ?? []).map((item) => ({
        value: item.id,
        label: item.name,
        note: `${isolate(item.categoryName)}, ${nameOf(availability, item.status).toLowerCase()}`,
      }))}
      searched={isPending || isPlaceholderData ? undefined : text}
      nothing={isError ? searchFailed : data?.length === 0 ? `No ${kind} found.` : undefined}
      onSearch={setText}
    />
  );
}
