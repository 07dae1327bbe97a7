import { useQueryClient } from '@tanstack/react-query';
import { Pencil, Trash2, UserPlus, Users } from 'lucide-react';
import { useState } from 'react';
import { api } from '@/api/client';
import { moderatorRole, nameOf } from '@/api/enumerations';
import { paths } from '@/paths';
import { useAction } from '@/shared/forms/useAction';
import { Avatar } from '@/shared/ui/Avatar';
import { Badge } from '@/shared/ui/Badge';
import { ButtonLink } from '@/shared/ui/Button';
import { Section } from '@/shared/ui/Card';
import { ConfirmDialog } from '@/shared/ui/Dialog';
import { EmptyState } from '@/shared/ui/EmptyState';
import { IconButton } from '@/shared/ui/IconButton';
import { type Column, Table } from '@/shared/ui/Table';
import styles from './CompanyModerators.module.css';
import { EditModerator } from './EditModerator';
import { type Company, type CompanyModerator, refreshCompany } from './queries';

type Asking = { what: 'edit' | 'remove'; link: CompanyModerator };

export function CompanyModerators({ company }: { company: Company }) {
  const [asking, setAsking] = useState<Asking>();
  const { moderators, access } = company;
  const done = () => setAsking(undefined);

  return (
    <Section
      title="Moderators"
      count={moderators.length}
      action={
        access.manageModerators && (
          <ButtonLink to={paths.companies.newModerator(company.id)} icon={<UserPlus aria-hidden />}>
            Add moderator
          </ButtonLink>
        )
      }
    >
      {moderators.length === 0 ? (
        <EmptyState
          icon={<Users />}
          title="No moderators yet"
          text="Moderators see this company and, by their role, work on it."
        />
      ) : (
        <div className={styles.table}>
          <Table
            caption="Moderators"
            columns={access.manageModerators ? [...columns, actionsColumn(setAsking)] : columns}
            rows={moderators}
            keyOf={({ id }) => id}
          />
        </div>
      )}
      {asking?.what === 'edit' && <EditModerator company={company} link={asking.link} onDone={done} />}
      {asking?.what === 'remove' && <RemoveModerator companyId={company.id} link={asking.link} onDone={done} />}
    </Section>
  );
}

const columns: Column<CompanyModerator>[] = [
  {
    header: 'Name',
    lead: true,
    cell: ({ moderator }) => (
      <span className={styles.person}>
        <Avatar name={moderator.displayName} photoUrl={null} size={28} />
        <span className={styles.names}>
          <span className={styles.name}>{moderator.displayName}</span>
          <span className={styles.email}>{moderator.email}</span>
        </span>
      </span>
    ),
  },
  { header: 'Role', narrow: true, cell: ({ role }) => <Badge>{nameOf(moderatorRole, role)}</Badge> },
  { header: 'Phone', cell: ({ moderator }) => moderator.phoneNumber ?? '–' },
  { header: 'Details', cell: ({ details }) => details ?? '–' },
];

function actionsColumn(ask: (asking: Asking) => void): Column<CompanyModerator> {
  return {
    header: 'Actions',
    quiet: true,
    narrow: true,
    cell: (link) => (
      <span className={styles.actions}>
        <IconButton
          label={`Edit ${link.moderator.displayName}`}
          icon={<Pencil />}
          onClick={() => ask({ what: 'edit', link })}
        />
        <IconButton
          label={`Remove ${link.moderator.displayName}`}
          icon={<Trash2 />}
          onClick={() => ask({ what: 'remove', link })}
        />
      </span>
    ),
  };
}

interface RemoveModeratorProps {
  companyId: string;
  link: CompanyModerator;
  onDone: () => void;
}

function RemoveModerator({ companyId, link, onDone }: RemoveModeratorProps) {
  const client = useQueryClient();
  const removal = useAction(async () => {
    await api.delete('/company/moderator', { body: { id: link.id } });
    await refreshCompany(client, companyId);
  });
  return (
    <ConfirmDialog
      title={`Removing Moderator: ${link.moderator.displayName}`}
      message="Are you sure you want to remove this moderator?"
      verb="Delete"
      danger
      busy={removal.status === 'in progress'}
      onConfirm={() => void removal.run().then(onDone)}
      onCancel={onDone}
    />
  );
}
