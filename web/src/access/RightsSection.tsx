import type { ReactNode } from 'react';
import { moderatorRole, nameOf } from '@/api/enumerations';
import { rightsMessages } from '@/session/messages';
import { Badge } from '@/shared/ui/records/Badge';
import { Section } from '@/shared/ui/records/Card';
import { ErrorState } from '@/shared/ui/states/ErrorState';
import { Skeleton } from '@/shared/ui/states/Skeleton';
import { Note } from '@/shared/ui/text/Note';
import { Sentence } from '@/shared/ui/text/Sentence';
import styles from './access.module.css';
import { messages } from './messages';

/** In the place of rights that are being read. */
export function LoadingRights({ title, height = '6rem' }: { title: string; height?: string }) {
  return (
    <Section title={title}>
      <Skeleton height={height} />
    </Section>
  );
}

/** In the place of those who are no moderators. */
export function LoadingOthers() {
  return (
    <div className={styles.others}>
      <Skeleton height="5.25rem" />
    </div>
  );
}

interface RightsFailedProps {
  title: string;
  message: string;
  query: { isFetching: boolean; refetch: () => Promise<unknown> };
}

/** In the place of rights that could not be read. */
export function RightsFailed({ title, message, query }: RightsFailedProps) {
  return (
    <Section title={title}>
      <ErrorState message={message} busy={query.isFetching} onRefresh={() => void query.refetch()} />
    </Section>
  );
}

/** Whether a role on a company holds in a project. */
export function isInherited({ entity, role, from }: { entity: string | null; role: number | null; from: string }) {
  return entity === 'project' && role !== null && from !== 'project';
}

interface Role {
  role: number | null;
  isInherited: boolean;
  /** That gave it at single sign-on. */
  group: string | null;
}

/** The roles of one person, or on one record, beside what they are about. */
export function Roles({ of }: { of: Role[] }) {
  return (
    <span className={styles.roles}>
      {of.map(({ role, isInherited, group }) => (
        <span key={`${role} ${isInherited}`} className={styles.role}>
          <Badge>{role === null ? rightsMessages.administrator : nameOf(moderatorRole, role)}</Badge>
          {isInherited && <Note as="span">{messages.fromCompany}</Note>}
          {group && (
            <Note as="span">
              <Sentence text={messages.fromGroup} parts={{ group: <bdi>{group}</bdi> }} />
            </Note>
          )}
        </span>
      ))}
    </span>
  );
}

/** The lines of a list of rights. */
export function RightsList({ title, children }: { title: string; children: ReactNode }) {
  return (
    <ul className={styles.list} aria-label={title}>
      {children}
    </ul>
  );
}
