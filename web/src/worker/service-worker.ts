import { answerFile, answerPage, patience, planFor, reloadPatience, type Sources } from './answer';

/** The version of the client and its files, which the build fills in. */
declare const clientVersion: string;
declare const clientFiles: readonly string[];

/** The part of the global scope of a worker that is used here. The types of pages do not contain it. */
interface WorkerScope {
  readonly location: Location;
  skipWaiting(): Promise<void>;
  addEventListener(type: 'install' | 'activate', listener: (event: WaitingEvent) => void): void;
  addEventListener(type: 'fetch', listener: (event: FetchEvent) => void): void;
  addEventListener(type: 'message', listener: (event: MessageEvent<unknown>) => void): void;
}

interface WaitingEvent {
  waitUntil(work: Promise<unknown>): void;
}

interface FetchEvent extends WaitingEvent {
  readonly request: Request;
  respondWith(answer: Promise<Response>): void;
}

const scope = self as unknown as WorkerScope;
const cacheName = `nemeton ${clientVersion}`;
const files = new Set(clientFiles);
const sources: Sources = {
  fetch: (request) => fetch(request),
  stored: async (path) => (await caches.open(cacheName)).match(path),
};

scope.addEventListener('install', (event) => {
  // The browser's own cache keeps only files whose names contain a hash, so this loads what the server has now.
  event.waitUntil(caches.open(cacheName).then((cache) => cache.addAll(clientFiles)));
});

scope.addEventListener('activate', (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(names.filter((name) => name !== cacheName).map((name) => caches.delete(name)))),
  );
});

// A page of this version has loaded. Without it, the worker waits until all pages are closed.
scope.addEventListener('message', ({ data }) => {
  if (typeof data !== 'object' || data === null) return;
  if ('takeOver' in data && data.takeOver === clientVersion) void scope.skipWaiting();
  if ('networkPage' in data) wait = reloadPatience;
});

/** The time in milliseconds that the next page may take to arrive from the network. */
let wait = patience;

scope.addEventListener('fetch', (event) => {
  const plan = planFor(event.request, scope.location.origin, files);
  if (plan === 'page') {
    event.respondWith(answerPage(event.request, sources, wait));
    wait = patience;
  }
  if (plan === 'file') event.respondWith(answerFile(event.request, sources));
});
