import { useQuery, useQueryClient } from '@tanstack/react-query';
import { BellRing, Boxes, Building2, CircleCheck, type LucideIcon, UserPlus } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { api } from '@/api/client';
import { ApiError } from '@/api/errors';
import { invalidate } from '@/api/invalidate';
import { paths } from '@/paths';
import type { Account } from '@/session/session';
import { useAccount } from '@/session/useAccount';
import { useActionWithToast } from '@/shared/forms/useAction';
import { readStored, writeStored } from '@/shared/storage';
import { notify } from '@/shared/toast';
import { Button, ButtonLink } from '@/shared/ui/Button';
import { Card } from '@/shared/ui/Card';
import { cx } from '@/shared/ui/cx';
import { VisuallyHidden } from '@/shared/ui/VisuallyHidden';
import styles from './FirstSteps.module.css';
import { messages } from './firstStepsMessages';
import { type Statistics, statisticsQuery } from './queries';

const key = 'btracker.first-steps';

/**
 * What an administrator of an empty installation does first, until all is done or hidden in this browser. Where it was
 * there before, or mail is not set up, it is there before the figures come: what is below stays where it is.
 */
export function FirstSteps() {
  const account = useAccount();
  const { data: statistics } = useQuery(statisticsQuery);
  const [stored, setStored] = useState(() => readStored('localStorage', key));
  const isDone = statistics && doneSteps(statistics, account);
  const isOpen = isDone && !steps.every((step) => isDone[step]);
  useEffect(() => {
    if (isOpen !== undefined && stored !== 'hidden') writeStored('localStorage', key, isOpen ? 'open' : null);
  }, [isOpen, stored]);

  function hide() {
    writeStored('localStorage', key, 'hidden');
    setStored('hidden');
  }
  const isShown = isOpen ?? (stored === 'open' || account.noMailServer);
  return isShown && stored !== 'hidden' && <StepList isDone={isDone} onHide={hide} />;
}

interface StepListProps {
  /** Not known yet without. */
  isDone: Record<Step, boolean> | undefined;
  onHide: () => void;
}

const steps = ['catalogue', 'company', 'people', 'mail'] as const;

type Step = (typeof steps)[number];

/** By what there is. */
function doneSteps(statistics: Statistics, { noMailServer }: Pick<Account, 'noMailServer'>): Record<Step, boolean> {
  const { productCategories, subscriptionCategories, companies, allUsers } = statistics;
  return {
    catalogue: productCategories + subscriptionCategories > 0,
    company: companies > 0,
    people: (allUsers ?? 0) > 1,
    mail: !noMailServer,
  };
}

const icons: Record<Step, LucideIcon> = { catalogue: Boxes, company: Building2, people: UserPlus, mail: BellRing };

/** As high before it is known what is done as after. */
function StepList({ isDone, onHide }: StepListProps) {
  const ways: Record<Step, ReactNode> = {
    catalogue: <CatalogueWays isOpen={isDone?.catalogue === false} />,
    company: (
      <>
        <ButtonLink to={paths.companies.create()}>{messages.addCompany}</ButtonLink>
        <ButtonLink look="quiet" to={paths.app.import('company')}>
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
        <span>{isDone && messages.progress(steps.filter((step) => isDone[step]).length, steps.length)}</span>
        <Button look="quiet" onClick={onHide}>
          {messages.hide}
        </Button>
      </header>
      <Card>
        <ol>
          {steps.map((step) => {
            const { title, text } = messages.steps[step];
            const Icon = isDone?.[step] ? CircleCheck : icons[step];
            return (
              <li key={step} className={cx(isDone?.[step] && styles.done)}>
                <Icon size={20} aria-hidden />
                <div>
                  <p className={styles.title}>
                    {title}
                    {isDone?.[step] && <VisuallyHidden>{messages.isDone}</VisuallyHidden>}
                  </p>
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

function CatalogueWays({ isOpen }: { isOpen: boolean }) {
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
      <Button
        busy={adding.status === 'in progress'}
        className={cx(!isOpen && styles.away)}
        onClick={() => void adding.run()}
      >
        {messages.addStarterCategories}
      </Button>
      <ButtonLink look="quiet" to={paths.products.list()}>
        {messages.ownCategories}
      </ButtonLink>
    </>
  );
}

/** A name that is taken is as good as one that was added. */
function unlessThere(error: unknown): void {
  if (!(error instanceof ApiError && error.status === 400)) throw error;
}
