import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import react from '@vitejs/plugin-react';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';

/** Writes .br and .gz beside each hashed text asset; the server sends them as they are. */
function precompress(): Plugin {
  return {
    name: 'precompress',
    apply: 'build',
    writeBundle({ dir = 'dist' }) {
      const assets = join(dir, 'assets');
      for (const name of readdirSync(assets).filter((file) => /\.(js|css|svg)$/.test(file))) {
        const bytes = readFileSync(join(assets, name));
        writeFileSync(join(assets, `${name}.br`), brotliCompressSync(bytes));
        writeFileSync(join(assets, `${name}.gz`), gzipSync(bytes, { level: 9 }));
      }
    },
  };
}

/** A cycle between chunks runs code before what it needs has run, depending on which one arrives first. */
function refuseChunkCycles(): Plugin {
  return {
    name: 'refuse-chunk-cycles',
    generateBundle(_, bundle) {
      const importsOf = (file: string) => (bundle[file]?.type === 'chunk' ? bundle[file].imports : []);
      const visit = (file: string, above: string[]) => {
        if (above.includes(file)) this.error(`chunks import each other: ${[...above, file].join(' → ')}`);
        if (done.has(file)) return;
        for (const imported of importsOf(file)) visit(imported, [...above, file]);
        done.add(file);
      };
      const done = new Set<string>();
      for (const file of Object.keys(bundle)) visit(file, []);
    },
  };
}

