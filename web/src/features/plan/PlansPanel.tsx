import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from 'react-router';
import * as rules from '@/api/rules.gen';
import { paths } from '@/paths';
import { notify } from '@/shared/toast';
import { Button } from '@/shared/ui/buttons/Button';
import { type SavedKind, SavedPanel } from '@/views/SavedPanel';
import { messages } from './messages';
import { button, type PlansProps } from './PlansButton';
import { plans, plansQuery } from './queries';
import type { Plan } from './types';

const kind: SavedKind<Plan> = {
  entity: 'plan',
  words: messages.saved,
  rules: { name: rules.KeptPlanEdit.name },
  addressOf: ({ id }) => `${paths.app.plan()}?plan=${id}`,
  edit: (plan, changes) => plans.edit({ ...plan, ...changes }),
  remove: plans.remove,
};

/** The plans that are kept: to open, to keep another one, and to change. Loaded when it is asked for, hence a default export. */
export default function PlansPanel({ open, onKeep }: PlansProps) {
  const { data, isError } = useQuery(plansQuery);
  const navigate = useNavigate();
  const kept = open?.kept;
  const isOpen = ({ id }: Plan) => id === kept?.id;
  return (
    <SavedPanel
      kind={kind}
      button={button}
      list={data}
      isFailed={isError}
      isOpen={isOpen}
      onRemoved={async (plan) => {
        if (isOpen(plan)) await navigate(paths.app.plan(), { replace: true });
      }}
    >
      {(close) => (
        <>
          {kept && (
            <Link to={paths.app.plan()} onClick={close}>
              {messages.newPlan}
            </Link>
          )}
          {open?.isDirty && (
            <Button
              variant="quiet"
              onClick={() => {
                open.discard();
                notify.info(messages.discarded);
                close();
              }}
            >
              {messages.discard}
            </Button>
          )}
          {onKeep && open && open.tried.changes.length > 0 && (
            <Button
              onClick={() => {
                close();
                onKeep();
              }}
            >
              {kept ? messages.keepAs : messages.keep}
            </Button>
          )}
        </>
      )}
    </SavedPanel>
  );
}
