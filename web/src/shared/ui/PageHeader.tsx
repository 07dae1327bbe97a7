import { ChevronRight, CircleQuestionMark } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link, useLocation } from 'react-router';
import { guideOf } from '@/shared/guide';
import { common } from '@/shared/messages';
import { usePageTitle } from '@/shared/usePageTitle';
import styles from './PageHeader.module.css';
import { VisuallyHidden } from './VisuallyHidden';

export interface Crumb {
  label: string;
  /** Not given for a page that the user may not open. */
  to?: string;
}

interface PageHeaderProps {
  title: string;
  /** The pages above this one. */
  trail?: Crumb[];
  /** The most important figure or state. */
  state?: ReactNode;
  actions?: ReactNode;
  /** A line below the title. */
  note?: ReactNode;
}

/** The one header of every page; it names the browser's tab as well. */
export function PageHeader({ title, trail = [], state, actions, note }: PageHeaderProps) {
  usePageTitle(title);
  const { pathname } = useLocation();
  return (
    <header className={styles.header} data-keep-clear>
      {trail.length > 0 && (
        <nav aria-label={common.breadcrumb} className={styles.trail}>
          <ol>
            {trail.map(({ label, to }) => (
              <li key={to ?? label}>
                {to ? (
                  <Link to={to} dir="auto" title={label}>
                    {label}
                  </Link>
                ) : (
                  <span dir="auto" title={label}>
                    {label}
                  </span>
                )}
                <ChevronRight size={14} aria-hidden />
              </li>
            ))}
          </ol>
        </nav>
      )}
      <div className={styles.line}>
        <h1 className={styles.title} dir="auto">
          {title}
        </h1>
        <a
          href={guideOf(pathname)}
          target="_blank"
          rel="noreferrer"
          className={styles.guide}
          title={common.guideToThis}
        >
          <CircleQuestionMark size={16} aria-hidden />
          <VisuallyHidden>{common.guideToThis}</VisuallyHidden>
        </a>
        {state}
        <div className={styles.actions}>{actions}</div>
      </div>
      {note}
    </header>
  );
}
