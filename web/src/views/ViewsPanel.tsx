import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Bookmark, EllipsisVertical } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Link, useLocation } from 'react-router';
import { api } from '@/api/client';
import { invalidate } from '@/api/invalidate';
import * as rules from '@/api/settingsRules.gen';
import { useAccount } from '@/session/useAccount';
import { FormDialog } from '@/shared/forms/FormDialog';
import { fieldsFor } from '@/shared/forms/fields/fields';
import { useAction, useActionWithToast } from '@/shared/forms/useAction';
import { common } from '@/shared/messages';
import { notify } from '@/shared/toast';
import { Button } from '@/shared/ui/buttons/Button';
import { IconButton } from '@/shared/ui/buttons/IconButton';
import { ActionDialog } from '@/shared/ui/overlays/Dialog';
import { Popover } from '@/shared/ui/overlays/Popover';
import { Badge } from '@/shared/ui/records/Badge';
import { Skeleton } from '@/shared/ui/states/Skeleton';
import { Note } from '@/shared/ui/text/Note';
import { messages } from './messages';
import styles from './Views.module.css';
import { addressOfView, isShown, queryOfView, type SavedView, viewsOf, viewsQuery } from './views';

export interface ViewsProps {
  list: string;
  /** The query string of the list's call, as it is now. */
  call: () => string;
}

interface ViewsPanelProps extends ViewsProps {
  button: { label: string; icon: ReactNode };
}

type Asked = { what: 'save' } | { what: 'rename' | 'delete'; view: SavedView };

/** The views of a list: to open, to save, and to change. Loaded when they are asked for, hence a default export. */
export default function ViewsPanel({ list, call, button }: ViewsPanelProps) {
  const [asked, setAsked] = useState<Asked>();
  const { search } = useLocation();
  const query = () => queryOfView(call(), new URLSearchParams(search));
  const done = () => setAsked(undefined);
  return (
    <>
      <Popover label={button.label} icon={button.icon} isIcon isOpenAtFirst>
        {(close) => (
          <ViewList
            list={list}
            query={query}
            onOpened={close}
            onAsk={(next) => {
              close();
              setAsked(next);
            }}
          />
        )}
      </Popover>
      {asked?.what === 'save' && <SaveView list={list} query={query()} onDone={done} />}
      {asked?.what === 'rename' && <RenameView view={asked.view} onDone={done} />}
      {asked?.what === 'delete' && <DeleteView view={asked.view} onDone={done} />}
    </>
  );
}

interface ViewListProps {
  list: string;
  query: () => string;
  onOpened: () => void;
  onAsk: (asked: Asked) => void;
}

function ViewList({ list, query, onOpened, onAsk }: ViewListProps) {
  const { data, isError } = useQuery(viewsQuery);
  const [managed, setManaged] = useState<string>();
  const location = useLocation();
  const views = viewsOf(data, list);
  return (
    <>
      <h2 className={styles.heading}>{messages.title}</h2>
      {isError && !data && <Note>{messages.failed}</Note>}
      {!data && !isError && <Skeleton height="2rem" />}
      {data && views.length === 0 && <Note>{messages.none}</Note>}
      <ul className={styles.views}>
        {views.map((view) => (
          <li key={view.id}>
            <div className={styles.view}>
              <Link
                to={addressOfView(view)}
                className={styles.name}
                dir="auto"
                aria-current={isShown(view, location) ? 'true' : undefined}
                onClick={onOpened}
              >
                {view.name}
              </Link>
              {view.isShared && <Badge>{messages.shared}</Badge>}
              {view.isDefault && <Badge tone="accent">{messages.default}</Badge>}
              <IconButton
                label={messages.manage(view.name)}
                icon={<EllipsisVertical />}
                aria-expanded={managed === view.id}
                onClick={() => setManaged(managed === view.id ? undefined : view.id)}
              />
            </div>
            {managed === view.id && <Manage view={view} query={query} onAsk={onAsk} />}
          </li>
        ))}
      </ul>
      <Button icon={<Bookmark aria-hidden />} onClick={() => onAsk({ what: 'save' })}>
        {messages.save}
      </Button>
    </>
  );
}

