import { cleanup } from '@testing-library/svelte';
import { afterEach, vi } from 'vitest';

// jsdom lacks these. No query matches, no size changes, all parts are in the window, and no dialog opens.
const deaf = (): void => undefined;
const observer = { observe: deaf, unobserve: deaf, disconnect: deaf };
Object.assign(globalThis, {
  matchMedia: () => ({ matches: false, addEventListener: deaf, removeEventListener: deaf }),
  ResizeObserver: function () {
    return observer;
  },
  IntersectionObserver: function (tell: (entries: object[]) => void) {
    return { ...observer, observe: () => tell([{ isIntersecting: true }]) };
  },
});
if (globalThis.window) {
  Object.assign(HTMLDialogElement.prototype, { showModal: deaf, close: deaf });
  Object.assign(Element.prototype, { scrollIntoView: deaf });
}

// Each test finds the page, the globals, the time, the storage and the functions as they were.
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.useRealTimers();
  vi.restoreAllMocks();
  globalThis.window?.localStorage.clear();
});
