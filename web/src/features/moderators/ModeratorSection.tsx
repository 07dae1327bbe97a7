import { useQueryClient } from '@tanstack/react-query';
import { Pencil, Trash2, UserPlus, Users } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { api } from '@/api/client';
import { moderatorRole, nameOf, userStatus } from '@/api/enumerations';
import { invalidate } from '@/api/invalidate';
import { rolesByRight } from '@/api/roles.gen';
import { paths } from '@/paths';
import { NeedsRole } from '@/resource/needs';
import { useAccount } from '@/session/useAccount';
import { useAction, useActionWithToast } from '@/shared/forms/useAction';
import { lazyPart } from '@/shared/loading/lazyPart';
import { useNavigateAfterSave } from '@/shared/navigation/navigation';
import { recordMessages } from '@/shared/recordMessages';
import { roleMessages } from '@/shared/roleMessages';
import { type Column, Table } from '@/shared/table/Table';
import { notify, undoBy } from '@/shared/toast';
import { ButtonLink } from '@/shared/ui/buttons/Button';
import { IconButton } from '@/shared/ui/buttons/IconButton';
import { ActionDialog } from '@/shared/ui/overlays/Dialog';
import { Avatar } from '@/shared/ui/records/Avatar';
import { Badge } from '@/shared/ui/records/Badge';
import { Section } from '@/shared/ui/records/Card';
import { EmptyState } from '@/shared/ui/states/EmptyState';
import styles from './ModeratorSection.module.css';
import { messages } from './messages';
import {
  type InheritedModerator,
  listPath,
  type Moderated,
  type Moderator,
  mayManage,
  moderatorCall,
  newModeratorPath,
} from './moderated';

const EditModerator = lazyPart(() => import('./EditModerator'));

/** A moderator of its own, or of its company: those are changed there. */
type Row = InheritedModerator & { link?: Moderator; details?: string | null };

type Asking = { what: 'edit' | 'remove'; link: Moderator };

interface ModeratorSectionProps {
  of: Moderated;
  /** Who else may do something here. */
  children?: ReactNode;
}

/** Who may do what with a company or project. */
export function ModeratorSection({ of, children }: ModeratorSectionProps) {
  const [asking, setAsking] = useState<Asking>();
  const { moderators, inheritedModerators = [], access } = of;
  const rows: Row[] = [...moderators.map((link) => ({ ...link, link })), ...inheritedModerators];
  const done = () => setAsking(undefined);

  return (
    <Section
      title={messages.moderators}
      count={rows.length}
      action={
        access.manageModerators ? (
          <ButtonLink to={newModeratorPath(of)} icon={<UserPlus aria-hidden />}>
            {messages.add}
          </ButtonLink>
        ) : (
          <NeedsRole lacks={[{ doing: 'add', roles: rolesByRight.manageModerators }]} />
        )
      }
    >
      {rows.length === 0 ? (
        <EmptyState icon={<Users />} title={messages.none} text={messages.noneText[of.kind]} />
      ) : (
        <div className={styles.table}>
          <Table
            caption={messages.moderators}
            columns={access.manageModerators ? [...columns, actionsColumn(of, setAsking)] : columns}
            rows={rows}
            keyOf={({ link, userEmail }) => link?.id ?? `company ${userEmail}`}
          />
        </div>
      )}
      {children}
      {asking?.what === 'edit' && <EditModerator of={of} link={asking.link} onDone={done} />}
      {asking?.what === 'remove' && <RemoveModerator of={of} link={asking.link} onDone={done} />}
    </Section>
  );
}

const columns: Column<Row>[] = [
  {
    header: messages.name,
    lead: true,
    cell: ({ moderator }) => <Person {...moderator} />,
  },
  {
    header: messages.role,
    grow: true,
    lead: true,
    cell: ({ role, link }) => (
      <span className={styles.role}>
        <Badge>{nameOf(moderatorRole, role)}</Badge>
        {!link && <span className={styles.inherited}>{messages.fromCompany}</span>}
        <span className={styles.allows}>{roleMessages.allows[role]}</span>
      </span>
    ),
  },
  {
    header: messages.details,
    wide: true,
    cell: ({ details }) =>
      details ? (
        <span className={styles.details} dir="auto">
          {details}
        </span>
      ) : (
        '–'
      ),
  },
];

/** Only administrators have a page about users to go to. */
function Person({ displayName, email, phoneNumber, status }: Moderator['moderator']) {
  const { isAdmin } = useAccount();
  return (
    <span className={styles.person}>
      <Avatar name={displayName} photoUrl={null} size={28} />
      <span className={styles.names}>
        <span className={styles.name} dir="auto">
          {isAdmin ? <Link to={paths.users.details(email)}>{displayName}</Link> : displayName}
          {status === userStatus.Disabled && <Badge tone="bad">{recordMessages.disabled}</Badge>}
        </span>
        <span className={styles.contact}>{email}</span>
        {phoneNumber && <span className={styles.contact}>{phoneNumber}</span>}
      </span>
    </span>
  );
}

function actionsColumn(of: Moderated, ask: (asking: Asking) => void): Column<Row> {
  return {
    header: messages.actions,
    quiet: true,
    narrow: true,
    cell: ({ link }) =>
      link &&
      mayManage(of, link) && (
        <span className={styles.actions}>
          <IconButton
            label={messages.edit(link.moderator.displayName)}
            icon={<Pencil />}
            onClick={() => ask({ what: 'edit', link })}
          />
          <IconButton
            label={messages.remove(link.moderator.displayName)}
            icon={<Trash2 />}
            onClick={() => ask({ what: 'remove', link })}
          />
        </span>
      ),
  };
}

interface RemoveModeratorProps {
  of: Moderated;
  link: Moderator;
  onDone: () => void;
}

function RemoveModerator({ of, link, onDone }: RemoveModeratorProps) {
  const client = useQueryClient();
  const navigateAfterSave = useNavigateAfterSave();
  const account = useAccount();
  const { moderator, userEmail, role, details } = link;
  // A link that is gone is not kept: the same person is added again in the same role.
  const restoration = useActionWithToast(async () => {
    const { id } = await api.post(moderatorCall[of.kind], { body: { id: of.id, userEmail, role, details } });
    notify.success(messages.isBack(moderator.displayName));
    await invalidate(client, `${of.kind}Moderator`, id);
  });
  const removal = useAction(async () => {
    await api.delete(moderatorCall[of.kind], { body: { id: link.id } });
    const removed = recordMessages.isRemoved(moderator.displayName);
    if (userEmail === account.email && !account.isAdmin) {
      // They may see less from now on, this page included, and could not add themselves again.
      notify.success(removed);
      await client.invalidateQueries({ refetchType: 'none' });
      await navigateAfterSave(listPath(of), { replace: true });
      return;
    }
    notify.success(
      removed,
      undoBy(() => void restoration.run()),
    );
    await invalidate(client, `${of.kind}Moderator`, link.id);
  });
  return (
    <ActionDialog
      title={messages.removing(moderator.displayName)}
      message={messages.removingQuestion}
      verb={recordMessages.remove}
      danger
      action={removal}
      onClose={onDone}
    />
  );
}
