import type { ReactNode } from 'react';
import { formatMoney } from '@/shared/format/money';
import { common } from '@/shared/messages';
import { FigureHelp, type FigureTopic } from './FigureHelp';
import styles from './LeadFigure.module.css';

interface LeadFigureProps {
  /** Undefined while it is on its way. */
  amount: number | undefined;
  /** What the amount is per, and what explains it: a month, unless told otherwise. */
  unit?: { text: string; topic: FigureTopic; of: string };
  /** More in a few words, at the end of the line. */
  children: ReactNode;
}

const aMonth = { text: common.aMonth, topic: 'value-a-month', of: common.valueAMonth } as const;

/** What something is worth, which a page begins with. */
export function LeadFigure({ amount, unit = aMonth, children }: LeadFigureProps) {
  return (
    <div className={styles.lead}>
      <p>
        <b>{amount === undefined ? '…' : formatMoney(amount)}</b> {unit.text}
        <FigureHelp topic={unit.topic} of={unit.of} />
      </p>
      <p>{children}</p>
    </div>
  );
}
