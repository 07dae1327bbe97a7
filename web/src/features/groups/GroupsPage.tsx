import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Plus, Trash2, UsersRound } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { api } from '@/api/client';
import { queryKeys } from '@/api/queryKeys';
import { paths } from '@/paths';
import { AdminsOnly } from '@/session/rights';
import { UnsavedGuard } from '@/shared/forms/UnsavedGuard';
import { useActionWithToast } from '@/shared/forms/useAction';
import { lazyPart } from '@/shared/loading/lazyPart';
import { notify } from '@/shared/toast';
import { Button } from '@/shared/ui/buttons/Button';
import { IconButton } from '@/shared/ui/buttons/IconButton';
import { PageHeader } from '@/shared/ui/page/PageHeader';
import { Badge } from '@/shared/ui/records/Badge';
import { Card, Section } from '@/shared/ui/records/Card';
import { EmptyState } from '@/shared/ui/states/EmptyState';
import { FailedQuery } from '@/shared/ui/states/ErrorState';
import { Skeleton } from '@/shared/ui/states/Skeleton';
import { Note } from '@/shared/ui/text/Note';
import { Sentence } from '@/shared/ui/text/Sentence';
import styles from './Groups.module.css';
import {
  type Effect,
  type GroupRole,
  groupRolesQuery,
  isSameRight,
  type Preview,
  previewQuery,
  rightName,
  sorted,
} from './groups';
import { messages } from './messages';

const RightDialog = lazyPart(() => import('./RightDialog'));

/** Which rights groups give at single sign-on, for administrators. */
export function GroupsPage() {
  return (
    <AdminsOnly title={messages.title}>
      <Groups />
    </AdminsOnly>
  );
}

function Groups() {
  const client = useQueryClient();
  const stored = useQuery(groupRolesQuery);
  /** As it is to be; undefined while nothing is changed. */
  const [draft, setDraft] = useState<GroupRole[]>();
  const [picked, setPicked] = useState<Record<string, string>>({});
  const [isAdding, setAdding] = useState(false);
  const roles = draft ?? stored.data;
  const preview = useQuery(previewQuery(roles));
  const save = useActionWithToast(async (body: GroupRole[]) => {
    client.setQueryData(groupRolesQuery.queryKey, await api.put('/groupRole', { body }));
    setDraft(undefined);
    notify.success(messages.isSaved);
    await client.invalidateQueries({ queryKey: queryKeys.groupRoles });
  });
  const nameOf = (id: string) => preview.data?.companyNames[id] ?? picked[id] ?? '…';
  const change = (next: GroupRole[]) => {
    const isStored = JSON.stringify(next) === JSON.stringify(stored.data);
    setDraft(isStored ? undefined : next);
  };
  const addButton = (
    <Button variant={draft ? 'secondary' : 'primary'} icon={<Plus aria-hidden />} onClick={() => setAdding(true)}>
      {messages.add}
    </Button>
  );
  return (
    <>
      <PageHeader title={messages.title} actions={roles && roles.length > 0 && addButton} />
      <p className={styles.intro}>{messages.text}</p>
      {preview.data?.claim === null && <Card className={styles.warning}>{messages.noClaim}</Card>}
      {stored.isError && !roles ? (
        <FailedQuery query={stored} message={messages.notLoaded} />
      ) : !roles || preview.isPending ? (
        <Card>
          <Skeleton height="16rem" />
        </Card>
      ) : (
        <div className={styles.parts}>
          {roles.length === 0 ? (
            <EmptyState icon={<UsersRound />} title={messages.none} text={messages.noneText} action={addButton} />
          ) : (
            <ul className={styles.rights} aria-label={messages.rights}>
              {roles.map((right) => (
                <Right
                  key={`${right.group} ${right.companyId}`}
                  right={right}
                  place={right.companyId === null ? messages.everything : nameOf(right.companyId)}
                  onRemove={() => change(roles.filter((one) => !isSameRight(one, right)))}
                />
              ))}
            </ul>
          )}
          {preview.data?.total !== 0 && <People query={preview} />}
          {draft && (
            <div className={styles.save}>
              <Note>{messages.unsaved}</Note>
              <Button onClick={() => setDraft(undefined)}>{messages.discard}</Button>
              <Button variant="primary" busy={save.status === 'in progress'} onClick={() => void save.run(draft)}>
                {messages.save}
              </Button>
            </div>
          )}
        </div>
      )}
      {draft && <UnsavedGuard isSaving={save.status === 'in progress'} onLeave={() => setDraft(undefined)} />}
      {isAdding && roles && (
        <RightDialog
          roles={roles}
          known={preview.data?.groups ?? []}
          onAdd={(right, name) => {
            if (right.companyId !== null && name) setPicked({ ...picked, [right.companyId]: name });
            change(sorted([...roles, right]));
            notify.success(messages.isAdded(right.group));
          }}
          onClose={() => setAdding(false)}
        />
      )}
    </>
  );
}

interface RightProps {
  right: GroupRole;
  place: string;
  onRemove: () => void;
}

function Right({ right: { group, role, companyId }, place, onRemove }: RightProps) {
  return (
    <li>
      <Card className={styles.right}>
        <span className={styles.group} dir="auto">
          {group}
        </span>
        <Badge tone={companyId === null ? 'warn' : 'accent'}>{rightName(role)}</Badge>
        <span className={styles.place} dir="auto">
          {companyId === null ? place : <Link to={paths.companies.details(companyId)}>{place}</Link>}
        </span>
        <IconButton label={messages.remove(group, place)} icon={<Trash2 />} onClick={onRemove} />
      </Card>
    </li>
  );
}

/** Who would get what, which is asked again with each change. */
function People({ query }: { query: ReturnType<typeof useQuery<Preview>> }) {
  const { data } = query;
  return (
    <Section title={messages.preview} count={data?.total}>
      {!data ? (
        <FailedQuery query={query} message={messages.notPreviewed} />
      ) : (
        <>
          <Note>{messages.previewText}</Note>
          <ul className={styles.people} aria-label={messages.preview} aria-busy={query.isPlaceholderData}>
            {data.people.map(({ email, displayName, rights }) => (
              <li key={email}>
                <span className={styles.person}>
                  <Link to={paths.users.details(email)} dir="auto">
                    {displayName}
                  </Link>
                  <Note as="span">{email}</Note>
                </span>
                {rights.length === 0 && <Note>{messages.noRight}</Note>}
                <ul className={styles.effects}>
                  {rights.map((effect) => (
                    <Line key={`${effect.change} ${effect.companyId}`} {...effect} />
                  ))}
                </ul>
              </li>
            ))}
          </ul>
          {data.total > data.people.length && <Note>{messages.andMore(data.total - data.people.length)}</Note>}
        </>
      )}
    </Section>
  );
}

const tones = { given: 'good', taken: 'bad', kept: 'neutral' } as const;

function Line({ change, group, role, companyName }: Effect) {
  const kind = change as keyof typeof tones;
  return (
    <li>
      <Badge tone={tones[kind]}>{messages[kind]}</Badge>{' '}
      <Sentence
        text={companyName === null ? messages.everywhere : messages.line}
        parts={{ role: rightName(role), place: <bdi>{companyName}</bdi>, group: <bdi>{group}</bdi> }}
      />
    </li>
  );
}
