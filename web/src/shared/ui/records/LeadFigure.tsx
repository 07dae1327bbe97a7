import type { ReactNode } from 'react';
import { formatMoney } from '@/shared/format/money';
import { common } from '@/shared/messages';
import { FigureHelp } from './FigureHelp';
import styles from './LeadFigure.module.css';

interface LeadFigureProps {
  /** A month; undefined while it is on its way. */
  amount: number | undefined;
  /** More in a few words, at the end of the line. */
  children: ReactNode;
}

/** What something is worth a month, which a page begins with. */
export function LeadFigure({ amount, children }: LeadFigureProps) {
  return (
    <div className={styles.lead}>
      <p>
        <b>{amount === undefined ? '…' : formatMoney(amount)}</b> {common.aMonth}
        <FigureHelp topic="value-a-month" of={common.valueAMonth} />
      </p>
      <p>{children}</p>
    </div>
  );
}