/** The router does not tell that making its components has no side effects: those never used would stay in. */
function dropUnusedRouterParts(): Plugin {
  return {
    name: 'drop-unused-router-parts',
    apply: 'build',
    transform: {
      filter: { id: /react-router\/dist\/production\/chunk-/ },
      handler: (code) =>
        code
          .replaceAll(/= (React\d*\.forwardRef\()/g, '= /* @__PURE__ */ $1')
          .replaceAll(/^(?:Form|HistoryRouter|Link|NavLink|ScrollRestoration)\.displayName = .*$/gm, ''),
    },
  };
}

/** Small modules that are needed together come as one file: it compresses better and takes fewer requests. */
const groups = [
  {
    // Of the sign-in page and the shell alike.
    name: 'common',
    modules: [
      'src/shared/(lazyPart|usePageTitle)',
      '@tanstack/(react-query|query-core)/',
      'src/shared/forms/(useAction|serverErrors)\\.',
      'src/shared/ui/(ErrorState|IconButton|Logo|Tooltip|VisuallyHidden)\\.',
      'lucide-react/dist/esm/icons/(cloud-alert|refresh-cw|search)\\.',
    ],
  },
  {
    // Of everything that can be filled in.
    name: 'forms',
    modules: [
      'react-hook-form',
      'src/api/rules\\.ts',
      'src/shared/ui/Dialog\\.',
      'src/shared/forms/(BannerPanel|FieldFrame|Form|UnsavedGuard|fields|useConflict|useDraft|useField|useFormFocus|useFormValues|useRefusal|validate)\\.',
    ],
  },
  {
    name: 'everyPage',
    modules: [
      'src/app/(SignedInArea|queryClient|liveFailure)',
      'src/app/shell/(?!Drawer)',
      'src/shared/ui/(Avatar|Card|ComponentBoundary|Skeleton)\\.',
      'src/shared/ui/modKey',
      'src/shared/format/(number|money)',
      'lucide-react/dist/esm/icons/(bell|boxes|building-2|folder-kanban|layout-dashboard|log-out|menu|monitor|moon|panel-left-(close|open)|repeat|sun|users)\\.',
      'src/features/(dashboard|notifications)/queries',
      'src/session/useAccount',
      'src/api/(queryKeys|invalidate)',
    ],
  },
  {
    name: 'recordPages',
    modules: [
      'src/shared/ui/(Badge|Chips|CopyButton|DefinitionGrid|EmptyState|Menu|PageHeader|Pagination|PendingPage|RecordCard|RemovalNotice|Table|Toolbar)\\.',
      'src/shared/use(IsStaleRoute|NavigateAfterSave|Removal|UrlParams)',
      'lucide-react/dist/esm/icons/(chevron|plus|pencil|trash-2|copy|check|ellipsis)',
    ],
  },
  {
    // What loads data ahead of the pages that show it.
    name: 'ahead',
    modules: ['src/app/firstData', 'src/features/(catalogue|companies)/queries', 'src/shared/list/pages'],
  },
  {
    // Of the five lists of cards.
    name: 'lists',
    modules: [
      '@tanstack/(react-virtual|virtual-core)/',
      'src/shared/list/(?!pages)',
      'src/shared/ui/(SearchField|Select)\\.',
      'src/shared/saveFile',
    ],
  },
  {
    // Whoever opens one page of a project soon opens another. The list and what company pages show stay apart.
    name: 'projects',
    modules: [
      'src/app/routes/project(?!s\\.)',
      'lucide-react/dist/esm/icons/ban\\.',
      'src/shared/forms/CheckboxField',
      'src/features/projects/(?!CompanyField|CompanyProjects|ExportProjects|NewProject\\.|ProjectCard|ProjectForm|ProjectList|queries|useProjectFilter)',
    ],
  },
].map(({ name, modules }) => ({
  name,
  test: new RegExp(modules.join('|')),
  includeDependenciesRecursively: false,
}));

const sharedFiles = new Set(groups.map(({ name }) => name));

export default defineConfig({
  // Relative, because the base path is only known when the binary starts: it rewrites ./assets/ in index.html.
  base: './',
  plugins: [react(), dropUnusedRouterParts(), refuseChunkCycles(), precompress()],
  resolve: {
    alias: [
      { find: '@', replacement: join(import.meta.dirname, 'src') },
      // Its own entry points lead to the build with development warnings, whatever the mode.
      {
        find: /^react-router$/,
        replacement: join(import.meta.dirname, 'node_modules/react-router/dist/production/index.mjs'),
      },
    ],
  },
  build: {
    // The first versions with light-dark(): older ones would need every colour twice.
    target: ['chrome123', 'edge123', 'firefox120', 'safari17.5'],
    // The policy allows no data: fonts and no inline styles.
    assetsInlineLimit: 0,
    sourcemap: false,
    manifest: true,
    modulePreload: {
      // Every browser that can run the app preloads modules natively.
      polyfill: false,
      // The first page carries the list of what each route needs: styles and the large shared files are worth a line.
      resolveDependencies: (_, files, { hostType }) =>
        hostType === 'html' ? files : files.filter((file) => /\.css$|\/shared-/.test(file)),
    },
    rolldownOptions: {
      // Names and long hashes would only be ballast: each chunk lists those it needs. The manifest tells which is which.
      output: {
        codeSplitting: { groups },
        entryFileNames: 'assets/[hash:7].js',
        chunkFileNames: ({ name }) => (sharedFiles.has(name) ? 'assets/shared-[hash:7].js' : 'assets/[hash:7].js'),
        assetFileNames: 'assets/[hash:7][extname]',
      },
    },
  },
  server: {
    proxy: {
      '^/(api|hub|photo)/': { target: process.env.BTRACKER_DEV_SERVER ?? 'http://127.0.0.1:8080', ws: true },
    },
  },
  test: {
    environment: 'happy-dom',
    include: ['src/**/*.test.{ts,tsx}', 'scripts/**/*.test.mjs'],
    setupFiles: ['src/testSetup.ts'],
    // Each file in a world of its own, but not in a process of its own: starting those took half of the time.
    pool: 'vmThreads',
    // Vitest would leave one of two processors alone.
    maxWorkers: 2,
    // Long enough for a machine that has much else to do.
    testTimeout: 30_000,
    restoreMocks: true,
    unstubGlobals: true,
    css: { modules: { classNameStrategy: 'non-scoped' } },
  },
});
