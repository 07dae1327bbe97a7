import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin, Rolldown } from 'vite';
import {
  dashboard,
  details,
  forms,
  lists,
  messages,
  pageModules,
  reset,
  signedInArea,
  signIn,
} from '../src/app/pageModules.ts';

const web = join(import.meta.dirname, '..');
const main = 'src/main.tsx';

/**
 * Names the file of a module that pages share, by which of them import it, directly or not. Each file costs a round
 * trip, and the bundler alone makes one for each set of pages that have something in common: 54 for a list.
 */
export function sharedFiles(): (id: string, context: Rolldown.ChunkingContext) => string | null {
  const others = pageModules.map(([, module]) => module).filter((module) => ![lists, signIn, reset].includes(module));
  const found = new Map<string, Set<string>>();
  let early: Set<string> | undefined;

  return (id, context) => {
    // Every module that has an icon seems to import them all.
    const icon = /\/lucide-react\/dist\/esm\/icons\/([\w-]+)\.js$/.exec(id)?.[1];
    if (icon !== undefined) {
      early ??= iconsBeforeSignIn(context);
      return early.has(icon.replaceAll('-', '')) ? 'start' : 'app';
    }
    const isPartOf = (module: string) => {
      const parts = found.get(module) ?? new Set();
      const add = (part: string) => {
        if (parts.has(part)) return;
        parts.add(part);
        context.getModuleInfo(part)?.importedIds.forEach(add);
      };
      if (!found.has(module)) add(join(web, module));
      found.set(module, parts);
      return parts.has(id);
    };
    if (id === join(web, main)) return null;
    const isOfApp = isPartOf(signedInArea) || (isPartOf(lists) && isPartOf(dashboard));
    const isOfRecords = isPartOf(lists) && others.some(isPartOf);
    const isOfRecord = isPartOf(details) && isPartOf(forms);
    if (isPartOf(main)) return 'start';
    // The parts of forms alone are left to the bundler.
    if (isPartOf(signIn) || isPartOf(reset) || isPartOf(messages))
      return isOfApp || isOfRecords || isOfRecord ? 'start' : null;
    if (isOfApp) return 'app';
    if (isOfRecords) return 'records';
    return isOfRecord ? 'record' : null;
  };
}

/** The icons of pages that nobody is signed in on, and of the parts that these load later. In lower case. */
function iconsBeforeSignIn(context: Rolldown.ChunkingContext): Set<string> {
  const open = [main, signIn, reset, messages].map((module) => join(web, module));
  const signedIn = [signedInArea, ...pageModules.map(([, module]) => module)].map((module) => join(web, module));
  const icons = new Set<string>();
  const seen = new Set<string>();
  const visit = (id: string) => {
    if (seen.has(id) || id.includes('/node_modules/') || (signedIn.includes(id) && !open.includes(id))) return;
    seen.add(id);
    const info = context.getModuleInfo(id);
    for (const [, names = ''] of info?.code?.matchAll(/import\s*\{([^}]*)\}\s*from\s*["']lucide-react["']/g) ?? [])
      for (const name of names.split(','))
        icons.add(
          name
            .replace(/\sas\s.*/s, '')
            .trim()
            .toLowerCase(),
        );
    info?.importedIds.forEach(visit);
    info?.dynamicallyImportedIds.forEach(visit);
  };
  open.forEach(visit);
  return icons;
}

/** Writes which files each page needs besides those of index.html, for the server. */
export function notePageFiles(): Plugin {
  return {
    name: 'note-page-files',
    apply: 'build',
    writeBundle({ dir = 'dist' }, bundle) {
      const chunks = Object.values(bundle).filter((output) => output.type === 'chunk');
      const filesOf = (modules: string[]) => {
        const files = new Set<string>();
        const add = (chunk: Rolldown.OutputChunk | undefined) => {
          if (!chunk || files.has(chunk.fileName)) return;
          files.add(chunk.fileName);
          for (const name of chunk.imports) add(chunks.find(({ fileName }) => fileName === name));
          for (const name of chunk.viteMetadata?.importedCss ?? []) files.add(name);
        };
        for (const module of modules) add(chunks.find(({ moduleIds }) => moduleIds.includes(join(web, module))));
        return files;
      };
      const first = filesOf([main]);
      const pages = pageModules.map(([address, module]) => {
        const area = address.startsWith('app/') ? signedInArea : module === reset ? signIn : module;
        const files = filesOf([area, module]);
        return { address, files: [...files].filter((name) => !first.has(name)) };
      });
      writeFileSync(join(dir, '.pages.json'), JSON.stringify(pages));
    },
  };
}
