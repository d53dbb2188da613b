import { ownVersion } from '../net/client-version';

const script = '/sw.js';

/** The time in milliseconds after which a new worker that could not load its files is tried again. */
const retryDelay = 10_000;

interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createScriptURL: (url: string) => string },
  ): {
    createScriptURL(url: string): string;
  };
}

/** The address of the worker in the form that the content security policy requires. The policy accepts no other address. */
function trustedScript(): string {
  const { trustedTypes } = window as { trustedTypes?: TrustedTypes };
  return trustedTypes
    ? trustedTypes.createPolicy('nemeton-worker', { createScriptURL: () => script }).createScriptURL('')
    : script;
}

/**
 * Registers the service worker, where there is one: over plain HTTP and in development there is none. A new worker takes over when a page
 * of its own version has loaded, which is between moves.
 */
export function registerWorker(): void {
  if (ownVersion === undefined || !('serviceWorker' in navigator)) return;
  void navigator.serviceWorker
    .register(trustedScript(), { updateViaCache: 'none' })
    // A browser may refuse, and answer with nothing.
    .then((registration: ServiceWorkerRegistration | undefined) => {
      if (!registration) return;
      const takeOver = (worker: ServiceWorker | null): void => worker?.postMessage({ takeOver: ownVersion });
      takeOver(registration.waiting);
      // A browser looks for a new worker by itself, but later, and not again if that fails.
      const update = (): void => void registration.update().catch(() => undefined);
      const follow = (worker: ServiceWorker | null): void => {
        let isInstalled = false;
        const look = (): void => {
          if (worker?.state === 'installed') {
            isInstalled = true;
            takeOver(worker); // the registration may not call it the waiting one yet
          } else if (worker?.state === 'redundant' && !isInstalled) setTimeout(update, retryDelay);
        };
        worker?.addEventListener('statechange', look);
        look();
      };
      // Loading the page may have begun an update before.
      follow(registration.installing);
      registration.addEventListener('updatefound', () => follow(registration.installing));
      update();
    })
    .catch(() => undefined);
}

/** Asks the worker of this page to wait longer for the network when the next page loads. */
export function askForNetworkPage(): void {
  if ('serviceWorker' in navigator) navigator.serviceWorker.controller?.postMessage({ networkPage: true });
}
