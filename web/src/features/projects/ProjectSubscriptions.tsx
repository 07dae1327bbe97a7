import { Plus, Repeat } from 'lucide-react';
import { useNavigate } from 'react-router';
import { paths } from '@/paths';
import { CommandLink } from '@/shared/commands';
import { type Column, Table } from '@/shared/table/Table';
import { Section } from '@/shared/ui/Card';
import { EmptyState } from '@/shared/ui/EmptyState';
import { DateText } from '@/shared/ui/RelativeTime';
import { moneyColumns, NameCell } from './itemColumns';
import styles from './ProjectItems.module.css';
import type { Project, ProjectSubscription } from './queries';
import { SubscriptionBadge } from './StateBadges';

export function ProjectSubscriptions({ project }: { project: Project }) {
  const { id, access, isRemoved, subscriptions } = project;
  const navigate = useNavigate();
  return (
    <Section
      title="Subscriptions"
      count={subscriptions.length}
      action={
        access.attach &&
        !isRemoved && (
          <CommandLink command="new" to={paths.projects.newSubscription(id)} icon={<Plus aria-hidden />}>
            Add subscription
          </CommandLink>
        )
      }
    >
      {subscriptions.length === 0 ? (
        <EmptyState
          icon={<Repeat />}
          title="No subscriptions yet"
          text="Subscriptions of the catalogue that this project runs on, with their periods and prices."
        />
      ) : (
        <div className={styles.table}>
          <Table
            caption="Subscriptions"
            columns={[...columns, ...moneyColumns<ProjectSubscription>(access.seeCost)]}
            rows={subscriptions}
            keyOf={(row) => row.id}
            onRowClick={(row) => void navigate(paths.projects.subscription(id, row.id))}
          />
        </div>
      )}
    </Section>
  );
}

const columns: Column<ProjectSubscription>[] = [
  {
    header: 'Name',
    lead: true,
    cell: ({ id, projectId, subscription }) => (
      <NameCell to={paths.projects.subscription(projectId, id)} item={subscription} />
    ),
  },
  { header: 'State', narrow: true, lead: true, cell: (row) => <SubscriptionBadge subscription={row} /> },
  { header: 'Start', narrow: true, cell: ({ startAt }) => <DateText at={startAt} /> },
  { header: 'End', narrow: true, cell: ({ endAt }) => <DateText at={endAt} /> },
];
