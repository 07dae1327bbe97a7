import { LayoutGrid, Table2 } from 'lucide-react';
import type { ComponentType, ReactNode } from 'react';
import { type ListView, rememberLook } from '@/shared/list/listLook';
import { lazyPart } from '@/shared/loading/lazyPart';
import { useUrlParams } from '@/shared/navigation/useUrlParams';
import { ViewSwitch as Switch } from '@/shared/ui/buttons/ViewSwitch';
import { cx } from '@/shared/ui/cx';
import { Card } from '@/shared/ui/records/Card';
import { SkeletonLines } from '@/shared/ui/states/Skeleton';
import { ViewsButton, type ViewsProps } from '@/views/ViewsButton';
import { messages } from './messages';
import type { Resource, Shape } from './resource';
import styles from './table.module.css';

interface TableProps<S extends Shape> {
  resource: Resource<S>;
}

type TablePart = <S extends Shape>(props: TableProps<S>) => ReactNode;

/** Lists of cards do not load what tables need. */
function lazyTablePart(
  name: 'TableView' | 'TableControls' | 'TableExport',
  options?: { placeholder: ComponentType },
): TablePart {
  // A component that is loaded later can not be generic.
  const load = async () => ({ default: (await import('./table/TableView'))[name] as unknown as ComponentType<object> });
  return lazyPart(load, options) as TablePart;
}

export const TableView = lazyTablePart('TableView', { placeholder: TablePlaceholder });
export const TableControls = lazyTablePart('TableControls');
export const TableExport = lazyTablePart('TableExport');

function TablePlaceholder() {
  return (
    <Card className={styles.loading}>
      <SkeletonLines widths={[70, 55, 62, 48, 66, 58]} height="1.5rem" />
    </Card>
  );
}

const views = [
  { value: 'cards', label: messages.views.cards, Icon: LayoutGrid },
  { value: 'table', label: messages.views.table, Icon: Table2 },
] as const;

interface ViewToolsProps extends ViewsProps {
  view: ListView;
  /** On a phone they are beside the count, because the header has no room for them. */
  place: 'header' | 'toolbar';
}

/** How a list is seen: by a saved view, as cards or as a table. */
export function ViewTools({ list, view, call, place }: ViewToolsProps) {
  return (
    <div className={cx(styles.tools, styles[place])}>
      <ViewsButton list={list} call={call} />
      <ViewSwitch list={list} view={view} />
    </div>
  );
}

/** Cards or table; the choice is remembered for each list. */
function ViewSwitch({ list, view }: { list: string; view: ListView }) {
  const { change } = useUrlParams();
  return (
    <Switch
      views={views}
      value={view}
      onChange={(value) => {
        rememberLook(list, { view: value });
        change({ view: value === 'table' ? value : undefined });
      }}
    />
  );
}
