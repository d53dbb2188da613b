import { configure } from '@testing-library/svelte';
import { afterAll, vi } from 'vitest';
import { slices } from './lib/ui/later';

/** The timeout of waits in tests, in milliseconds. Only a real hang takes so long, even on a busy machine. */
const timeout = 60_000;

// The queries findBy... wait as long.
configure({ asyncUtilTimeout: timeout });

// Files of tests share the page.
afterAll(() => globalThis.document?.body.replaceChildren());

// Tests look at a whole page.
slices.atOnce = true;

/** Repeats assertions until they hold. Fails with the last error after the timeout. */
export const eventually = (assertions: () => void | Promise<void>): Promise<void> =>
  vi.waitFor(assertions, { timeout });
