import { defineConfig } from 'vitest/config';

// Apart from the tests: what is measured depends on the machine and its load, and fails nothing.
export default defineConfig({
  test: {
    environment: 'node',
    include: ['e2e/measure/**/*.measure.ts'],
    testTimeout: 300_000,
    hookTimeout: 60_000,
  },
});
