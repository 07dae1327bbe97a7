import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { api } from '@/api/client';
import { availability, nameOf } from '@/api/enumerations';
import { invalidate } from '@/api/invalidate';
import { queryKeys } from '@/api/queryKeys';
import { rolesByRight } from '@/api/roles.gen';
import * as rules from '@/api/rules.gen';
import { type OwnPart, WithOwn } from '@/own/WithOwn';
import { paths } from '@/paths';
import type { Project } from '@/records/project/record';
import { projects } from '@/records/project/resource';
import { type Controls, RecordFields } from '@/resource/forms';
import { messages as resourceMessages } from '@/resource/messages';
import { RecordPage } from '@/resource/RecordPage';
import { editableFieldsOf, inputFieldsOf, readField, recordTrail, rulesOf } from '@/resource/resource';
import { Form } from '@/shared/forms/Form';
import { PickField } from '@/shared/forms/fields/ComboboxField';
import { fieldsFor } from '@/shared/forms/fields/fields';
import { messages as formMessages } from '@/shared/forms/messages';
import { lazyPart } from '@/shared/loading/lazyPart';
import { failsInPlace } from '@/shared/loading/readFailure';
import { common } from '@/shared/messages';
import { useNavigateAfterSave } from '@/shared/navigation/navigation';
import { recordMessages } from '@/shared/recordMessages';
import { notify, undoOfAnswer } from '@/shared/toast';
import { ButtonLink } from '@/shared/ui/buttons/Button';
import { PageHeader } from '@/shared/ui/page/PageHeader';
import { Card } from '@/shared/ui/records/Card';
import { ItemPage } from './ItemPage';
import type { ItemShape, ProjectItems } from './items';
import { messages } from './messages';

interface ItemFormProps<S extends ItemShape> {
  items: ProjectItems<S>;
  /** The controls of fields that need more than their kind tells; for an item that is edited, or a new one. */
  controls?: Controls<S> | undefined;
}

/** The page that attaches an item of the catalogue to a project. */
export function NewItemPage<S extends ItemShape>({ items, controls }: ItemFormProps<S>) {
  return (
    <RecordPage
      resource={projects}
      title={resourceMessages.create(items.noun)}
      needs={({ access }) => access.attach}
      roles={rolesByRight.attach}
    >
      {(project) => <NewItem items={items} controls={controls} project={project} />}
    </RecordPage>
  );
}

interface NewItemProps<S extends ItemShape> extends ItemFormProps<S> {
  project: Project;
}

export function NewItem<S extends ItemShape>(props: NewItemProps<S>) {
  return <WithOwn list={props.items.kind}>{(own) => <NewItemForm {...props} own={own} />}</WithOwn>;
}

function NewItemForm<S extends ItemShape>({ items, controls, project, own }: NewItemProps<S> & { own: OwnPart }) {
  const client = useQueryClient();
  const navigateAfterSave = useNavigateAfterSave();
  const [blank] = useState(items.blank);
  const [added, setAdded] = useState(0);
  const { next } = items;
  const parent = paths.projects.details(project.id);
  const fields = inputFieldsOf(items);
  const picked = `${items.catalogue}Id` as const;

  async function attach(values: S['input'], _version?: number, pressed?: string) {
    const item = await items.attach(project.id, own.take(values));
    notify.success(resourceMessages.isAdded(items.nameOf(item)), undoOfAnswer(item));
    await invalidate(client, items.kind, item.id);
    if (pressed === 'another') return;
    await navigateAfterSave(pressed === 'next' && next ? next.path(project.id) : parent, { replace: true });
  }

  return (
    <Card>
      <Form
        key={added}
        rules={{ ...rulesOf(items, fields), ...own.rules }}
        defaultValues={{ ...blank, ...own.valuesOf({}) }}
        submitLabel={resourceMessages.add(items.noun)}
        furtherSubmits={[
          { name: 'another', label: messages.saveAndAddAnother },
          ...(next ? [{ name: 'next', label: next.label }] : []),
        ]}
        onSubmit={attach}
        onSaved={(pressed) => pressed === 'another' && setAdded(added + 1)}
        actions={<ButtonLink to={parent}>{common.cancel}</ButtonLink>}
      >
        <RecordFields
          fields={fields}
          controls={{
            ...controls?.(),
            ...pricesOf(items),
            [picked]: <CatalogueField items={items} name={picked} />,
          }}
        />
        {own.fields}
      </Form>
    </Card>
  );
}

/** The page that edits an item of a project. */
export function EditItemPage<S extends ItemShape>({ items, controls }: ItemFormProps<S>) {
  return (
    <ItemPage items={items} isForm>
      {(project, item) => {
        const details = { label: items.nameOf(item), to: items.paths.details(project.id, item.id) };
        return (
          <>
            <PageHeader
              title={resourceMessages.edit(items.noun)}
              trail={[...recordTrail(projects, project), details]}
            />
            <EditItem items={items} controls={controls} access={project.access} item={item} />
          </>
        );
      }}
    </ItemPage>
  );
}

