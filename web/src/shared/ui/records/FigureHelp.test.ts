import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { figureTopics } from './FigureHelp';

const guide = readFileSync('../docs/guide/figures.md', 'utf8');

/** As the guide's pages name their headings. */
const anchors = [...guide.matchAll(/^## (.+)$/gm)].map(([, heading = '']) =>
  heading.toLowerCase().replaceAll(',', '').replaceAll(' ', '-'),
);

it('leads to headings that the guide has', () => {
  expect(anchors).toEqual(expect.arrayContaining([...figureTopics]));
});
