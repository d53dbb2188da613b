import { defineConfig } from 'vitest/config';

/** E2E selects files. Without it, every file that needs no other browser than Chromium is there, so that one can be named on the command line. */
const selected = process.env.E2E;

/** The tests of `make test`: create, join, play a move of each title, chat, reconnect, spectate, clocks, languages, check a record, administer. */
const journeys = [
  ...['admin', 'chat', 'check', 'clocks', 'four-people', 'home', 'network'],
  ...['games/druids', 'games/meduris', 'games/pangea'],
].map((name) => `e2e/${name}.test.ts`);

const include = {
  journeys,
  rest: ['e2e/**/*.test.ts'],
  /** Whole games through the page. */
  long: ['e2e/{games,engines}/*.test.ts'],
  /** Generated pictures that are stored are compared with fresh ones, for make check. */
  drift: ['e2e/drift/*.test.ts'],
}[selected ?? 'rest'];
if (!include) throw new Error(`E2E is ${selected}; want journeys, rest, long, drift or nothing`);

export default defineConfig({
  test: {
    environment: 'node',
    include,
    exclude: {
      journeys: [],
      rest: ['e2e/{engines,drift}/*.test.ts', ...journeys],
      long: [],
      drift: [],
    }[selected ?? ''] ?? ['e2e/{engines,drift}/*.test.ts'],
    globalSetup: 'e2e/setup.ts',
    // Four workers for two cores, because tests mostly wait for animations and answers. All test files of a worker share its connection to the browser.
    maxWorkers: 4,
    isolate: false,
    testTimeout: selected === 'long' ? 3_600_000 : 600_000,
    hookTimeout: 600_000,
    teardownTimeout: 60_000,
    reporters: ['default'],
  },
});
