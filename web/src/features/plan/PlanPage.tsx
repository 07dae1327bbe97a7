import { useQuery } from '@tanstack/react-query';
import { CalendarX, Plus } from 'lucide-react';
import { useEffect, useState } from 'react';
import { triedSelection } from '@/bulk/bulk';
import { paths } from '@/paths';
import { useAccount } from '@/session/useAccount';
import { lazyPart } from '@/shared/loading/lazyPart';
import { useMinute } from '@/shared/loading/timing';
import { useUrlParams } from '@/shared/navigation/useUrlParams';
import { notify, undoBy } from '@/shared/toast';
import { Button, ButtonLink } from '@/shared/ui/buttons/Button';
import { PageHeader } from '@/shared/ui/page/PageHeader';
import { Badge } from '@/shared/ui/records/Badge';
import { EmptyState } from '@/shared/ui/states/EmptyState';
import { FailedQuery } from '@/shared/ui/states/ErrorState';
import { Skeleton } from '@/shared/ui/states/Skeleton';
import { Note } from '@/shared/ui/text/Note';
import { Decisions } from './Decisions';
import { Events } from './Events';
import { messages } from './messages';
import styles from './Plan.module.css';
import { PlansButton } from './PlansButton';
import { type Asked, actionText, mostChanges } from './plan';
import { lastDayOf, monthAfter, plansQuery } from './queries';
import type { ForecastEvent, Plan, PlanChange } from './types';
import { useOpenPlan } from './usePlan';
import { Year } from './Year';

const ChangeDialog = lazyPart(() => import('./ChangeDialog'));
const KeepDialog = lazyPart(() => import('./KeepDialog'));
const ApplyPanel = lazyPart(() => import('./ApplyPanel'));

/** The year ahead as it is, and as it would be: decisions are tried here before they are made. */
export function PlanPage() {
  const { params } = useUrlParams();
  const id = params.get('plan') ?? '';
  const query = useQuery({ ...plansQuery, enabled: id !== '' });
  const [isApplying, setApplying] = useState(false);
  const plan = query.data?.find((one) => one.id === id);
  if (id !== '' && !plan) {
    return (
      <>
        <PageHeader title={messages.title} actions={<PlansButton />} />
        {query.data ? (
          <EmptyState
            icon={<CalendarX />}
            title={messages.gone}
            text={messages.goneText}
            action={<ButtonLink to={paths.app.plan()}>{messages.begin}</ButtonLink>}
          />
        ) : query.isError ? (
          <FailedQuery query={query} message={messages.saved.failed} />
        ) : (
          <Skeleton height="420px" />
        )}
      </>
    );
  }
  return <PlanOf key={id} kept={plan} isApplying={isApplying} onApplying={setApplying} />;
}

interface PlanOfProps {
  kept: Plan | undefined;
  isApplying: boolean;
  onApplying: (isApplying: boolean) => void;
}

function PlanOf({ kept, isApplying, onApplying }: PlanOfProps) {
  const { isAdmin } = useAccount();
  const now = new Date(useMinute() * 60_000).toISOString();
  const today = now.slice(0, 10);
  const month = now.slice(0, 7);
  const open = useOpenPlan(kept, { until: monthAfter(month, 12), changes: [] });
  const { tried, change, isDirty } = open;
  // Administrators alone change and apply shared plans; others go on with one of their own.
  const owned = kept?.isShared && !isAdmin ? undefined : kept;
  const { changes } = tried;
  // A plan may be older than its last month.
  const until = [tried.until, month].toSorted().at(-1) ?? month;
  const [asked, setAsked] = useState<Asked | undefined>(() => {
    const selection = triedSelection.get();
    return selection ? { selection } : undefined;
  });
  // Not while it is rendered: a first rendering may be dropped, and the next one needs it.
  useEffect(() => triedSelection.set(null), []);
  const [isKeeping, setKeeping] = useState<'keep' | 'apply'>();
  /** The one that was added without a dialog, which has the focus next. */
  const [added, setAdded] = useState<number>();
  const [seen, setSeen] = useState<readonly ForecastEvent[]>([]);
  const days = { first: today, last: lastDayOf(until) };

  function put(next: PlanChange, index = changes.length) {
    change({ changes: [...changes.slice(0, index), next, ...changes.slice(index + 1)] });
  }

  function choose(next: PlanChange) {
    if (changes.length >= mostChanges) return notify.warning(messages.tooMany);
    setAdded(changes.length);
    put(next);
  }

  function takeOut(index: number) {
    const taken = changes[index];
    if (!taken) return;
    change({ changes: changes.toSpliced(index, 1) });
    notify.info(
      messages.takenOut(actionText(taken)),
      undoBy(() => change({ changes })),
    );
  }

  async function apply() {
    if (!owned) return setKeeping('apply');
    if (!isDirty || (await open.save())) onApplying(true);
  }

  const mayApply = changes.length > 0;
  const choices = { onChoose: choose, onAsk: setAsked };
  return (
    <>
      <PageHeader
        title={messages.title}
        state={
          <>
            {kept && (
              <span className={styles.name} dir="auto">
                {kept.name}
              </span>
            )}
            {kept?.isShared && <Badge>{messages.shared}</Badge>}
            {isDirty && <Badge tone="warn">{messages.notSaved}</Badge>}
          </>
        }
        note={changes.length === 0 && !kept && <Note>{messages.asItIsNote}</Note>}
        actions={
          <>
            <PlansButton open={open} onKeep={() => setKeeping('keep')} />
            {isDirty && (kept || mayApply) && (
              <Button busy={open.isSaving} onClick={() => (owned ? void open.save() : setKeeping('keep'))}>
                {messages.save}
              </Button>
            )}
            {mayApply && (
              <Button variant="primary" onClick={() => void apply()}>
                {messages.apply}
              </Button>
            )}
          </>
        }
      />
      {open.isOutdated && (
        <div className={styles.conflict} role="alert">
          <p>{messages.conflict}</p>
          <Button onClick={open.discard}>{messages.takeTheirs}</Button>
          <Button onClick={open.keepMine}>{messages.keepMine}</Button>
        </div>
      )}
      {changes.length === 0 && <Decisions until={until} days={days} {...choices} />}
      <Year
        tried={{ until, changes }}
        days={days}
        known={seen}
        added={added}
        onUntil={(next) => change({ until: next })}
        onDay={(index, on) => {
          const moved = changes[index];
          if (moved) put({ ...moved, on }, index);
        }}
        onEdit={(index) => setAsked({ index, ...(changes[index] && { change: changes[index] }) })}
        onTakeOut={takeOut}
        add={
          <Button
            icon={<Plus aria-hidden />}
            onClick={() => (changes.length < mostChanges ? setAsked({}) : notify.warning(messages.tooMany))}
          >
            {messages.add}
          </Button>
        }
      />
      <Events until={until} days={days} onSeen={setSeen} {...choices} />
      {asked && (
        <ChangeDialog
          about={asked}
          days={days}
          known={seen}
          onDone={(next) => {
            put(next, asked.index);
            setAsked(undefined);
          }}
          onClose={() => setAsked(undefined)}
        />
      )}
      {isKeeping && (
        <KeepDialog
          tried={{ until, changes }}
          onKept={() => {
            open.discard();
            onApplying(isKeeping === 'apply');
          }}
          onClose={() => setKeeping(undefined)}
        />
      )}
      {isApplying && kept && <ApplyPanel plan={kept} onClose={() => onApplying(false)} />}
    </>
  );
}
