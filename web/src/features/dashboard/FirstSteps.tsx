import { useQuery, useQueryClient } from '@tanstack/react-query';
import { BellRing, Boxes, Building2, type LucideIcon, UserPlus } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { api } from '@/api/client';
import { ApiError } from '@/api/errors';
import { invalidate } from '@/api/invalidate';
import { paths } from '@/paths';
import type { Account } from '@/session/session';
import { useAccount } from '@/session/useAccount';
import { useActionWithToast } from '@/shared/forms/useAction';
import { readStored, writeStored } from '@/shared/storage/storage';
import { notify } from '@/shared/toast';
import { Button, ButtonLink } from '@/shared/ui/buttons/Button';
import { Card } from '@/shared/ui/records/Card';
import styles from './FirstSteps.module.css';
import { messages } from './firstStepsMessages';
import { type Statistics, statisticsQuery } from './queries';

const key = 'btracker.first-steps';

const hidden = 'hidden';

/**
 * What an administrator of an empty installation does first, until all is done or hidden in this browser. It is there
 * before the figures come, as it was before, or with mail that is not set up: what is below stays where it is.
 */
export function FirstSteps() {
  const account = useAccount();
  const { data: statistics } = useQuery(statisticsQuery);
  const [stored, setStored] = useState(() => readStored('localStorage', key));
  const isDone = statistics && doneSteps(statistics, account);
  const known = isDone && steps.filter((step) => !isDone[step]);
  const names = known?.join();
  useEffect(() => {
    if (names !== undefined && stored !== hidden) writeStored('localStorage', key, names || null);
  }, [names, stored]);

  function hide() {
    writeStored('localStorage', key, hidden);
    setStored(hidden);
  }
  const before = steps.filter((step) => stored?.split(',').includes(step));
  const open = known ?? (before.length === 0 && account.noMailServer ? (['mail'] as const) : before);
  return open.length > 0 && stored !== hidden && <StepList open={open} statistics={statistics} onHide={hide} />;
}

interface StepListProps {
  /** What is to be done; as it was before while there are no figures. */
  open: readonly Step[];
  statistics: Statistics | undefined;
  onHide: () => void;
}

const steps = ['catalogue', 'company', 'people', 'mail'] as const;

type Step = (typeof steps)[number];

/** By what there is. */
function doneSteps(statistics: Statistics, { noMailServer }: Pick<Account, 'noMailServer'>): Record<Step, boolean> {
  const { products, subscriptions, companies, allUsers } = statistics;
  return {
    catalogue: products + subscriptions > 0,
    company: companies > 0,
    people: (allUsers ?? 0) > 1,
    mail: !noMailServer,
  };
}

const icons: Record<Step, LucideIcon> = { catalogue: Boxes, company: Building2, people: UserPlus, mail: BellRing };

/** What is done needs no room any more: the heading counts it. */
function StepList({ open, statistics, onHide }: StepListProps) {
  const ways: Record<Step, ReactNode> = {
    catalogue: hasCategories(statistics) ? <ItemWays /> : <CategoryWays />,
    company: (
      <>
        <ButtonLink to={paths.companies.create()}>{messages.addCompany}</ButtonLink>
        <ButtonLink variant="quiet" to={paths.app.import('company')}>
          {messages.importCompanies}
        </ButtonLink>
      </>
    ),
    people: <ButtonLink to={paths.users.create()}>{messages.addUser}</ButtonLink>,
    mail: <ButtonLink to={paths.app.account()}>{messages.chooseReminders}</ButtonLink>,
  };
  return (
    <section className={styles.steps} aria-labelledby="first-steps">
      <header>
        <h2 id="first-steps">{messages.title}</h2>
        <span>{statistics && messages.progress(steps.length - open.length, steps.length)}</span>
        <Button variant="quiet" onClick={onHide}>
          {messages.hide}
        </Button>
      </header>
      <Card>
        <ol>
          {open.map((step) => {
            const { title, text } = messages.steps[step];
            const Icon = icons[step];
            return (
              <li key={step}>
                <Icon size={20} aria-hidden />
                <div>
                  <p className={styles.title}>{title}</p>
                  <p className={styles.text}>{text}</p>
                </div>
                <div className={styles.ways}>{ways[step]}</div>
              </li>
            );
          })}
        </ol>
      </Card>
    </section>
  );
}

function hasCategories(statistics: Statistics | undefined): boolean {
  return statistics !== undefined && statistics.productCategories + statistics.subscriptionCategories > 0;
}

function ItemWays() {
  return (
    <>
      <ButtonLink to={paths.products.create()}>{messages.addProduct}</ButtonLink>
      <ButtonLink to={paths.subscriptions.create()}>{messages.addSubscription}</ButtonLink>
    </>
  );
}

/** An item of the catalogue needs a category to be in. */
function CategoryWays() {
  const client = useQueryClient();
  const adding = useActionWithToast(async () => {
    for (const kind of ['product', 'subscription'] as const) {
      for (const name of messages.starterCategories[kind]) {
        await api.post(`/${kind}/categories` as const, { body: { name }, handles: [400] }).catch(unlessThere);
        void invalidate(client, `${kind}Category`, name);
      }
    }
    notify.success(messages.categoriesAdded);
  });
  return (
    <>
      <Button busy={adding.status === 'in progress'} onClick={() => void adding.run()}>
        {messages.addStarterCategories}
      </Button>
      <ButtonLink variant="quiet" to={paths.products.list()}>
        {messages.ownCategories}
      </ButtonLink>
    </>
  );
}

/** A name that is taken is as good as one that was added. */
function unlessThere(error: unknown): void {
  if (!(error instanceof ApiError && error.status === 400)) throw error;
}
