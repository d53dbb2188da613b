import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';

// The server that the dev server hands /api to; `make run` listens there.
const server = process.env.NEMETON_URL ?? 'http://localhost:8080';

export default defineConfig(({ mode }) => ({
  plugins: [svelte()],
  // In tests Svelte must be the one that runs in a browser.
  resolve: mode === 'test' ? { conditions: ['browser'] } : {},
  build: {
    target: 'es2022',
    // Nothing becomes a data: address, so that the policy "default-src 'self'" holds.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  server: { proxy: { '/api': { target: server, ws: true } } },
  test: { include: ['src/**/*.test.ts'] },
}));
