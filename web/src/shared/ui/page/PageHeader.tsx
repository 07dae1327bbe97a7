import { ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { lazyPart } from '@/shared/loading/lazyPart';
import { common } from '@/shared/messages';
import { usePageTitle } from '@/shared/navigation/usePageTitle';
import styles from './PageHeader.module.css';

/** Until it is there, its place is kept. */
const GuideLink = lazyPart(() => import('./GuideLink'), { isLater: true, placeholder: GuidePlace, failed: null });

function GuidePlace() {
  return <span className={styles.guide} />;
}

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
        <GuideLink />
        {state}
        <div className={styles.actions} data-actions>
          {actions}
        </div>
      </div>
      {note}
    </header>
  );
}
