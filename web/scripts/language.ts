import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { translate as german, fieldLabel as germanLabel } from '../src/api/serverTexts.de.ts';

const dist = join(import.meta.dirname, '../dist');

interface Language {
  /** What is said in index.html, by what is said there in English. */
  document: Record<string, string>;
  label: (english: string) => string;
  translate: (english: string) => string;
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
    label: germanLabel,
    translate: german,
  },
};

/**
 * Makes a build say everything in a language: a module is taken from the file beside it that has the language in its name,
 * messages.de.ts for messages.ts. The build's mode is the language; any other mode is English.
 */
export function inLanguage(mode: string): Plugin[] {
  const language = languages[mode];
  return language ? [siblings(mode), rules(language), html(language), shareAssets(mode)] : [];
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

/** Rules are generated from the contract, which is English. */
function rules(language: Language): Plugin {
  return {
    name: 'language-of-rules',
    enforce: 'pre',
    transform(code, id) {
      return /[rR]ules\.gen\.ts$/.test(id) ? translateRules(code, language) : null;
    },
  };
}

/** Exported for its test. */
export function translateRules(code: string, { label, translate }: Pick<Language, 'label' | 'translate'>): string {
  return code.replaceAll(/"(label|message)": ("(?:[^"\\]|\\.)*")/g, (_, name: string, text: string) => {
    const english = JSON.parse(text) as string;
    return `"${name}": ${JSON.stringify(name === 'label' ? label(english) : translate(english))}`;
  });
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
