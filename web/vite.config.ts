import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';
import { checkNotices } from './check-notices.ts';
import { engine } from './engine-plugin.ts';
import { groundPictures } from './ground-pictures.ts';
import { componentFiles, rulesMarkdown } from './rules-markdown.ts';
import { textChunk, texts } from './texts-plugin.ts';
import { textWeights } from './text-weights.ts';

// The server for /api requests of the dev server; `make run` listens there.
const server = process.env.NEMETON_URL ?? 'http://localhost:8080';

export default defineConfig(({ mode }) => ({
  plugins: [engine, texts, rulesMarkdown, svelte({ extensions: componentFiles }), groundPictures(), checkNotices],
  css: { postcss: { plugins: [textWeights] } },
  // The server names this file in the content security policy.
  worker: {
    plugins: () => [engine],
    rolldownOptions: { output: { entryFileNames: 'assets/engine-worker-[hash].js' } },
  },
  // Tests need the browser build of Svelte.
  resolve: mode === 'test' ? { conditions: ['browser'] } : {},
  build: {
    target: 'es2022',
    // Assets are never inlined as data: URLs, so that the policy "default-src 'self'" holds.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        // The name of a shared file lists its users.
        chunkFileNames: ({ facadeModuleId: id, name }) =>
          `assets/${textChunk(id ?? '') ?? name.replace(/~.*/, '')}-[hash].js`,
        assetFileNames: ({ names: [name = ''] }) => `assets/${name.replace(/[~.].*/, '')}-[hash][extname]`,
        // Small files that the same pages share are one file, because a slow network takes its time for each.
        codeSplitting: {
          groups: [
            { name: 'main', tags: ['$initial'], priority: 2 },
            // The home page looks for games on this device, and needs nothing else of a table.
            { name: 'local-store', test: /\/lib\/local\/local-store/, priority: 2 },
            {
              name: 'shared',
              // A title loads nothing of another.
              test: (id) => !/\/src\/games\/\w+\/(?!loader|texts)/.test(id),
              ...{ minShareCount: 2, entriesAware: true, entriesAwareMergeThreshold: 8_000, priority: 1 },
            },
          ],
        },
      },
    },
  },
  server: {
    // The texts are outside the folder of the client.
    fs: { allow: ['..'] },
    proxy: {
      '/api': { target: server, ws: true },
      // The texts of the About page come from the server.
      '^/[a-z-]+[.]txt$': server,
    },
  },
  test: {
    include: ['src/**/*.test.ts'],
    // Test files share module instances, because each title has more than a hundred modules. A test undoes its changes to shared state.
    isolate: false,
    pool: 'threads',
    setupFiles: ['src/eventually.ts', 'src/dev/all-texts.ts'],
    testTimeout: 120_000,
  },
}));
