import { useQueryClient } from '@tanstack/react-query';
import { BellRing, Boxes, Building2, CircleCheck, type LucideIcon, UserPlus } from 'lucide-react';
import type { ReactNode } from 'react';
import { api } from '@/api/client';
import { ApiError } from '@/api/errors';
import { invalidate } from '@/api/invalidate';
import { paths } from '@/paths';
import { useActionWithToast } from '@/shared/forms/useAction';
import { notify } from '@/shared/toast';
import { Button, ButtonLink } from '@/shared/ui/Button';
import { Card } from '@/shared/ui/Card';
import { cx } from '@/shared/ui/cx';
import { VisuallyHidden } from '@/shared/ui/VisuallyHidden';
import styles from './FirstSteps.module.css';
import { type Step, steps } from './firstSteps';
import { messages } from './firstStepsMessages';

interface FirstStepsProps {
  isDone: Record<Step, boolean>;
  onHide: () => void;
}

const icons: Record<Step, LucideIcon> = { catalogue: Boxes, company: Building2, people: UserPlus, mail: BellRing };

/** What an administrator of an empty installation does first. */
export default function FirstSteps({ isDone, onHide }: FirstStepsProps) {
  const ways: Record<Step, ReactNode> = {
    catalogue: <CatalogueWays />,
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
        <span>{messages.progress(steps.filter((step) => isDone[step]).length, steps.length)}</span>
        <Button look="quiet" onClick={onHide}>
          {messages.hide}
        </Button>
      </header>
      <Card>
        <ol>
          {steps.map((step) => {
            const Icon = isDone[step] ? CircleCheck : icons[step];
            const { title, text } = messages.steps[step];
            return (
              <li key={step} className={cx(isDone[step] && styles.done)}>
                <Icon size={20} aria-hidden />
                <div>
                  <p className={styles.title}>
                    {title}
                    {isDone[step] && <VisuallyHidden>{messages.isDone}</VisuallyHidden>}
                  </p>
                  {!isDone[step] && <p className={styles.text}>{text}</p>}
                </div>
                {!isDone[step] && <div className={styles.ways}>{ways[step]}</div>}
              </li>
            );
          })}
        </ol>
      </Card>
    </section>
  );
}

function CatalogueWays() {
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
