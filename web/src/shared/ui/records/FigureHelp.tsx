import { CircleQuestionMark } from 'lucide-react';
import { base } from '@/base';
import { common } from '@/shared/messages';
import styles from './FigureHelp.module.css';

/** Headings of docs/guide/figures.md, as its page names them. */
export const figureTopics = [
  'value-a-month',
  'cost-and-margin-a-month',
  'prices-of-whole-terms',
  'one-off-products',
  'running-ends-soon-ended',
  'next-end',
  'compared-with-earlier',
  'months-ahead',
  'what-a-plan-comes-to',
] as const;

export type FigureTopic = (typeof figureTopics)[number];

/** Leads to what a figure means, in the user's guide. */
export function FigureHelp({ topic, of }: { topic: FigureTopic; of: string }) {
  const label = common.whatIs(of);
  return (
    <a
      className={styles.help}
      href={`${base}help/figures#${topic}`}
      target="_blank"
      rel="noreferrer"
      aria-label={label}
      title={label}
    >
      <CircleQuestionMark size={14} aria-hidden />
    </a>
  );
}