/** What a user may do with a view. Everyone may begin with a shared one; administrators alone change it. */
function Manage({ view, query, onAsk }: { view: SavedView } & Pick<ViewListProps, 'query' | 'onAsk'>) {
  const { isAdmin } = useAccount();
  const client = useQueryClient();
  const edit = useActionWithToast(async (changes: Partial<SavedView>) => {
    const { id, name, version } = view;
    await api.put('/view', { body: { id, name, version, ...changes } });
    await invalidate(client, 'view', id);
  });
  const mayChange = isAdmin || !view.isShared;
  return (
    <div className={styles.manage}>
      <Button variant="quiet" onClick={() => void edit.run({ isDefault: !view.isDefault })}>
        {view.isDefault ? messages.noDefault : messages.makeDefault}
      </Button>
      {mayChange && (
        <>
          <Button variant="quiet" onClick={() => void edit.run({ query: query() })}>
            {messages.replace}
          </Button>
          {isAdmin && (
            <Button variant="quiet" onClick={() => void edit.run({ isShared: !view.isShared })}>
              {view.isShared ? messages.unshare : messages.share}
            </Button>
          )}
          <Button variant="quiet" onClick={() => onAsk({ what: 'rename', view })}>
            {messages.rename}
          </Button>
          <Button variant="quiet" onClick={() => onAsk({ what: 'delete', view })}>
            {messages.delete}
          </Button>
        </>
      )}
    </div>
  );
}

const savedRules = {
  name: rules.SavedViewInput.name,
  isShared: { label: messages.share, checks: [] },
  isDefault: { label: messages.makeDefault, checks: [] },
};
const fields = fieldsFor(savedRules);

function SaveView({ list, query, onDone }: { list: string; query: string; onDone: () => void }) {
  const { isAdmin } = useAccount();
  const client = useQueryClient();
  return (
    <FormDialog
      title={messages.saving}
      intro={<Note>{messages.intro}</Note>}
      onClose={onDone}
      rules={savedRules}
      defaultValues={{ name: '', isShared: false, isDefault: false }}
      submitLabel={common.save}
      onSubmit={async (input) => {
        const { id, name } = await api.post('/view', { body: { ...input, list, query } });
        notify.success(messages.isSaved(name));
        onDone();
        await invalidate(client, 'view', id);
      }}
    >
      <fields.TextField name="name" autoComplete="off" />
      <fields.CheckboxField name="isDefault" />
      {isAdmin && <fields.CheckboxField name="isShared" />}
    </FormDialog>
  );
}

const renamed = fieldsFor(rules.SavedViewEdit);

function RenameView({ view, onDone }: { view: SavedView; onDone: () => void }) {
  const client = useQueryClient();
  return (
    <FormDialog
      title={messages.renaming(view.name)}
      onClose={onDone}
      rules={{ name: rules.SavedViewEdit.name }}
      defaultValues={{ name: view.name }}
      submitLabel={messages.rename}
      onSubmit={async ({ name }) => {
        await api.put('/view', { body: { id: view.id, version: view.version, name } });
        notify.success(messages.isSaved(name));
        onDone();
        await invalidate(client, 'view', view.id);
      }}
    >
      <renamed.TextField name="name" autoComplete="off" />
    </FormDialog>
  );
}

function DeleteView({ view: { id, name, isShared }, onDone }: { view: SavedView; onDone: () => void }) {
  const client = useQueryClient();
  const action = useAction(async () => {
    await api.delete('/view', { body: { id } });
    notify.success(messages.isDeleted(name));
    await invalidate(client, 'view', id);
  });
  return (
    <ActionDialog
      title={messages.deleting(name)}
      message={
        <>
          <p>{messages.deletingQuestion}</p>
          {isShared && <p>{messages.deletingShared}</p>}
        </>
      }
      verb={messages.delete}
      danger
      action={action}
      onClose={onDone}
    />
  );
}
