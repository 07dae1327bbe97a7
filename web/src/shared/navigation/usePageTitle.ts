import { useEffect } from 'react';
import { common } from '@/shared/messages';

/** Names the page in the browser's tab and history. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = common.pageTitle(title);
  }, [title]);
}
