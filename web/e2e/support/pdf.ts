import { inflateSync } from 'node:zlib';

/**
 * The texts of the pages of a PDF as Chromium writes it: every object stands by itself, and each font has a table that turns
 * its glyphs into letters. Not a reader of any other PDF.
 */
export function textsOfPages(pdf: Buffer): string[] {
  const objects = new Map<string, { head: string; stream: string }>();
  for (const [, id = '', body = ''] of pdf.toString('latin1').matchAll(/(\d+) 0 obj\b([\s\S]*?)\bendobj/g)) {
    const [head = '', rest] = body.split(/stream\r?\n/, 2);
    const stream = rest === undefined ? '' : body.slice(body.indexOf(rest), body.lastIndexOf('endstream'));
    objects.set(id, { head, stream: head.includes('/FlateDecode') && stream ? inflated(stream) : stream });
  }
  const pages = [...objects.values()].filter(({ head }) => /\/Type\s*\/Page\b(?!s)/.test(head));
  return pages.map(({ head }) => {
    const fonts = new Map<string, Map<string, string>>();
    for (const [, name = '', id = ''] of resourcesOf(head, objects).matchAll(/\/(F\d+) (\d+) 0 R/g)) {
      const table = /\/ToUnicode (\d+) 0 R/.exec(objects.get(id)?.head ?? '')?.[1] ?? '';
      fonts.set(name, lettersOf(objects.get(table)?.stream ?? ''));
    }
    const contents = /\/Contents\s*\[?([\d R]+)/.exec(head)?.[1] ?? '';
    return [...contents.matchAll(/(\d+) 0 R/g)]
      .map(([, id = '']) => textOf(objects.get(id)?.stream ?? '', fonts))
      .join('');
  });
}

function inflated(stream: string): string {
  return inflateSync(Buffer.from(stream, 'latin1'), { finishFlush: 2 }).toString('latin1');
}

function resourcesOf(page: string, objects: Map<string, { head: string }>): string {
  const id = /\/Resources (\d+) 0 R/.exec(page)?.[1];
  return id ? (objects.get(id)?.head ?? '') : page;
}

/** The letters of a font by its glyphs. */
function lettersOf(table: string): Map<string, string> {
  const letters = new Map<string, string>();
  const letter = (hex: string) => Buffer.from(hex, 'hex').swap16().toString('utf16le');
  for (const [, part = ''] of table.matchAll(/beginbfchar([\s\S]*?)endbfchar/g)) {
    for (const [, glyph = '', hex = ''] of part.matchAll(/<(\w+)>\s*<(\w+)>/g))
      letters.set(glyph.toUpperCase(), letter(hex));
  }
  for (const [, part = ''] of table.matchAll(/beginbfrange([\s\S]*?)endbfrange/g)) {
    for (const [, from = '', to = '', hex = ''] of part.matchAll(/<(\w+)>\s*<(\w+)>\s*<(\w+)>/g)) {
      for (let glyph = Number.parseInt(from, 16), n = 0; glyph <= Number.parseInt(to, 16); glyph++, n++) {
        const code = (Number.parseInt(hex, 16) + n).toString(16).padStart(4, '0');
        letters.set(glyph.toString(16).padStart(from.length, '0').toUpperCase(), letter(code));
      }
    }
  }
  return letters;
}

function textOf(content: string, fonts: Map<string, Map<string, string>>): string {
  let text = '';
  let letters = new Map<string, string>();
  for (const [all, font, hex] of content.matchAll(/\/(F\d+) [\d.]+ Tf|<([\dA-Fa-f]+)>|\bET\b/g)) {
    if (font) letters = fonts.get(font) ?? new Map();
    else if (hex) {
      const digits = letters.keys().next().value?.length ?? 4; // a font counts its glyphs in one byte or in two
      text += (hex.match(new RegExp(`.{${digits}}`, 'g')) ?? [])
        .map((glyph) => letters.get(glyph.toUpperCase()) ?? '')
        .join('');
    } else if (all === 'ET') text += '\n';
  }
  return text;
}
