import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Bookmark } from 'lucide-react';
import { useState } from 'react';
import { useLocation } from 'react-router';
import { api } from '@/api/client';
import { invalidate } from '@/api/invalidate';
import * as rules from '@/api/settingsRules.gen';
import { useAccount } from '@/session/useAccount';
import { FormDialog } from '@/shared/forms/FormDialog';
import { fieldsFor } from '@/shared/forms/fields/fields';
import { useActionWithToast } from '@/shared/forms/useAction';
import { common } from '@/shared/messages';
import { notify } from '@/shared/toast';
import { Button } from '@/shared/ui/buttons/Button';
import { Badge } from '@/shared/ui/records/Badge';
import { Note } from '@/shared/ui/text/Note';
import { messages } from './messages';
import { type SavedButton, type SavedKind, SavedPanel } from './SavedPanel';
import { addressOfView, isShown, queryOfView, type SavedView, viewsOf, viewsQuery } from './views';

export interface ViewsProps {
  list: string;
  /** The query string of the list's call, as it is now. */
  call: () => string;
}

interface ViewsPanelProps extends ViewsProps {
  button: SavedButton;
}

const kind: SavedKind<SavedView> = {
  entity: 'view',
  words: messages,
  rules: { name: rules.SavedViewEdit.name },
  addressOf: addressOfView,
  edit: ({ id, name, version }, changes) => api.put('/view', { body: { id, name, version, ...changes } }),
  remove: (id) => api.delete('/view', { body: { id } }),
};

/** The views of a list: to open, to save, and to change. Loaded when they are asked for, hence a default export. */
export default function ViewsPanel({ list, call, button }: ViewsPanelProps) {
  const { data, isError } = useQuery(viewsQuery);
  const [isSaving, setSaving] = useState(false);
  const location = useLocation();
  const query = () => queryOfView(call(), new URLSearchParams(location.search));
  return (
    <>
      <SavedPanel
        kind={kind}
        button={button}
        list={data && viewsOf(data, list)}
        isFailed={isError}
        isOpen={(view) => isShown(view, location)}
        renderBadge={({ isDefault }) => isDefault && <Badge tone="accent">{messages.default}</Badge>}
        renderActions={(view, mayChange) => <Actions view={view} query={mayChange ? query : undefined} />}
      >
        {(close) => (
          <Button
            icon={<Bookmark aria-hidden />}
            onClick={() => {
              close();
              setSaving(true);
            }}
          >
            {messages.save}
          </Button>
        )}
      </SavedPanel>
      {isSaving && <SaveView list={list} query={query()} onDone={() => setSaving(false)} />}
    </>
  );
}

/** Everyone may begin with a shared view. */
function Actions({ view, query }: { view: SavedView; query: (() => string) | undefined }) {
  const client = useQueryClient();
  const edit = useActionWithToast(async (changes: { isDefault: boolean } | { query: string }) => {
    const { id, name, version } = view;
    await api.put('/view', { body: { id, name, version, ...changes } });
    await invalidate(client, 'view', id);
  });
  return (
    <>
      <Button variant="quiet" onClick={() => void edit.run({ isDefault: !view.isDefault })}>
        {view.isDefault ? messages.noDefault : messages.makeDefault}
      </Button>
      {query && (
        <Button variant="quiet" onClick={() => void edit.run({ query: query() })}>
          {messages.replace}
        </Button>
      )}
    </>
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
