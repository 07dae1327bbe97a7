import { useQueryClient } from '@tanstack/react-query';
import { Fragment, type ReactNode, useRef } from 'react';
import { invalidate } from '@/api/invalidate';
import { type FormRules, valuesFor } from '@/api/rules';
import * as allRules from '@/api/rules.gen';
import { type OwnPart, WithOwn } from '@/own/WithOwn';
import { AdminsOnly } from '@/session/rights';
import { Form } from '@/shared/forms/Form';
import { AddressFields, emptyAddress, RemoveAddress } from '@/shared/forms/fields/Address';
import {
  CheckboxField,
  MoneyField,
  NumberField,
  SelectField,
  TextAreaField,
  TextField,
} from '@/shared/forms/fields/fields';
import type { FormValues } from '@/shared/forms/values';
import { common } from '@/shared/messages';
import { useNavigateAfterSave } from '@/shared/navigation/navigation';
import { recordMessages } from '@/shared/recordMessages';
import { notify, undoOfAnswer } from '@/shared/toast';
import { ButtonLink } from '@/shared/ui/buttons/Button';
import { PageHeader } from '@/shared/ui/page/PageHeader';
import { Card } from '@/shared/ui/records/Card';
import { messages } from './messages';
import { RecordPage } from './RecordPage';
import {
  type Address,
  blankOf,
  type DescribedField,
  editableFieldsOf,
  inputFieldsOf,
  listCrumb,
  type Resource,
  readField,
  rulesOf,
  type Shape,
  storeRecord,
} from './resource';

type InputName<S extends Shape> = keyof S['input'] & string;

/** The controls of fields that need more than their kind tells; for a record that is edited, or a new one. */
export type Controls<S extends Shape> = (record?: S['record']) => { [Name in InputName<S>]?: ReactNode };

interface NewRecordProps<S extends Shape> {
  resource: Resource<S>;
  controls?: Controls<S>;
  /** What a new record begins with. */
  values?: Partial<S['input']>;
  /** Those of the values that are not asked for. */
  omit?: readonly InputName<S>[];
  /** The page on which the record was asked for, which it leads back to. */
  parent?: string;
  /** Buttons that save too, and lead on to what usually comes next. */
  next?: { name: string; label: string; to: (record: S['record']) => string }[];
  /** Parts of the form that the server takes by calls of their own. */
  parts?: RecordParts<S>;
}

interface RecordParts<S extends Shape> {
  rules: FormRules;
  values: object;
  fields: ReactNode;
  /** Stores what of it is filled in. It may be called again with the same values. */
  store: (record: S['record'], values: FormValues) => Promise<unknown>;
}

/** The page that adds a record. */
export function NewRecordPage<S extends Shape>(props: NewRecordProps<S>) {
  const title = messages.create(props.resource.noun);
  return (
    <AdminsOnly title={title}>
      <PageHeader title={title} trail={[listCrumb(props.resource)]} />
      <NewRecord {...props} />
    </AdminsOnly>
  );
}

/** Asks for a new record. */
export function NewRecord<S extends Shape>(props: NewRecordProps<S>) {
  return <WithOwn list={props.resource.kind}>{(own) => <NewRecordForm {...props} own={own} />}</WithOwn>;
}

function NewRecordForm<S extends Shape>(props: NewRecordProps<S> & { own: OwnPart }) {
  const { resource, controls, values, omit = [], parent, next = [], parts, own } = props;
  const client = useQueryClient();
  const navigateAfterSave = useNavigateAfterSave();
  const { noun, paths, calls, nameOf, idOf } = resource;
  const asked = inputFieldsOf(resource).filter(({ name }) => !(omit as readonly string[]).includes(name));

  // Made by an earlier try, of which a part was refused.
  const made = useRef<S['record']>(undefined);

  async function make(input: S['input']): Promise<S['record']> {
    if (!made.current) return calls.create(input);
    const { version } = await calls.read(idOf(made.current), new AbortController().signal);
    return calls.save(made.current, input, version);
  }

  async function create(input: S['input'], _version?: number, pressed?: string) {
    const ofParts = parts ? valuesFor(parts.rules, input) : {};
    const ofRecord = Object.fromEntries(Object.entries(input).filter(([name]) => !(name in ofParts))) as S['input'];
    const record = await make(own.take(ofRecord));
    made.current ??= record;
    await parts?.store(record, ofParts);
    if (parts) void invalidate(client, resource.kind, idOf(record));
    else storeRecord(client, resource, record);
    const details = paths.details(idOf(record));
    notify.success(
      messages.isAdded(nameOf(record)),
      undoOfAnswer(made.current, {
        leave: { from: details, to: parent ?? paths.list() },
        gone: { entity: resource.kind, id: idOf(record) },
      }),
    );
    const chosen = next.find(({ name }) => name === pressed);
    await navigateAfterSave(chosen?.to(record) ?? parent ?? details, { replace: true });
  }

  return (
    <Card>
      <Form
        rules={{ ...rulesOf(resource, asked), ...own.rules, ...parts?.rules }}
        defaultValues={{ ...blankOf(resource), ...values, ...own.valuesOf({}), ...parts?.values }}
        submitLabel={messages.add(noun)}
        furtherSubmits={next}
        onSubmit={create}
        actions={<ButtonLink to={parent ?? paths.list()}>{common.cancel}</ButtonLink>}
      >
        <RecordFields fields={asked} controls={controls?.()} />
        {own.fields}
        {parts?.fields}
      </Form>
    </Card>
  );
}

