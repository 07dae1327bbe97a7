import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import react from '@vitejs/plugin-react';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';
import { namedBreakpoints } from './scripts/breakpoints.ts';
import { inLanguage, outDirOf } from './scripts/language.ts';
import { notePageFiles, sharedFiles } from './scripts/pageFiles.ts';

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

/** React Router's build for production, which its exports do not name: without the texts for developers. */
const routerForProduction = (part: string) =>
  join(import.meta.dirname, 'node_modules/react-router/dist/production', part);

export default defineConfig(({ command, mode }) => ({
  // Relative, because the base path is only known when the binary starts: it rewrites ./assets/ in index.html.
  base: './',
  plugins: [inLanguage(mode), namedBreakpoints(), react(), precompress(), notePageFiles()],
  resolve: {
    alias: [
      { find: '@', replacement: join(import.meta.dirname, 'src') },
      ...(command === 'build'
        ? [
            { find: /^react-router$/, replacement: routerForProduction('index.mjs') },
            { find: /^react-router\/dom$/, replacement: routerForProduction('dom-export.mjs') },
          ]
        : []),
    ],
  },
  build: {
    outDir: outDirOf(mode),
    // The installed app is the same in each language.
    copyPublicDir: outDirOf(mode) === outDirOf('production'),
    // The first versions with light-dark(): older ones would need every colour twice.
    target: ['chrome123', 'edge123', 'firefox120', 'safari17.5'],
    // The policy allows no data: fonts and no inline styles.
    assetsInlineLimit: 0,
    sourcemap: false,
    // Every browser that can run the app preloads modules natively.
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // A new version of the app leaves this file as it is, and every page needs it.
            {
              name: 'framework',
              test: /node_modules\/(react|react-dom|react-router|scheduler|@tanstack\/(query-core|react-query))\//,
              priority: 1,
            },
            // Not with what its modules import: that would draw what sign-in needs into a file that it does not.
            { name: sharedFiles(), debugName: 'shared', includeDependenciesRecursively: false },
          ],
        },
      },
    },
  },
  server: {
    proxy: {
      '^/(api|help|hub|photo)/': { target: process.env.BTRACKER_DEV_SERVER ?? 'http://127.0.0.1:8080', ws: true },
    },
  },
  test: {
    environment: 'happy-dom',
    include: ['src/**/*.test.{ts,tsx}', 'scripts/**/*.test.mjs'],
    setupFiles: ['src/testSetup.ts'],
    // Loading the libraries for each file anew took half of the time. src/testSetup.ts keeps the files apart.
    pool: 'threads',
    isolate: false,
    // Vitest would leave one of two processors alone.
    maxWorkers: 2,
    // Long enough for a machine that has much else to do.
    testTimeout: 30_000,
    restoreMocks: true,
    unstubGlobals: true,
    css: { modules: { classNameStrategy: 'non-scoped' } },
  },
}));
