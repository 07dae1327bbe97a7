import { useQuery, useQueryClient } from '@tanstack/react-query';
import { EllipsisVertical } from 'lucide-react';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { invalidate } from '@/api/invalidate';
import * as rules from '@/api/rules.gen';
import { paths } from '@/paths';
import { useAccount } from '@/session/useAccount';
import { FormDialog } from '@/shared/forms/FormDialog';
import { fieldsFor } from '@/shared/forms/fields/fields';
import { useAction, useActionWithToast } from '@/shared/forms/useAction';
import { notify } from '@/shared/toast';
import { Button } from '@/shared/ui/buttons/Button';
import { IconButton } from '@/shared/ui/buttons/IconButton';
import { ActionDialog } from '@/shared/ui/overlays/Dialog';
import { Popover } from '@/shared/ui/overlays/Popover';
import { Badge } from '@/shared/ui/records/Badge';
import { Skeleton } from '@/shared/ui/states/Skeleton';
import { Note } from '@/shared/ui/text/Note';
import { messages } from './messages';
import styles from './Plan.module.css';
import { button, type PlansProps } from './PlansButton';
import { plans, plansQuery } from './queries';
import type { Plan } from './types';

type AskedPlan = { what: 'rename' | 'delete'; plan: Plan };

/** The plans that are kept: to open, to keep another one, and to change. Loaded when it is asked for, hence a default export. */
export default function PlansPanel({ open, onKeep }: PlansProps) {
  const [asked, setAsked] = useState<AskedPlan>();
  const done = () => setAsked(undefined);
  return (
    <>
      <Popover label={button.label} icon={button.icon} isIcon isOpenAtFirst>
        {(close) => (
          <PlanList
            open={open}
            onKeep={onKeep}
            onOpened={close}
            onAsk={(next) => {
              close();
              setAsked(next);
            }}
          />
        )}
      </Popover>
      {asked?.what === 'rename' && <RenamePlan plan={asked.plan} onDone={done} />}
      {asked?.what === 'delete' && (
        <DeletePlan plan={asked.plan} isOpen={open?.kept?.id === asked.plan.id} onDone={done} />
      )}
    </>
  );
}

interface PlanListProps {
  open: PlansProps['open'] | undefined;
  onKeep: (() => void) | undefined;
  onOpened: () => void;
  onAsk: (asked: AskedPlan) => void;
}

function PlanList({ open, onKeep, onOpened, onAsk }: PlanListProps) {
  const { data, isError } = useQuery(plansQuery);
  const [managed, setManaged] = useState<string>();
  const kept = open?.kept;
  return (
    <>
      <h2 className={styles.heading}>{messages.plans}</h2>
      {isError && !data && <Note>{messages.plansFailed}</Note>}
      {!data && !isError && <Skeleton height="2rem" />}
      {data?.length === 0 && <Note>{messages.noPlans}</Note>}
      <ul className={styles.plans}>
        {data?.map((plan) => (
          <li key={plan.id}>
            <div className={styles.plan}>
              <Link
                to={`${paths.app.plan()}?plan=${plan.id}`}
                dir="auto"
                aria-current={plan.id === kept?.id ? 'true' : undefined}
                onClick={onOpened}
              >
                {plan.name}
              </Link>
              {plan.isShared && <Badge>{messages.shared}</Badge>}
              <IconButton
                label={messages.manage(plan.name)}
                icon={<EllipsisVertical />}
                aria-expanded={managed === plan.id}
                onClick={() => setManaged(managed === plan.id ? undefined : plan.id)}
              />
            </div>
            {managed === plan.id && <Manage plan={plan} onAsk={onAsk} />}
          </li>
        ))}
      </ul>
      {kept && (
        <Link to={paths.app.plan()} onClick={onOpened}>
          {messages.newPlan}
        </Link>
      )}
      {open?.isDirty && (
        <Button
          variant="quiet"
          onClick={() => {
            open.discard();
            notify.info(messages.discarded);
            onOpened();
          }}
        >
          {messages.discard}
        </Button>
      )}
      {onKeep && open && open.tried.changes.length > 0 && (
        <Button
          onClick={() => {
            onOpened();
            onKeep();
          }}
        >
          {kept ? messages.keepAs : messages.keep}
        </Button>
      )}
    </>
  );
}

/** What a user may do with a plan: administrators alone share plans, and change shared ones. */
function Manage({ plan, onAsk }: { plan: Plan; onAsk: PlanListProps['onAsk'] }) {
  const { isAdmin } = useAccount();
  const client = useQueryClient();
  const share = useActionWithToast(async () => {
    await plans.edit({ ...plan, isShared: !plan.isShared });
    await invalidate(client, 'plan', plan.id);
  });
  if (!isAdmin && plan.isShared) return null;
  return (
    <div className={styles.manage}>
      {isAdmin && (
        <Button variant="quiet" onClick={() => void share.run()}>
          {plan.isShared ? messages.unshare : messages.share}
        </Button>
      )}
      <Button variant="quiet" onClick={() => onAsk({ what: 'rename', plan })}>
        {messages.rename}
      </Button>
      <Button variant="quiet" onClick={() => onAsk({ what: 'delete', plan })}>
        {messages.delete}
      </Button>
    </div>
  );
}

const renamed = { name: rules.KeptPlanEdit.name };
const { TextField } = fieldsFor(renamed);

function RenamePlan({ plan, onDone }: { plan: Plan; onDone: () => void }) {
  const { id, name, version } = plan;
  const client = useQueryClient();
  return (
    <FormDialog
      title={messages.renaming(name)}
      onClose={onDone}
      rules={renamed}
      defaultValues={{ name }}
      editing={{ id, version }}
      submitLabel={messages.rename}
      onSubmit={async (input, asVersion = version) => {
        await plans.edit({ ...plan, version: asVersion, name: input.name });
        notify.success(messages.isKept(input.name));
        onDone();
        await invalidate(client, 'plan', id);
      }}
    >
      <TextField name="name" autoComplete="off" />
    </FormDialog>
  );
}

function DeletePlan({ plan, isOpen, onDone }: { plan: Plan; isOpen: boolean; onDone: () => void }) {
  const { id, name, isShared } = plan;
  const client = useQueryClient();
  const navigate = useNavigate();
  const action = useAction(async () => {
    await plans.remove(id);
    notify.success(messages.isDeleted(name));
    if (isOpen) await navigate(paths.app.plan(), { replace: true });
    await invalidate(client, 'plan', id);
  });
  return (
    <ActionDialog
      title={messages.deleting(name)}
      message={
        <>
          <p>{messages.deletingQuestion}</p>
          {isShared && <p>{messages.deletingShared}</p>}
        </>
      }
      verb={messages.delete}
      danger
      action={action}
      onClose={onDone}
    />
  );
}
