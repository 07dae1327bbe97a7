import { useQueryClient } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useEffect, useEffectEvent, useMemo } from 'react';
import { useNavigate } from 'react-router';
import { bulkActions, isBulkKind } from '@/bulk/actions';
import { BulkBar } from '@/bulk/BulkBar';
import { messages } from '@/resource/messages';
import type { Resource, Shape } from '@/resource/resource';
import { useAccount } from '@/session/useAccount';
import { useActionWithToast } from '@/shared/forms/useAction';
import { ColumnChooser } from '@/shared/grid/ColumnChooser';
import { clampWidth, movedColumn } from '@/shared/grid/columns';
import { Grid } from '@/shared/grid/Grid';
import { useSelection } from '@/shared/grid/useSelection';
import { download } from '@/shared/list/ExportButton';
import { nextOrder } from '@/shared/list/listFilter';
import { chooseDensity, density } from '@/shared/list/listLook';
import { messages as listMessages } from '@/shared/list/messages';
import { rowsBetween } from '@/shared/list/pages';
import { Button } from '@/shared/ui/buttons/Button';
import { Select } from '@/shared/ui/inputs/Select';
import { Popover } from '@/shared/ui/overlays/Popover';
import styles from './TableView.module.css';
import { comparisons, useTable } from './useTable';

interface TableProps<S extends Shape> {
  resource: Resource<S>;
}

/** The records of a list as a table. */
export function TableView<S extends Shape>({ resource }: TableProps<S>) {
  const navigate = useNavigate();
  const client = useQueryClient();
  const account = useAccount();
  const { kind, noun, paths, idOf, nameOf } = resource;
  const { params, change, filter, order, pages, total, isOld, offered, named, chosen, choose } = useTable(resource);

  const columns = useMemo(() => {
    const shown = chosen.flatMap(({ name, width }) =>
      offered
        .filter((column) => column.name === name)
        .map((column) => (width === undefined ? column : { ...column, width, grows: false })),
    );
    const count = total === undefined ? '' : listMessages.count(total, noun);
    return shown.map((column, index) => (index === 0 ? { ...column, total: count } : column));
  }, [offered, chosen, total, noun]);

  // What is remembered belongs into the address, so that the address shows the same to others.
  const putIntoAddress = useEffectEvent(() => {
    if (!params.has('view')) change({ view: 'table', ...(named !== null && { columns: named }) });
  });
  useEffect(() => putIntoAddress(), []);

  const selection = useSelection({
    filter,
    total,
    keyOf: idOf,
    rowsBetween: (first, last) => rowsBetween(client, pages, first, last),
  });
  const isSelectable = isBulkKind(kind) && bulkActions(kind, account).length > 0;
  const bar = isSelectable && total !== undefined && selection.count > 0 && (
    <BulkBar list={kind} noun={noun} selection={selection} total={total} query={() => filter} />
  );

  function sortBy(name: string, adds: boolean): void {
    const isDownFirst = offered.find((column) => column.name === name)?.sortsDownFirst ?? false;
    change({ sort: nextOrder(order, name, isDownFirst, adds) });
  }

  return (
    <Grid
      label={total === undefined ? listMessages.loading(noun) : noun.title}
      noun={noun}
      columns={columns}
      pages={pages}
      total={total}
      isOld={isOld}
      keyOf={idOf}
      nameOf={nameOf}
      onOpen={(row) => void navigate(paths.details(idOf(row)))}
      density={density.use()}
      selection={isSelectable ? selection : undefined}
      bar={bar}
      sorts={order.map((sort) => ({ name: sort.replace('-', ''), isDown: sort.startsWith('-') }))}
      onSort={sortBy}
      onResize={(name, width) =>
        choose(chosen.map((column) => (column.name === name ? { name, width: clampWidth(width) } : column)))
      }
      // The name of the record stays the first.
      onMove={(name, to) => choose(movedColumn(chosen, name, Math.max(1, to)))}
    />
  );
}

/** The choice of columns, beside the filters. */
export function TableControls<S extends Shape>({ resource }: TableProps<S>) {
  const { offered, chosen, choose, comparison, change } = useTable(resource);
  return (
    <>
      {resource.countsProjects && (
        <Select
          label={messages.compare}
          options={comparisons}
          value={comparison}
          onChange={(compare) => change({ compare: compare || undefined })}
        />
      )}
      <ColumnChooser
        offered={offered}
        chosen={chosen}
        onChange={choose}
        density={density.use()}
        onDensity={chooseDensity}
      />
    </>
  );
}

const formats = ['csv', 'xlsx'] as const;

/** Saves the list as a file: the columns on the screen in their order, or all that there are. */
export function TableExport<S extends Shape>({ resource }: TableProps<S>) {
  const { noun, calls } = resource;
  const { query, offered, chosen } = useTable(resource);
  const { status, run } = useActionWithToast(async (format: (typeof formats)[number], columns: { name: string }[]) => {
    const unsaved = offered.filter(({ isOnScreenOnly }) => isOnScreenOnly).map(({ name }) => name);
    const names = columns.map(({ name }) => name).filter((name) => !unsaved.includes(name));
    await download(`${noun.many}.${format}`, (transfer) =>
      calls.export({ ...query, Format: format, Columns: names as never[] }, transfer),
    );
  });
  const choices = [
    { label: messages.columnsShown, columns: chosen },
    { label: messages.allColumns, columns: offered },
  ];
  return (
    <Popover label={messages.export} icon={<Download aria-hidden />} isBusy={status === 'in progress'}>
      {(close) =>
        choices.map(({ label, columns }) => (
          <fieldset key={label} className={styles.files}>
            <legend>{label}</legend>
            {formats.map((format) => (
              <Button
                key={format}
                onClick={() => {
                  close();
                  void run(format, columns);
                }}
              >
                {messages.formats[format]}
              </Button>
            ))}
          </fieldset>
        ))
      }
    </Popover>
  );
}