interface EditItemProps<S extends ItemShape> extends ItemFormProps<S> {
  access: Project['access'];
  item: S['record'];
}

export function EditItem<S extends ItemShape>(props: EditItemProps<S>) {
  const { items, access, item } = props;
  return (
    // A user who only says how far a product is sets none of them.
    <WithOwn list={items.kind} access={access} stored={item} isAsked={access[items.upkeepRight]}>
      {(own) => <EditItemForm {...props} own={own} />}
    </WithOwn>
  );
}

function EditItemForm<S extends ItemShape>(props: EditItemProps<S> & { own: OwnPart }) {
  const { items, controls, access, item, own } = props;
  const client = useQueryClient();
  const navigateAfterSave = useNavigateAfterSave();
  const { id, projectId } = item;
  const details = items.paths.details(projectId, id);
  const fields = editableFieldsOf(items, access);
  // What is stored now, as far as the form knows: a refusal to save may bring a newer edition than the page holds.
  const [refusedBy, setRefusedBy] = useState(item);
  const stored = refusedBy.version > item.version ? refusedBy : item;

  /** Only those that the form asks for. What it asks besides its fields is stored nowhere, and begins empty. */
  function valuesOf(of: S['record']): S['input'] {
    const values = Object.entries(items.valuesOf(of));
    const asked = values.filter(([name]) => fields.some((field) => field.name === name));
    const besides = Object.keys(items.rulesOfEdit ?? {}).map((name) => [name, null]);
    return { ...Object.fromEntries([...asked, ...besides]), ...own.valuesOf(of) };
  }

  async function save(values: S['input'], version = item.version) {
    const saved = await items.save(stored, own.take(values), version);
    notify.success(recordMessages.isSaved(items.nameOf(item)), undoOfAnswer(saved));
    await invalidate(client, items.kind, id);
    await navigateAfterSave(details, { replace: true });
  }

  function currentValues(current: unknown) {
    setRefusedBy(current as S['record']);
    return valuesOf(current as S['record']);
  }

  const given = controls?.(stored);
  return (
    <Card>
      <Form
        rules={{ ...rulesOf(items, fields), ...items.rulesOfEdit, ...own.rules }}
        defaultValues={valuesOf(item)}
        editing={item}
        currentValues={currentValues}
        submitLabel={common.save}
        onSubmit={save}
        actions={<ButtonLink to={details}>{common.cancel}</ButtonLink>}
      >
        <RecordFields fields={fields} controls={{ ...given, ...pricesOf(items, stored, given) }} />
        {own.fields}
      </Form>
    </Card>
  );
}

const { MoneyField } = fieldsFor(rules.ProjectProductInput);
const Terms = lazyPart(() => import('./Terms'), { isLater: true, failed: null });

/** The last amount that is asked for, with what it comes to below it, and what else is given for it. */
function pricesOf<S extends ItemShape>({ catalogue }: ProjectItems<S>, stored?: S['record'], given: object = {}) {
  const name = catalogue === 'product' ? 'cost' : 'price';
  const more = (given as Record<string, ReactNode>)[name];
  return {
    [name]: (
      <>
        <MoneyField name={name} help={catalogue === 'product' ? messages.costHelp : messages.priceHelp} />
        <Terms catalogue={catalogue} {...(stored && { cost: (readField(stored, 'cost') as number | null) ?? null })} />
        {more}
      </>
    ),
  };
}

const NoneFound = lazyPart(() => import('./NoneFound'), { failed: null });

interface CatalogueFieldProps {
  items: Pick<ProjectItems<ItemShape>, 'catalogue' | 'noun'>;
  name: 'productId' | 'subscriptionId';
}

/** An item of a catalogue, found by name. One that is being removed can not be attached. */
function CatalogueField({ items: { catalogue, noun }, name }: CatalogueFieldProps) {
  const [text, setText] = useState('');
  const query = { Search: text, PageSize: 10, Removed: 'exclude' as const };
  const { data, isPending, isPlaceholderData, isError } = useQuery({
    queryKey: [...queryKeys.catalogueLists(catalogue), 'pick', text],
    meta: failsInPlace,
    queryFn: ({ signal }) => api.get(`/${catalogue}` as const, { query, signal }),
    placeholderData: keepPreviousData,
  });
  return (
    <PickField<typeof rules.ProjectProductInput & typeof rules.ProjectSubscriptionInput>
      name={name}
      help={data?.length === 0 ? <NoneFound catalogue={catalogue} /> : messages.pickHelp(noun)}
      suggestions={(data ?? []).map((item) => ({
        value: item.id,
        label: item.name,
        note: messages.categoryAndStatus(item.categoryName, nameOf(availability, item.status)),
      }))}
      searched={isPending || isPlaceholderData ? undefined : text}
      nothing={isError ? formMessages.searchFailed : data?.length === 0 ? messages.noneFound(noun) : undefined}
      onSearch={setText}
    />
  );
}
