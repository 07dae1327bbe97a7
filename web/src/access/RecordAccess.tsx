import { queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { type AnswerOf, api } from '@/api/client';
import { queryKeys } from '@/api/queryKeys';
import { paths } from '@/paths';
import { useAccount } from '@/session/useAccount';
import { failsInPlace } from '@/shared/loading/readFailure';
import { Button } from '@/shared/ui/buttons/Button';
import { ErrorState } from '@/shared/ui/states/ErrorState';
import { Note } from '@/shared/ui/text/Note';
import styles from './access.module.css';
import { messages as all } from './messages';
import { isInherited, LoadingOthers, RightsList, Roles } from './RightsSection';

const messages = all.ofRecord;

type Entry = AnswerOf<'/access', 'get'>[number];

export interface AccessOf {
  entity: 'company' | 'project';
  id: string;
}

const first = 10;
/** The server gives no more at once. */
const most = 200;

/** All rights at once: what a person may do comes of all of theirs. */
function accessQuery({ entity, id }: AccessOf) {
  return queryOptions({
    queryKey: queryKeys.recordAccess(entity, id),
    meta: failsInPlace,
    queryFn: ({ signal }) => api.list('/access', { query: { Entity: entity, EntityId: id, PageSize: most }, signal }),
  });
}

/**
 * Who may do something with a company or project without being among its moderators, who are listed above: administrators,
 * and those who have a role by a group. Loaded below the page's own parts, hence a default export.
 */
export default function RecordAccess(of: AccessOf) {
  const [isWhole, setWhole] = useState(false);
  const query = useQuery(accessQuery(of));
  if (!query.data) {
    return query.isError ? (
      <ErrorState message={messages.notLoaded} busy={query.isFetching} onRefresh={() => void query.refetch()} />
    ) : (
      <LoadingOthers />
    );
  }
  const { data, pagination } = query.data;
  const people = byPerson(data.filter(({ role, group }) => role === null || group !== null));
  const shown = isWhole ? people : people.slice(0, first);
  const left = people.length - shown.length;
  const unread = pagination.totalItems - data.length;
  if (people.length === 0 && unread <= 0) return null;
  return (
    <div className={styles.others}>
      <h3>{messages.title}</h3>
      <RightsList title={messages.title}>
        {shown.map((rights) => (
          <Person key={rights[0]?.email} entity={of.entity} rights={rights} />
        ))}
      </RightsList>
      {left > 0 && (
        <div>
          <Button onClick={() => setWhole(true)}>{all.showMore(left)}</Button>
        </div>
      )}
      {left === 0 && unread > 0 && <Note>{all.andMore(unread)}</Note>}
    </div>
  );
}

/** The rights of each person, in the order of the first of them. */
function byPerson(entries: Entry[]): Entry[][] {
  const people = new Map<string, Entry[]>();
  for (const entry of entries) people.set(entry.email, [...(people.get(entry.email) ?? []), entry]);
  return [...people.values()];
}

/** A person, their roles, and what these come to. */
function Person({ entity, rights }: { entity: AccessOf['entity']; rights: Entry[] }) {
  const account = useAccount();
  const [one] = rights;
  if (!one) return null;
  const { email, displayName } = one;
  return (
    <li className={styles.entry}>
      <span className={styles.place}>
        <span className={styles.name} dir="auto">
          {account.isAdmin ? <Link to={paths.users.details(email)}>{displayName}</Link> : displayName}
        </span>
        <Note as="span">{email === account.email ? `${email} (${messages.you})` : email}</Note>
        <span className={styles.allowed}>{inWords(rights.flatMap(({ permissions }) => permissions))}</span>
      </span>
      <Roles
        of={rights.map(({ role, from, group }) => ({ role, group, isInherited: isInherited({ entity, role, from }) }))}
      />
    </li>
  );
}

/** What some permissions come to, for people. */
function inWords(permissions: string[]): string {
  const may = new Set(permissions);
  if (!may.has('see')) return messages.nothing;
  const hasCost = may.has('seeCost');
  const known = Object.entries(messages.does);
  const does = known.filter(([permission]) => may.has(permission)).map(([, words]) => words);
  return hasCost && does.length === known.length ? messages.everything : messages.some(hasCost, does);
}