interface EditRecordProps<S extends Shape> {
  resource: Resource<S>;
  controls?: Controls<S>;
}

/** The page that edits a record. */
export function EditRecordPage<S extends Shape>(props: EditRecordProps<S>) {
  const { noun, mayEdit, needs } = props.resource;
  return (
    <RecordPage resource={props.resource} title={messages.edit(noun)} needs={mayEdit} roles={needs?.edit}>
      {(record) => <EditRecord {...props} record={record} />}
    </RecordPage>
  );
}

/** Asks for the fields of a record that may change. */
export function EditRecord<S extends Shape>(props: EditRecordProps<S> & { record: S['record'] }) {
  const { resource, record } = props;
  return (
    <WithOwn list={resource.kind} access={readField(record, 'access')} stored={record}>
      {(own) => <EditRecordForm {...props} own={own} />}
    </WithOwn>
  );
}

interface EditRecordFormProps<S extends Shape> extends EditRecordProps<S> {
  record: S['record'];
  own: OwnPart;
}

function EditRecordForm<S extends Shape>({ resource, controls, record, own }: EditRecordFormProps<S>) {
  const client = useQueryClient();
  const navigateAfterSave = useNavigateAfterSave();
  const details = resource.paths.details(resource.idOf(record));
  const asked = editableFieldsOf(resource, readField(record, 'access'));
  const rules = { ...rulesOf(resource, asked), ...own.rules };
  const valuesOf = (of: object) => ({ ...valuesFor(rules, of), ...own.valuesOf(of) });

  async function save(input: S['input'], version = record.version) {
    const saved = await resource.calls.save(record, own.take(input), version);
    storeRecord(client, resource, saved);
    notify.success(recordMessages.isSaved(resource.nameOf(saved)), undoOfAnswer(saved));
    await navigateAfterSave(details, { replace: true });
  }

  return (
    <Card>
      <Form
        rules={rules}
        defaultValues={valuesOf(record) as S['input']}
        editing={{ id: resource.idOf(record), version: record.version }}
        currentValues={(current) => valuesOf(current as object)}
        submitLabel={common.save}
        onSubmit={save}
        actions={<ButtonLink to={details}>{common.cancel}</ButtonLink>}
      >
        <RecordFields fields={asked} controls={controls?.(record)} />
        {own.fields}
      </Form>
    </Card>
  );
}

interface RecordFieldsProps<S extends Shape> {
  fields: DescribedField<S>[];
  controls?: Partial<Record<string, ReactNode>> | undefined;
}

/** The controls of a form, in the order of the fields. */
export function RecordFields<S extends Shape>({ fields, controls = {} }: RecordFieldsProps<S>) {
  return fields
    .filter(({ form }) => !form?.isHidden)
    .map((field) => <Fragment key={field.name}>{controls[field.name] ?? <Control {...field} />}</Fragment>);
}

function Control<S extends Shape>({ name, kind, form = {} }: DescribedField<S>) {
  const { help, width } = form;
  const field = { name, ...(help && { help }), ...(width && { width }) };
  if (kind === 'longText') return <TextAreaField {...field} />;
  if (kind === 'choice') return <SelectField {...field} />;
  if (kind === 'money') return <MoneyField {...field} />;
  if (kind === 'number') return <NumberField {...field} />;
  if (kind === 'yesNo') return <CheckboxField {...field} />;
  const type = ({ email: 'email', phone: 'tel', day: 'date' } as Record<string, string>)[kind] ?? 'text';
  return <TextField {...field} type={type} autoComplete="off" />;
}

/** The page that edits or removes the address of a record. */
export function AddressPage<S extends Shape>({ resource }: { resource: Resource<S> }) {
  const { address, mayEdit, needs } = resource;
  if (!address) return null;
  return (
    <RecordPage resource={resource} title={address.title} needs={mayEdit} roles={needs?.edit}>
      {(record) => <EditAddress resource={resource} address={address} record={record} />}
    </RecordPage>
  );
}

interface EditAddressProps<S extends Shape> {
  resource: Resource<S>;
  address: NonNullable<Resource<S>['address']>;
  record: S['record'];
}

export function EditAddress<S extends Shape>({ resource, address, record }: EditAddressProps<S>) {
  const client = useQueryClient();
  const navigateAfterSave = useNavigateAfterSave();
  const id = resource.idOf(record);
  const up = resource.paths.details(id);
  const stored = address.of(record);

  async function save(version: number, edited?: Address) {
    const saved = await address.save(record, version, edited);
    storeRecord(client, resource, saved);
    notify.success(edited ? messages.addressSaved : messages.addressRemoved, undoOfAnswer(saved));
    await navigateAfterSave(up, { replace: true });
  }

  return (
    <Card>
      <Form
        rules={allRules.AddressInput}
        defaultValues={stored ?? emptyAddress}
        editing={{ id, version: record.version }}
        currentValues={(current) => address.of(current as S['record']) ?? emptyAddress}
        submitLabel={messages.saveAddress}
        onSubmit={(edited, version = record.version) => save(version, edited)}
        actions={<ButtonLink to={up}>{common.cancel}</ButtonLink>}
        removal={stored && <RemoveAddress version={record.version} onRemove={(version) => save(version)} />}
      >
        <AddressFields />
      </Form>
    </Card>
  );
}
