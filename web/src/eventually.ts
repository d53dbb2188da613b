import { configure } from '@testing-library/svelte';
import { afterAll, vi } from 'vitest';
import { slices } from './lib/ui/later';

/** The timeout of waits in tests, in milliseconds. Only a real hang takes so long, even on a busy machine. */
const timeout = 60_000;

// The queries findBy... wait as long.
configure({ asyncUtilTimeout: timeout });

// Files of tests share the page and its modules, so nothing of a file may act during the next one.
const { setTimeout: after, setInterval: every } = globalThis;
const timers: NodeJS.Timeout[] = [];
type Set = (...parameters: Parameters<typeof after>) => NodeJS.Timeout;
const noted =
  (set: Set): Set =>
  (...parameters) => {
    const timer = set(...parameters);
    timers.push(timer);
    return timer;
  };
globalThis.setTimeout = Object.assign(noted(after as Set), after) as typeof after;
globalThis.setInterval = noted(every as Set) as typeof every;
afterAll(() => {
  [globalThis.setTimeout, globalThis.setInterval] = [after, every];
  timers.forEach(clearTimeout);
  globalThis.document?.body.replaceChildren();
});

// Tests look at a whole page.
slices.atOnce = true;

/** Repeats assertions until they hold. Fails with the last error after the timeout. */
export const eventually = (assertions: () => void | Promise<void>): Promise<void> =>
  vi.waitFor(assertions, { timeout });
