import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ChevronDown, ChevronUp, Columns3, Lock, Pencil, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { api } from '@/api/client';
import { invalidate } from '@/api/invalidate';
import { fieldsQuery, type OwnField } from '@/own/fields';
import { ownLabel } from '@/own/labels';
import { holders, nameAmongAll } from '@/records';
import { AdminsOnly } from '@/session/rights';
import { useAction, useActionWithToast } from '@/shared/forms/useAction';
import { lazyPart } from '@/shared/loading/lazyPart';
import { knownOption, useUrlParams } from '@/shared/navigation/useUrlParams';
import { notify, undoBy, undoOfAnswer, undoRequest } from '@/shared/toast';
import { Button } from '@/shared/ui/buttons/Button';
import { IconButton } from '@/shared/ui/buttons/IconButton';
import { cx } from '@/shared/ui/cx';
import { Chips } from '@/shared/ui/inputs/Chips';
import { ActionDialog } from '@/shared/ui/overlays/Dialog';
import { PageHeader } from '@/shared/ui/page/PageHeader';
import { Badge } from '@/shared/ui/records/Badge';
import { Card } from '@/shared/ui/records/Card';
import { EmptyState } from '@/shared/ui/states/EmptyState';
import { FailedQuery } from '@/shared/ui/states/ErrorState';
import { Skeleton } from '@/shared/ui/states/Skeleton';
import { Note } from '@/shared/ui/text/Note';
import { VisuallyHidden } from '@/shared/ui/text/VisuallyHidden';
import styles from './Fields.module.css';
import { messages } from './messages';
import { templates } from './templates';

const FieldDialog = lazyPart(() => import('./FieldDialog'));

/** As many as the server lets a list have. */
const mostFields = 30;

const [firstList, ...otherLists] = holders.map((record) => ({
  value: record.kind as string,
  label: nameAmongAll(record).title,
}));

/** The fields that administrators give lists. */
export function FieldsPage() {
  return (
    <AdminsOnly title={messages.title}>
      <Fields />
    </AdminsOnly>
  );
}

function Fields() {
  const query = useQuery(fieldsQuery);
  const { params, change } = useUrlParams();
  const [isAdding, setAdding] = useState(false);
  if (!firstList) return null;
  const lists = [firstList, ...otherLists] as const;
  const list = knownOption(lists, params.get('list'));
  const title = lists.find(({ value }) => value === list)?.label ?? '';
  const fields = query.data?.filter((field) => field.list === list);
  const isFull = (fields?.length ?? 0) >= mostFields;
  const addButton = (
    <Button variant="primary" icon={<Plus aria-hidden />} onClick={() => setAdding(true)}>
      {messages.add}
    </Button>
  );
  return (
    <>
      <PageHeader title={messages.title} actions={fields && fields.length > 0 && !isFull && addButton} />
      <p className={styles.intro}>{messages.text}</p>
      <div className={styles.lists}>
        <Chips
          label={messages.list}
          options={lists}
          value={list}
          onChange={(next) => change({ list: next === firstList.value ? undefined : next })}
        />
      </div>
      {query.isError && !fields ? (
        <FailedQuery query={query} message={messages.notLoaded} />
      ) : !fields ? (
        <Card>
          <Skeleton height="8rem" />
        </Card>
      ) : (
        <>
          {fields.length === 0 ? (
            <EmptyState icon={<Columns3 />} title={messages.none} text={messages.noneText} action={addButton} />
          ) : (
            <FieldList key={list} fields={fields} />
          )}
          {isFull ? <Note>{messages.full}</Note> : <Templates list={list} fields={fields} />}
        </>
      )}
      {isAdding && <FieldDialog list={list} title={messages.adding(title)} onClose={() => setAdding(false)} />}
    </>
  );
}

/** The fields of a list in their order, which is changed by dragging or by buttons. */
function FieldList({ fields }: { fields: OwnField[] }) {
  const client = useQueryClient();
  const [dragged, setDragged] = useState<string>();
  const [over, setOver] = useState<string>();
  const [told, setTold] = useState('');
  const { run: move } = useActionWithToast(async (field: OwnField, place: number) => {
    const taken = fields[place];
    if (!taken || taken.id === field.id) return;
    await api.put('/field', { body: { id: field.id, version: field.version, position: taken.position } });
    await invalidate(client, 'field', field.id);
    setTold(messages.moved(ownLabel(field), place + 1, fields.length));
  });

  return (
    <>
      <VisuallyHidden>
        <output>{told}</output>
      </VisuallyHidden>
      <ol className={styles.fields}>
        {fields.map((field, place) => (
          <li
            key={field.id}
            draggable
            className={cx(dragged === field.id && styles.dragged, over === field.id && styles.over)}
            onDragStart={() => setDragged(field.id)}
            onDragEnd={() => {
              setDragged(undefined);
              setOver(undefined);
            }}
            onDragOver={(event) => {
              event.preventDefault();
              setOver(field.id);
            }}
            onDrop={(event) => {
              event.preventDefault();
              const meant = fields.find(({ id }) => id === dragged);
              if (meant) void move(meant, place);
            }}
          >
            <FieldRow field={field} place={place} isLast={place === fields.length - 1} onMove={move} />
          </li>
        ))}
      </ol>
    </>
  );
}

