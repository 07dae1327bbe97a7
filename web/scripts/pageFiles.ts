import { writeFileSync } from 'node:fs';
import { join, parse } from 'node:path';
import type { Plugin, Rolldown } from 'vite';
import { appPages, publicPages } from '../src/routes.ts';

const web = join(import.meta.dirname, '..');
const main = 'src/main.tsx';
const router = 'src/app/router.tsx';
const commands = 'src/app/commands/CommandLayer.tsx';
/** What each page of the app area loads once it is painted. */
const later = [commands, 'src/shared/ui/page/GuideLink.tsx'];

interface PageLine {
  /** Below `btracker`; `*` is one segment. */
  address: string;
  /** The name of its file. */
  module: string;
}

/** Every page; addresses without parameters come first, because the first one that matches holds. */
const pages: PageLine[] = [
  ...Object.values(publicPages).map(([address, module]) => ({ address, module })),
  ...Object.values(appPages).flatMap((area) =>
    Object.values(area).map(([path, module]) => ({ address: `app/${path.replaceAll(/:\w+/g, '*')}`, module })),
  ),
].toSorted((one, other) => Number(one.address.includes('*')) - Number(other.address.includes('*')));

/** The ids of the modules that the router loads, by the names of their files. */
function loadedModules(context: Pick<Rolldown.ChunkingContext, 'getModuleInfo'>): Map<string, string> {
  const ids = context.getModuleInfo(join(web, router))?.dynamicallyImportedIds ?? [];
  return new Map(ids.map((id) => [parse(id).name, id]));
}

/**
 * Names the file of a module that pages share, by which of them import it, directly or not. Each file costs a round
 * trip, and the bundler alone makes one for each set of pages that have something in common: 54 for a list.
 */
export function sharedFiles(): (id: string, context: Rolldown.ChunkingContext) => string | null {
  const found = new Map<string, Set<string>>();
  let modules: Map<string, string> | undefined;
  let early: Set<string> | undefined;
  let first: Set<string> | undefined;
  let ofForms: Set<string> | undefined;

  return (id, context) => {
    modules ??= loadedModules(context);
    // Every module that has an icon seems to import them all.
    const icon = /\/lucide-react\/dist\/esm\/icons\/([\w-]+)\.js$/.exec(id)?.[1];
    if (icon !== undefined) {
      early ??= iconsOf(context, [join(web, main), ...idsOf(modules, beforeSignIn)], {
        stop: [...modules.values()],
        withLater: true,
      });
      first ??= iconsOf(context, idsOf(modules, ['SignedInArea', 'dashboard']));
      ofForms ??= iconsOf(context, [...idsOf(modules, ['forms']), ...later.map((part) => join(web, part))]);
      const name = icon.replaceAll('-', '');
      if (early.has(name)) return 'start';
      if (first.has(name)) return 'app';
      // A form has no use for the icons of filters, menus and documents.
      return ofForms.has(name) ? 'records' : 'icons';
    }
    const isPartOf = (root: string) => {
      const parts = found.get(root) ?? new Set();
      const add = (part: string) => {
        if (parts.has(part)) return;
        parts.add(part);
        context.getModuleInfo(part)?.importedIds.forEach(add);
      };
      if (!found.has(root)) add(root);
      found.set(root, parts);
      return parts.has(id);
    };
    const isPartOfPage = (name: string) => isPartOf(modules?.get(name) ?? name);
    if (id === join(web, main)) return null;
    const others = pages.map(({ module }) => module).filter((name) => !['lists', ...beforeSignIn].includes(name));
    const isOfApp = isPartOfPage('SignedInArea') || (isPartOfPage('lists') && isPartOfPage('dashboard'));
    const isOfRecords = isPartOfPage('lists') && others.some(isPartOfPage);
    const isOfRecord = isPartOfPage('details') && isPartOfPage('forms');
    if (isPartOf(join(web, main))) return 'start';
    // The parts of forms alone are left to the bundler.
    if (beforeSignIn.some(isPartOfPage)) {
      if (isOfApp || isOfRecords || isOfRecord) return 'start';
      // Parts of a form that is loaded later would split this file.
      return isPartOfPage('signIn') && isPartOfPage('forms') ? 'form' : null;
    }
    if (isOfApp) return 'app';
    // A form has no use for filters, views and exports. The commands are on every page.
    if (isOfRecords) return isPartOfPage('forms') || isPartOf(join(web, commands)) ? 'records' : 'overviews';
    return isOfRecord ? 'record' : null;
  };
}

/** The modules of pages that nobody is signed in on. */
const beforeSignIn: readonly string[] = Object.values(publicPages).map(([, module]) => module);

function idsOf(modules: Map<string, string>, names: readonly string[]): string[] {
  return names.flatMap((name) => modules.get(name) ?? []);
}

/** The icons of modules and of what they import, up to others; if told so, also of the parts that these load later. In lower case. */
function iconsOf(
  context: Rolldown.ChunkingContext,
  roots: string[],
  { stop = [], withLater = false }: { stop?: string[]; withLater?: boolean } = {},
): Set<string> {
  const icons = new Set<string>();
  const seen = new Set<string>();
  const visit = (id: string) => {
    if (seen.has(id) || id.includes('/node_modules/') || (stop.includes(id) && !roots.includes(id))) return;
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
    if (withLater) info?.dynamicallyImportedIds.forEach(visit);
  };
  roots.forEach(visit);
  return icons;
}

/** Writes which files each page needs besides those of index.html, for the server. */
export function notePageFiles(): Plugin {
  return {
    name: 'note-page-files',
    apply: 'build',
    writeBundle({ dir = 'dist' }, bundle) {
      const chunks = Object.values(bundle).filter((output) => output.type === 'chunk');
      const filesOf = (modules: (string | undefined)[]) => {
        const files = new Set<string>();
        const add = (chunk: Rolldown.OutputChunk | undefined) => {
          if (!chunk || files.has(chunk.fileName)) return;
          files.add(chunk.fileName);
          for (const name of chunk.imports) add(chunks.find(({ fileName }) => fileName === name));
          for (const name of chunk.viteMetadata?.importedCss ?? []) files.add(name);
        };
        for (const id of modules) add(chunks.find(({ moduleIds }) => id !== undefined && moduleIds.includes(id)));
        return files;
      };
      const modules = loadedModules(this);
      const first = filesOf([join(web, main)]);
      const noted = pages.map(({ address, module }) => {
        if (!modules.has(module)) throw new Error(`The router loads no file ${module}, which shows ${address}.`);
        const isWayIn = ['ResetForms', 'SetupForm'].includes(module);
        const around = address.startsWith('app/') ? 'SignedInArea' : isWayIn ? 'signIn' : module;
        const files = filesOf([modules.get(around), modules.get(module)]);
        return { address, files: [...files].filter((name) => !first.has(name)) };
      });
      writeFileSync(join(dir, '.pages.json'), JSON.stringify(noted));
    },
  };
}
