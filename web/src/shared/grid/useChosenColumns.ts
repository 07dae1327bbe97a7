import { useMemo } from 'react';
import { rememberedColumns, rememberLook } from '@/shared/list/listLook';
import { useUrlParams } from '@/shared/navigation/useUrlParams';
import { type ChosenColumn, type OfferedColumn, readColumns, writeColumns } from './columns';

/** The columns of a list's table, as the address or the user's memory has them, and how to choose others. */
export function useChosenColumns(list: string, offered: readonly OfferedColumn[]) {
  const { params, change } = useUrlParams();
  const named = params.get('columns') ?? rememberedColumns(list);
  const chosen = useMemo(() => readColumns(offered, named), [offered, named]);

  /** Of no columns, those that are shown unless chosen otherwise. */
  function choose(next: readonly ChosenColumn[]): void {
    const columns = next.length === 0 ? undefined : writeColumns(offered, next);
    rememberLook(list, { columns });
    change({ columns });
  }

  return { named, chosen, choose };
}