interface FieldRowProps {
  field: OwnField;
  place: number;
  isLast: boolean;
  onMove: (field: OwnField, place: number) => unknown;
}

function FieldRow({ field, place, isLast, onMove }: FieldRowProps) {
  const client = useQueryClient();
  const [opened, setOpened] = useState<'edit' | 'removal'>();
  const close = () => setOpened(undefined);
  const { id, key, label, labelDe, kind, options, isRequired, isConfidential } = field;
  const name = ownLabel(field);
  const removal = useAction(async () => {
    await api.delete('/field', { body: { id } });
    notify.success(
      messages.isRemoved(name),
      undoBy(() => void undoRemoval(id)),
    );
    await invalidate(client, 'field', id);
  });
  return (
    <Card className={styles.field}>
      <span className={styles.grip} title={messages.order} aria-hidden />
      <div className={styles.about}>
        <p className={styles.name}>
          <bdi>{label}</bdi>
          {labelDe && labelDe !== label && (
            <span className={styles.other} lang="de">
              <bdi>{labelDe}</bdi>
            </span>
          )}
        </p>
        <p className={styles.facts}>
          <Badge tone="accent">{kindName(kind)}</Badge>
          {isRequired && <Badge tone="warn">{messages.isRequired}</Badge>}
          {isConfidential && (
            <Badge tone="warn">
              <Lock size={12} aria-hidden /> {messages.isConfidential}
            </Badge>
          )}
          <code>{key}</code>
        </p>
        {options.length > 0 && <Note>{options.join(' · ')}</Note>}
      </div>
      <div className={styles.actions}>
        <IconButton
          label={messages.moveUp(name)}
          icon={<ChevronUp />}
          aria-disabled={place === 0 || undefined}
          onClick={() => place > 0 && onMove(field, place - 1)}
        />
        <IconButton
          label={messages.moveDown(name)}
          icon={<ChevronDown />}
          aria-disabled={isLast || undefined}
          onClick={() => !isLast && onMove(field, place + 1)}
        />
        <IconButton label={messages.labelOf(messages.edit, name)} icon={<Pencil />} onClick={() => setOpened('edit')} />
        <IconButton
          label={messages.labelOf(messages.remove, name)}
          icon={<Trash2 />}
          onClick={() => setOpened('removal')}
        />
      </div>
      {opened === 'edit' && <FieldDialog list={field.list} of={field} title={messages.editing(name)} onClose={close} />}
      {opened === 'removal' && (
        <ActionDialog
          title={messages.removing(name)}
          message={messages.removingText}
          verb={messages.removeVerb}
          danger
          action={removal}
          onClose={close}
        />
      )}
    </Card>
  );
}

/** The answer to a removal has no body to find its change by, so the history tells it. */
async function undoRemoval(EntityId: string) {
  const [removed] = await api.get('/change', { query: { Entity: 'field', EntityId, PageSize: 1 } });
  if (removed) undoRequest.set({ target: { seq: removed.seq } });
}

function kindName(kind: string): string {
  return (messages.kinds as Record<string, string>)[kind] ?? kind;
}

/** Fields that most begin with, each made by one click. */
function Templates({ list, fields }: { list: string; fields: OwnField[] }) {
  const client = useQueryClient();
  const { run, status } = useActionWithToast(async (template: (typeof templates)[number]) => {
    const added = await api.post('/field', { body: { list, ...template } });
    notify.success(messages.isAdded(ownLabel(added)), undoOfAnswer(added));
    await invalidate(client, 'field', added.id);
  });
  const offered = templates.filter(({ key }) => !fields.some((field) => field.key.toLowerCase() === key.toLowerCase()));
  if (offered.length === 0) return null;
  return (
    <div className={cx(styles.templates, fields.length === 0 && styles.centred)}>
      <Note>{messages.templates}</Note>
      <ul>
        {offered.map((template) => (
          <li key={template.key}>
            <Button
              icon={<Plus aria-hidden />}
              aria-disabled={status === 'in progress' || undefined}
              onClick={() => void run(template)}
            >
              {ownLabel(template)}
            </Button>
          </li>
        ))}
      </ul>
    </div>
  );
}
