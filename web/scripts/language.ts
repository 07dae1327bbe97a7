import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

const dist = join(import.meta.dirname, '../dist');

interface Language {
  /** What is said in index.html, by what is said there in English. */
  document: Record<string, string>;
}

/** The languages beside English that the app is built in. */
const languages: Record<string, Language> = {
  de: {
    document: {
      'lang="en"': 'lang="de"',
      'Administration console for companies, projects and their catalogues.':
        'Verwaltung von Firmen, Projekten und ihren Katalogen.',
      'btracker needs JavaScript.': 'btracker benötigt JavaScript.',
    },
  },
};

/**
 * Makes a build say everything in a language: a module is taken from the file beside it that has the language in its name,
 * messages.de.ts for messages.ts. The build's mode is the language; any other mode is English.
 */
export function inLanguage(mode: string): Plugin[] {
  const language = languages[mode];
  return language ? [siblings(mode), html(language), shareAssets(mode)] : [];
}

/** Where a build goes: the languages beside English have a directory each. */
export function outDirOf(mode: string): string {
  return mode in languages ? join(dist, mode) : dist;
}

function siblings(code: string): Plugin {
  return {
    name: 'language-of-modules',
    enforce: 'pre',
    async resolveId(source, importer) {
      // A name that begins with @/ comes as the path that it stands for.
      if (!importer || !/^[./]/.test(source)) return null;
      const found = await this.resolve(source, importer, { skipSelf: true });
      const sibling = found?.id.replace(/\.tsx?$/, (extension) => `.${code}${extension}`);
      if (!found || !sibling || sibling === found.id || sibling === importer || !existsSync(sibling)) return found;
      return { ...found, id: sibling };
    },
  };
}

function html({ document }: Language): Plugin {
  return {
    name: 'language-of-html',
    transformIndexHtml: (page) =>
      Object.entries(document).reduce((text, [english, other]) => text.replace(english, () => other), page),
  };
}

/** Files that are the same in each language, as the framework's and all styles are, exist once. */
function shareAssets(code: string): Plugin {
  return {
    name: 'share-assets',
    apply: 'build',
    closeBundle() {
      const [from, to] = [join(dist, code, 'assets'), join(dist, 'assets')];
      if (!existsSync(from)) return;
      mkdirSync(to, { recursive: true });
      for (const name of readdirSync(from)) {
        const other = join(to, name);
        if (existsSync(other) && !readFileSync(other).equals(readFileSync(join(from, name))))
          throw new Error(`${name} is not the same in English.`);
        renameSync(join(from, name), other);
      }
      rmdirSync(from);
    },
  };
}
