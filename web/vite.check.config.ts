import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vite';
import { checkNotices } from './check-notices.ts';
import { singleFile } from './single-file.ts';
import { texts } from './texts-plugin.ts';
import { textWeights } from './text-weights.ts';

/** Builds the page that checks records without a server, as one file beside the client. */
export default defineConfig({
  plugins: [texts, svelte(), checkNotices, singleFile],
  css: { postcss: { plugins: [textWeights] } },
  publicDir: false,
  build: {
    target: 'es2022',
    reportCompressedSize: false,
    emptyOutDir: false,
    assetsInlineLimit: () => true,
    cssCodeSplit: false,
    modulePreload: { polyfill: false },
    rolldownOptions: { input: 'check.html', output: { codeSplitting: false } },
  },
});
