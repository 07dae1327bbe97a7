import type { ReactNode } from 'react';
import type { FigureTopic } from '@/shared/ui/records/FigureHelp';

/** A column of a grid. */
export interface GridColumn<Row> {
  name: string;
  label: string;
  /** What the figure means. */
  topic?: FigureTopic;
  cell: (row: Row) => ReactNode;
  /** The whole text of a cell that may be cut. */
  text?: ((row: Row) => string) | undefined;
  /** Numbers stand under each other at the right. */
  isNumeric?: boolean;
  /** In pixels. */
  width: number;
  /** Takes the room that the others leave. */
  grows?: boolean;
  isSortable?: boolean;
  /** Whether its first sort is from the highest to the lowest. */
  sortsDownFirst?: boolean;
  /** In the footer, over the whole list. */
  total?: ReactNode;
}

/** A column that is on the screen. The address holds them in their order, as `name,monthlyPrice:140`. */
export interface ChosenColumn {
  name: string;
  /** In pixels, where the user has set it. */
  width?: number;
}

export interface OfferedColumn {
  name: string;
  /** Whether it is on the screen only when it is chosen. */
  isHidden?: boolean;
}

export const widths = { least: 64, most: 800 };

/** The columns that an address names, or else those that are shown unless chosen otherwise. The first of the offer is always there. */
export function readColumns(offered: readonly OfferedColumn[], text: string | null): ChosenColumn[] {
  const named = (text ?? '').split(',').flatMap((part) => {
    const [name = '', width = ''] = part.split(':');
    if (!offered.some((column) => column.name === name)) return [];
    return { name, ...(/^\d{1,4}$/.test(width) && { width: clampWidth(Number(width)) }) };
  });
  const chosen = named.filter(({ name }, index) => named.findIndex((other) => other.name === name) === index);
  if (chosen.length === 0) return defaultColumns(offered);
  const [first] = offered;
  if (!first || chosen.some(({ name }) => name === first.name)) return chosen;
  return [{ name: first.name }, ...chosen];
}

/** As the address writes them; undefined for those that are shown anyway. */
export function writeColumns(offered: readonly OfferedColumn[], chosen: readonly ChosenColumn[]): string | undefined {
  const text = textOf(chosen);
  return text === textOf(defaultColumns(offered)) ? undefined : text;
}

export function clampWidth(width: number): number {
  return Math.min(Math.max(Math.round(width), widths.least), widths.most);
}

function defaultColumns(offered: readonly OfferedColumn[]): ChosenColumn[] {
  return offered.filter(({ isHidden }) => !isHidden).map(({ name }) => ({ name }));
}

function textOf(columns: readonly ChosenColumn[]): string {
  return columns.map(({ name, width }) => (width === undefined ? name : `${name}:${width}`)).join(',');
}

/** Puts a column before or behind another one, as when its header is dropped there. */
export function movedColumn<T extends { name: string }>(columns: readonly T[], name: string, to: number): T[] {
  const moved = columns.find((column) => column.name === name);
  const others = columns.filter((column) => column !== moved);
  return moved ? others.toSpliced(Math.max(0, Math.min(to, others.length)), 0, moved) : [...columns];
}
