import { Plus } from 'lucide-react';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { rolesByRight } from '@/api/roles.gen';
import type { Project } from '@/records/project/record';
import { columnsOf } from '@/resource/display';
import { messages as resourceMessages } from '@/resource/messages';
import { NeedsRole } from '@/resource/needs';
import { CommandLink } from '@/shared/commands';
import { Table } from '@/shared/table/Table';
import { ButtonLink } from '@/shared/ui/buttons/Button';
import { Section } from '@/shared/ui/records/Card';
import { EmptyState } from '@/shared/ui/states/EmptyState';
import { Note } from '@/shared/ui/text/Note';
import styles from './ItemSection.module.css';
import type { ItemShape, ProjectItems } from './items';
import { messages } from './messages';

interface ItemSectionProps<S extends ItemShape> {
  items: ProjectItems<S>;
  project: Project;
  /** What the amounts are, where their columns do not tell. */
  note?: ReactNode;
}

/** The items of a project as a table, on its page. */
export function ItemSection<S extends ItemShape>({ items, project, note }: ItemSectionProps<S>) {
  const { id, access, isRemoved } = project;
  const { noun, Icon, emptyText } = items;
  const rows = items.of(project);
  const navigate = useNavigate();
  const add = { to: items.paths.create(id), icon: <Plus aria-hidden />, children: resourceMessages.add(noun) };
  return (
    <Section
      title={noun.title}
      count={rows.length}
      action={
        !isRemoved &&
        (access.attach ? (
          items.isCommand ? (
            <CommandLink command="new" {...add} />
          ) : (
            <ButtonLink {...add} />
          )
        ) : (
          <NeedsRole lacks={[{ doing: 'add', roles: rolesByRight.attach }]} />
        ))
      }
    >
      {rows.length === 0 ? (
        <EmptyState icon={<Icon />} title={messages.noneOf(noun)} text={emptyText} />
      ) : (
        <>
          <div className={styles.table}>
            <Table
              caption={noun.title}
              columns={columnsOf(items, access)}
              rows={rows}
              keyOf={(row) => row.id}
              onRowClick={(row) => void navigate(items.paths.details(id, row.id))}
            />
          </div>
          {note && <Note>{note}</Note>}
        </>
      )}
    </Section>
  );
}
