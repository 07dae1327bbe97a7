import { CircleQuestionMark } from 'lucide-react';
import { useLocation } from 'react-router';
import { guideAddress } from '@/base';
import { common } from '@/shared/messages';
import { VisuallyHidden } from '@/shared/ui/text/VisuallyHidden';
import styles from './PageHeader.module.css';

/** The page of the guide about a page of the app, by how its path goes on below the app area; the first that fits counts. */
const pages: readonly [begins: string, page: string][] = [
  ['companies/new', 'new-customer'],
  ['companies/', 'new-customer'],
  ['projects/', 'new-customer'],
  ['companies', 'find'],
  ['projects', 'find'],
  ['products', 'new-customer'],
  ['subscriptions', 'new-customer'],
  ['users', 'people'],
  ['account', 'account'],
  ['notifications', 'renewals'],
  ['renewals', 'renewals'],
  ['plan', 'plan'],
  ['reports', 'reports'],
  ['activity', 'history'],
  ['removed', 'history'],
  ['security', 'security'],
  ['channels', 'integration'],
  ['webhooks', 'integration'],
  ['fields', 'fields'],
  ['groups', 'people'],
  ['import', 'import-export'],
];

/** The guide, opened at what a page of the app is about. */
export function guideOf(pathname: string): string {
  const place = pathname.slice(pathname.indexOf('/app/') + '/app/'.length);
  const [, page] = pages.find(([begins]) => place.startsWith(begins)) ?? [];
  return page ? `${guideAddress}${page}.html` : guideAddress;
}

/** Beside the heading of a page. It comes when the page is painted, hence a default export. */
export default function GuideLink() {
  const { pathname } = useLocation();
  return (
    <a href={guideOf(pathname)} target="_blank" rel="noreferrer" className={styles.guide} title={common.guideToThis}>
      <CircleQuestionMark size={16} aria-hidden />
      <VisuallyHidden>{common.guideToThis}</VisuallyHidden>
    </a>
  );
}
