import { useQuery } from '@tanstack/react-query';
import { ArrowRightLeft, Check } from 'lucide-react';
import type { ReactNode } from 'react';
import { labelledAction } from '@/bulk/actions';
import { openBulk } from '@/bulk/bulk';
import { Button } from '@/shared/ui/buttons/Button';
import { Panel } from '@/shared/ui/overlays/Panel';
import { FailedQuery } from '@/shared/ui/states/ErrorState';
import { Skeleton } from '@/shared/ui/states/Skeleton';
import { accessQuery } from './accessQuery';
import styles from './LeavingUser.module.css';
import { messages as all } from './messages';
import { isInherited } from './RightsSection';

const messages = all.ofLeaving;

/** As many as the server gives at once. */
const most = 200;

interface LeavingUserProps {
  name: string;
  email: string;
  onClose: () => void;
  /** What disables them. */
  children: ReactNode;
}

/** What is done when a person leaves, in its order. Loaded when it is asked for, hence a default export. */
export default function LeavingUser({ name, email, onClose, children }: LeavingUserProps) {
  const query = useQuery(accessQuery(email, most));
  const { action, label } = labelledAction('handOver');
  const roles = query.data?.data.filter((entry) => entry.role !== null && entry.entity !== null && !isInherited(entry));
  const companies = roles?.filter(({ entity }) => entity === 'company').length ?? 0;
  const isFree = roles?.length === 0;
  return (
    <Panel title={messages.title(name)} onClose={onClose}>
      <ol className={styles.steps}>
        <li>
          <h3>
            {isFree && <Check size={16} aria-hidden />} {messages.handOver}
          </h3>
          {roles ? (
            <p>{isFree ? messages.nothingLeft : messages.left(companies, roles.length - companies)}</p>
          ) : query.isError ? (
            <FailedQuery query={query} message={all.ofUser.notLoaded} />
          ) : (
            <Skeleton height="1.25rem" />
          )}
          {roles && !isFree && (
            <Button
              variant="primary"
              icon={<ArrowRightLeft aria-hidden />}
              onClick={() => openBulk({ list: 'user', records: { ids: [email] }, count: 1, name, action })}
            >
              {label}
            </Button>
          )}
        </li>
        <li>
          <h3>{messages.disable}</h3>
          <p>{messages.disableText}</p>
          {children}
        </li>
      </ol>
    </Panel>
  );
}
