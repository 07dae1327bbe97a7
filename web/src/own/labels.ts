import type { OwnField } from './fields';

/** What a field is called in the language of the app. */
export function ownLabel({ label }: Pick<OwnField, 'label' | 'labelDe'>): string {
  return label;
}

/** Has a screen that tells of fields know what administrators call them in its language: in English the server does. */
export function useOwnLabels(): void {}
