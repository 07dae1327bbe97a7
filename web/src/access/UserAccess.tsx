import { useQuery } from '@tanstack/react-query';
import { ArrowRightLeft } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import type { AnswerOf } from '@/api/client';
import { labelledAction } from '@/bulk/actions';
import { openBulk } from '@/bulk/bulk';
import { paths } from '@/paths';
import { useAccount } from '@/session/useAccount';
import { Button } from '@/shared/ui/buttons/Button';
import { Section } from '@/shared/ui/records/Card';
import { EmptyState } from '@/shared/ui/states/EmptyState';
import { Note } from '@/shared/ui/text/Note';
import styles from './access.module.css';
import { accessQuery } from './accessQuery';
import { messages as all } from './messages';
import { isInherited, LoadingRights, RightsFailed, RightsList, Roles } from './RightsSection';

const messages = all.ofUser;

type Entry = AnswerOf<'/access', 'get'>[number];

const first = 10;
/** The server gives no more at once. */
const most = 200;

interface UserAccessProps {
  name: string;
  email: string;
  isDisabled: boolean;
}

/** What a user has a role on, and where each role comes from. Loaded below the page's own parts, hence a default export. */
export default function UserAccess({ name, email, isDisabled }: UserAccessProps) {
  const [size, setSize] = useState(first);
  const query = useQuery(accessQuery(email, size));
  const { data, isError, isFetching, isPlaceholderData } = query;
  if (!data) {
    return isError ? (
      <RightsFailed title={messages.title} message={messages.notLoaded} query={query} />
    ) : (
      <LoadingRights title={messages.title} height="14rem" />
    );
  }
  const { totalItems } = data.pagination;
  const left = totalItems - data.data.length;
  return (
    <Section
      title={messages.title}
      count={totalItems}
      action={data.data.some(({ role }) => role !== null) && <HandOver name={name} email={email} />}
    >
      {totalItems === 0 && <EmptyState title={messages.none} text={messages.noneText} />}
      {totalItems > 0 && isDisabled && <Note>{messages.isDisabled}</Note>}
      {/* Those that are not shown may be such as well. */}
      {(left > 0 || data.data.some(isInherited)) && <Note>{messages.inherited}</Note>}
      {totalItems > 0 && (
        <RightsList title={messages.title}>
          {data.data.map((entry) => (
            <li key={`${entry.from} ${entry.id}`} className={styles.entry}>
              <Place {...entry} />
              <Roles of={[{ ...entry, isInherited: isInherited(entry) }]} />
            </li>
          ))}
        </RightsList>
      )}
      {left > 0 && size < most && (
        <div>
          <Button busy={isPlaceholderData && isFetching} onClick={() => setSize(most)}>
            {all.showMore(Math.min(left, most - first))}
          </Button>
        </div>
      )}
      {left > 0 && size >= most && <Note>{all.andMore(left)}</Note>}
    </Section>
  );
}

/** For a colleague who leaves: another person gets every role. */
function HandOver({ name, email }: { name: string; email: string }) {
  const { isAdmin } = useAccount();
  const { action, label } = labelledAction('handOver');
  if (!isAdmin) return null;
  return (
    <Button
      icon={<ArrowRightLeft aria-hidden />}
      onClick={() => openBulk({ list: 'user', records: { ids: [email] }, count: 1, name, action })}
    >
      {label}
    </Button>
  );
}

/** The record that a role is about, and the company of a project. */
function Place({ entity, id, name, companyId, companyName }: Entry) {
  if (!entity || id === null) return <span className={styles.name}>{messages.everything}</span>;
  return (
    <span className={styles.place}>
      <Link
        className={styles.name}
        dir="auto"
        to={(entity === 'company' ? paths.companies : paths.projects).details(id)}
      >
        {name}
      </Link>
      <Note as="span">
        {entity === 'company' ? messages.company : messages.projectOf}
        {companyId !== null && (
          <>
            {' '}
            <Link dir="auto" to={paths.companies.details(companyId)}>
              {companyName}
            </Link>
          </>
        )}
      </Note>
    </span>
  );
}
