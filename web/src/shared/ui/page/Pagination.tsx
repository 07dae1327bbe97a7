import { ChevronLeft, ChevronRight, ChevronsLeft, ChevronsRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { recordMessages } from '@/shared/recordMessages';
import styles from './Pagination.module.css';

interface PaginationProps {
  totalItems: number;
  totalPages: number;
  currentPage: number;
  itemsPerPage: number;
  /** The address of a page. */
  hrefOf: (page: number) => string;
}

export function Pagination({ totalItems, totalPages, currentPage, itemsPerPage, hrefOf }: PaginationProps) {
  if (totalPages <= 1) return null;
  const first = (currentPage - 1) * itemsPerPage + 1;
  const last = Math.min(currentPage * itemsPerPage, totalItems);
  const step = (label: string, page: number, icon: ReactNode) =>
    page >= 1 && page <= totalPages && page !== currentPage ? (
      <Link to={hrefOf(page)} aria-label={label}>
        {icon}
      </Link>
    ) : (
      <span aria-hidden>{icon}</span>
    );

  return (
    <nav className={styles.pagination} aria-label={recordMessages.pages}>
      <p>{recordMessages.rows(first, last, totalItems)}</p>
      <div className={styles.steps}>
        {step(recordMessages.firstPage, 1, <ChevronsLeft size={16} aria-hidden />)}
        {step(recordMessages.previousPage, currentPage - 1, <ChevronLeft size={16} aria-hidden />)}
        <p aria-current="page">{recordMessages.page(currentPage, totalPages)}</p>
        {step(recordMessages.nextPage, currentPage + 1, <ChevronRight size={16} aria-hidden />)}
        {step(recordMessages.lastPage, totalPages, <ChevronsRight size={16} aria-hidden />)}
      </div>
    </nav>
  );
}
