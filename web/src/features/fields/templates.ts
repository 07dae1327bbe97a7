import { templateLabels } from './templateMessages';

/** Fields that most begin with. */
export const templates = Object.entries(templateLabels()).map(([key, labels]) => ({
  key,
  ...labels,
  kind: key === 'link' ? 'link' : 'text',
}));

/** The key that a label suggests: vatId for VAT ID, ustIdNr for USt-IdNr. */
export function keyOf(label: string): string {
  const words = label
    .replaceAll('ß', 'ss')
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .split(/[^A-Za-z0-9]+/)
    .filter(Boolean);
  return words
    .map((word, place) =>
      place === 0 ? word.toLowerCase() : word.charAt(0).toUpperCase() + word.slice(1).toLowerCase(),
    )
    .join('')
    .slice(0, 40);
}
