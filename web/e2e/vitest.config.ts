import { defineConfig } from 'vitest/config';

/** With LONG=1, the tests under games and engines play whole games through the page; the other tests do not run. */
const long = Boolean(process.env.LONG);
/** With DRIFT=1, only the tests under drift run. They compare generated pictures that are stored with fresh ones, for make check. */
const drift = Boolean(process.env.DRIFT);

export default defineConfig({
  test: {
    environment: 'node',
    include: long ? ['e2e/{games,engines}/*.test.ts'] : [drift ? 'e2e/drift/*.test.ts' : 'e2e/**/*.test.ts'],
    // Only the long run needs browsers other than Chromium.
    exclude: long || drift ? [] : ['e2e/{engines,drift}/*.test.ts'],
    globalSetup: 'e2e/setup.ts',
    // Four workers for two cores, because tests mostly wait for animations and answers. All test files of a worker share its connection to the browser.
    maxWorkers: 4,
    isolate: false,
    testTimeout: long ? 3_600_000 : 600_000,
    hookTimeout: 600_000,
    teardownTimeout: 60_000,
    reporters: ['default'],
  },
});
