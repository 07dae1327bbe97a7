import type { Plugin } from 'vite';
import { breakpoints } from '../src/shared/styles/breakpoints.ts';

/** Writes the widths of named breakpoints into styles, which can not have variables in media queries. */
export function namedBreakpoints(): Plugin {
  return {
    name: 'named-breakpoints',
    enforce: 'pre',
    transform(code, id) {
      return id.endsWith('.css') ? code.replaceAll(/@media[^{]*/g, (query) => withWidths(query, id)) : null;
    },
  };
}

function withWidths(query: string, id: string): string {
  if (/width: *\d/.test(query)) throw new Error(`${id}: ${query.trim()} has no name of shared/styles/breakpoints.ts.`);
  return query.replaceAll(/\(--(above-)?(\w+)\)/g, (_, above: string | undefined, name: string) => {
    const width = (breakpoints as Record<string, number>)[name];
    if (width === undefined) throw new Error(`${id}: there is no breakpoint ${name}.`);
    return above ? `(min-width: ${width + 1}px)` : `(max-width: ${width}px)`;
  });
}
