import { Ban, Pencil, Repeat } from 'lucide-react';
import { Button } from '@/shared/ui/buttons/Button';
import { Menu } from '@/shared/ui/overlays/Menu';
import { messages } from './messages';
import { type Asked, actionText, type Days, dayIn } from './plan';
import type { ForecastEvent, PlanChange } from './types';

export interface ChoicesProps {
  days: Days;
  /** Tries a change at once. */
  onChoose: (change: PlanChange) => void;
  /** Asks for the rest of it. */
  onAsk: (asked: Asked) => void;
}

type Choice = Pick<PlanChange, 'action' | 'params'>;

const choices: Record<ForecastEvent['kind'], Choice[]> = {
  cancelBy: [{ action: 'setRenewal', params: { autoRenew: false } }],
  renews: [{ action: 'setRenewal', params: { autoRenew: false } }],
  ends: [
    { action: 'renew', params: {} },
    { action: 'setRenewal', params: { autoRenew: true } },
  ],
  price: [],
};

/** What can be tried with the subscription of an event. */
function choicesOf(event: ForecastEvent, { days, onChoose, onAsk }: ChoicesProps) {
  const on = dayIn(days, event.on);
  const begin = (choice: Choice): PlanChange => ({
    list: 'projectSubscription',
    ids: [event.subscriptionId],
    ...choice,
    on,
  });
  return [
    ...choices[event.kind].map((choice) => {
      const Icon = choice.params.autoRenew === false ? Ban : Repeat;
      return {
        label: actionText(choice),
        icon: <Icon size={16} aria-hidden />,
        onSelect: () => onChoose(begin(choice)),
      };
    }),
    {
      label: messages.newPrice,
      icon: <Pencil size={16} aria-hidden />,
      onSelect: () => onAsk({ change: begin({ action: 'reprice', params: {} }), event }),
    },
  ];
}

export function ChoiceButtons({ event, ...props }: ChoicesProps & { event: ForecastEvent }) {
  return choicesOf(event, props).map(({ label, icon, onSelect }) => (
    <Button key={label} icon={icon} onClick={onSelect}>
      {label}
    </Button>
  ));
}

export function ChoiceMenu({ event, ...props }: ChoicesProps & { event: ForecastEvent }) {
  return (
    <Menu button={{ label: messages.tryFor(event.name), icon: <Pencil size={16} /> }} items={choicesOf(event, props)} />
  );
}
