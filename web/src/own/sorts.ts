import type { OwnField } from './fields';
import { ownLabel } from './labels';
import { messages } from './sortMessages';

/** The orders of a list by an own field, both ways. */
export function sortsByOwn(field: OwnField) {
  const [value, label] = [`own.${field.key}`, ownLabel(field)];
  return [
    { value, label: messages.up(label) },
    { value: `-${value}`, label: messages.down(label) },
  ];
}
