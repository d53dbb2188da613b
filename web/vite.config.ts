import { fileURLToPath } from 'node:url';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';
import { checkNotices } from './check-notices.ts';
import { compiledEarly, stylesInCode } from './chunk-code.ts';
import { chunkGroups } from './chunk-groups.ts';
import { engine } from './engine-plugin.ts';
import { groundPictures } from './ground-pictures.ts';
import { componentFiles, rulesMarkdown } from './rules-markdown.ts';
import { textChunk, texts } from './texts-plugin.ts';
import { textWeights } from './text-weights.ts';

// The server for /api requests of the dev server; `make run` listens there.
const server = process.env.NEMETON_URL ?? 'http://localhost:8080';

const file = (name: string): string => fileURLToPath(new URL(name, import.meta.url));
const main = file('src/main.ts');
const chunkWishes = {
  // Every page loads the small script in the page, which asks for the others, and the main one. The home page looks for games on this device,
  // and needs nothing else of a table.
  fixed: { first: file('index.html'), main, 'local-store': file('src/lib/local/local-store.ts') },
  // A title loads nothing of another.
  apart: (id: string) => /\/src\/games\/(\w+)\/(?!loader|texts)/.exec(id)?.[1] ?? '',
  // The parts around a board come after it.
  follows: (id: string) => id.endsWith('/around.ts'),
  // The home page, and a table until its board is there.
  urgent: (id: string) => /\/src\/(?:pages\/(?:Home|Table)\.svelte|games\/\w+\/index\.ts)$/.test(id),
  root: file('..'),
  least: 20_000,
};

/** The names of chunks by module, from the first call on: then the bundler has read all modules. */
let chunks: Map<string, string> | undefined;

/** Lets the page ask for the main script and its styles at once, beside the first script. */
const preloadMain: Plugin = {
  name: 'preload-main',
  transformIndexHtml: {
    order: 'post',
    handler(_, { bundle = {} }) {
      const chunk = Object.values(bundle).find((one) => one.type === 'chunk' && one.moduleIds.includes(main));
      if (chunk?.type !== 'chunk') return [];
      const styles = [...(chunk.viteMetadata?.importedCss ?? [])];
      return [
        { tag: 'link', attrs: { rel: 'modulepreload', crossorigin: true, href: `/${chunk.fileName}` } },
        ...styles.map((name) => ({ tag: 'link', attrs: { rel: 'stylesheet', crossorigin: true, href: `/${name}` } })),
      ].map((tag) => ({ ...tag, injectTo: 'head' }));
    },
  },
};

export default defineConfig(({ mode }) => ({
  plugins: [
    preloadMain,
    stylesInCode(main),
    compiledEarly,
    engine,
    texts,
    rulesMarkdown,
    svelte({ extensions: componentFiles }),
    groundPictures(),
    checkNotices,
  ],
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
    reportCompressedSize: false,
    // Assets are never inlined as data: URLs, so that the policy "default-src 'self'" holds.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        chunkFileNames: ({ facadeModuleId: id, name }) =>
          `assets/${textChunk(id ?? '') ?? name.replace(/^\d+~/, '')}-[hash].js`,
        assetFileNames: ({ names: [name = ''] }) => `assets/${name.replace(/^\d+~|[.].*/g, '')}-[hash][extname]`,
        // Small files that the same pages share are one file, because a slow network takes its time for each.
        codeSplitting: {
          groups: [
            {
              debugName: 'shared',
              name(id, build) {
                chunks ??= chunkGroups((id) => build.getModuleInfo(id), chunkWishes);
                return chunks.get(id) ?? null;
              },
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
    setupFiles: ['src/eventually.ts', 'src/dev/test-page.ts', 'src/dev/all-texts.ts'],
    testTimeout: 120_000,
  },
}));
