import { readFileSync } from 'node:fs';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';

// The server for /api requests of the dev server; `make run` listens there.
const server = process.env.NEMETON_URL ?? 'http://localhost:8080';

// Fails the build if it bundles a package that THIRD_PARTY_NOTICES does not name.
const checkNotices: Plugin = {
  name: 'check-notices',
  apply: 'build',
  generateBundle(_, bundle) {
    const notices = readFileSync(new URL('../THIRD_PARTY_NOTICES', import.meta.url), 'utf8');
    for (const id of Object.values(bundle).flatMap((file) => (file.type === 'chunk' ? file.moduleIds : []))) {
      const name = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(id)?.[1];
      if (name !== undefined && !notices.includes(`\n${name} `)) {
        this.error(`${name} is bundled, but THIRD_PARTY_NOTICES does not name it: see cmd/gen-notices`);
      }
    }
  },
};

export default defineConfig(({ mode }) => ({
  plugins: [svelte(), checkNotices],
  // Tests need the browser build of Svelte.
  resolve: mode === 'test' ? { conditions: ['browser'] } : {},
  build: {
    target: 'es2022',
    // Assets are never inlined as data: URLs, so that the policy "default-src 'self'" holds.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  server: {
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
  },
}));
