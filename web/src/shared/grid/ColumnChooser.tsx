import { ChevronDown, ChevronUp, Columns3 } from 'lucide-react';
import { useState } from 'react';
import type { Density } from '@/shared/list/listLook';
import { Button } from '@/shared/ui/buttons/Button';
import { IconButton } from '@/shared/ui/buttons/IconButton';
import { Chips } from '@/shared/ui/inputs/Chips';
import { Popover } from '@/shared/ui/overlays/Popover';
import { FigureHelp, type FigureTopic } from '@/shared/ui/records/FigureHelp';
import { Note } from '@/shared/ui/text/Note';
import styles from './ColumnChooser.module.css';
import { type ChosenColumn, movedColumn, type OfferedColumn, readColumns } from './columns';
import { messages } from './messages';

interface ColumnChooserProps {
  offered: readonly (OfferedColumn & { label: string; topic?: FigureTopic })[];
  chosen: readonly ChosenColumn[];
  /** Given none for those that are shown unless chosen otherwise. */
  onChange: (chosen: readonly ChosenColumn[]) => void;
  /** Given for a grid, whose rows can be closer and whose headers can be dragged. */
  density?: Density;
  onDensity?: (density: Density) => void;
}

const densities = (['comfortable', 'compact'] as const).map((value) => ({ value, label: messages.densities[value] }));

/** Which columns a table has, in which order, and how close its rows are. */
export function ColumnChooser(props: ColumnChooserProps) {
  return (
    <Popover label={messages.columns} icon={<Columns3 aria-hidden />}>
      {() => <Columns {...props} />}
    </Popover>
  );
}

function Columns({ offered, chosen, onChange, density, onDensity }: ColumnChooserProps) {
  // A column that is taken out keeps its place here as long as this is open.
  const [lines, setLines] = useState(() => linesOf(offered, chosen));

  function change(next: typeof lines): void {
    setLines(next);
    const shown = next.filter(({ isShown }) => isShown);
    onChange(shown.map(({ name }) => chosen.find((column) => column.name === name) ?? { name }));
  }

  return (
    <>
      <ul className={styles.list}>
        {lines.map(({ name, label, topic, isShown }, place) => (
          <li key={name} className={styles.column}>
            <label className={styles.label}>
              <input
                type="checkbox"
                checked={isShown}
                // The name of the record is always there.
                disabled={place === 0}
                onChange={() =>
                  change(lines.map((line) => (line.name === name ? { ...line, isShown: !isShown } : line)))
                }
              />
              {label}
            </label>
            {topic && <FigureHelp topic={topic} of={label} />}
            {place > 0 && (
              <>
                <IconButton
                  label={messages.moveUp(label)}
                  icon={<ChevronUp />}
                  disabled={place === 1}
                  onClick={() => change(movedColumn(lines, name, place - 1))}
                />
                <IconButton
                  label={messages.moveDown(label)}
                  icon={<ChevronDown />}
                  disabled={place === lines.length - 1}
                  onClick={() => change(movedColumn(lines, name, place + 1))}
                />
              </>
            )}
          </li>
        ))}
      </ul>
      {density && <Note>{messages.columnsHelp}</Note>}
      <div className={styles.foot}>
        {density && onDensity && (
          <Chips label={messages.density} options={densities} value={density} onChange={onDensity} />
        )}
        <Button
          variant="quiet"
          onClick={() => {
            setLines(linesOf(offered, readColumns(offered, null)));
            onChange([]);
          }}
        >
          {messages.resetColumns}
        </Button>
      </div>
    </>
  );
}

/** The columns that are shown, in their order, and then the others. */
function linesOf(offered: ColumnChooserProps['offered'], chosen: readonly ChosenColumn[]) {
  const isShown = (name: string) => chosen.some((column) => column.name === name);
  const shown = chosen.flatMap(({ name }) => offered.filter((column) => column.name === name));
  const others = offered.filter(({ name }) => !isShown(name));
  return [...shown, ...others].map((column) => ({ ...column, isShown: isShown(column.name) }));
}
