import { defineConfig } from 'vitest/config';

// One file after another: each has a browser and a server of its own, and two cores are all that is promised.
export default defineConfig({
  test: {
    environment: 'node',
    include: ['e2e/**/*.test.ts'],
    fileParallelism: false,
    testTimeout: 300_000,
    hookTimeout: 60_000,
    teardownTimeout: 20_000,
    reporters: ['verbose'],
  },
});
