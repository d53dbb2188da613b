import { defineConfig } from 'vitest/config';

// The measurement is not a test: its result depends on the machine and its load.
export default defineConfig({
  test: {
    environment: 'node',
    globalSetup: 'e2e/setup.ts',
    include: ['e2e/measure/**/*.measure.ts'],
    testTimeout: 300_000,
    hookTimeout: 60_000,
  },
});
