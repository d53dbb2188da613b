import { browserLanguages } from '../lib/environment/locale';
import { badgeOf, noticeOf } from './notice';
import { answerFile, answerPage, answerUsed, patience, planFor, reloadPatience, type Sources } from './answer';

/** The version of the client and its files, which the build fills in. */
declare const clientVersion: string;
declare const clientFiles: readonly string[];
/** The files of the engine, which are stored for people who used it. */
declare const engineFiles: readonly string[];

/** The part of the global scope of a worker that is used here. The types of pages do not contain it. */
interface WorkerScope {
  readonly location: Location;
  readonly registration: {
    showNotification(title: string, options: unknown): Promise<void>;
    readonly pushManager: { subscribe(options: unknown): Promise<PushSubscription> };
  };
  readonly clients: {
    matchAll(options: { type: 'window'; includeUncontrolled: true }): Promise<readonly WindowClient[]>;
    openWindow(url: string): Promise<unknown>;
  };
  skipWaiting(): Promise<void>;
  addEventListener(type: 'push', listener: (event: PushEvent) => void): void;
  addEventListener(type: 'notificationclick', listener: (event: ClickEvent) => void): void;
  addEventListener(type: 'pushsubscriptionchange', listener: (event: ChangeEvent) => void): void;
  addEventListener(type: 'install' | 'activate', listener: (event: WaitingEvent) => void): void;
  addEventListener(type: 'fetch', listener: (event: FetchEvent) => void): void;
  addEventListener(type: 'message', listener: (event: MessageEvent<unknown>) => void): void;
}

interface WaitingEvent {
  waitUntil(work: Promise<unknown>): void;
}

interface WindowClient {
  readonly url: string;
  focus(): Promise<unknown>;
}

interface PushEvent extends WaitingEvent {
  readonly data: { text(): string } | null;
}

interface ClickEvent extends WaitingEvent {
  readonly notification: { readonly data: unknown; close(): void };
}

interface ChangeEvent extends WaitingEvent {
  readonly oldSubscription?: { readonly options: unknown } | null;
  readonly newSubscription?: PushSubscription | null;
}

interface FetchEvent extends WaitingEvent {
  readonly request: Request;
  respondWith(answer: Promise<Response>): void;
}

const scope = self as unknown as WorkerScope;
const cacheName = `nemeton ${clientVersion}`;
const files = new Set(clientFiles);
const whenUsed = new Set(engineFiles);
const sources: Sources = {
  fetch: (request) => fetch(request),
  stored: async (path) => (await caches.open(cacheName)).match(path),
  store: async (path, answer) => (await caches.open(cacheName)).put(path, answer),
};

scope.addEventListener('install', (event) => {
  // The browser's own cache keeps only files whose names contain a hash, so this loads what the server has now.
  event.waitUntil(
    Promise.all([caches.open(cacheName), usesEngine()]).then(([cache, engine]) =>
      cache.addAll(engine ? [...clientFiles, ...engineFiles] : clientFiles),
    ),
  );
});

/** Reports whether an earlier version stored its engine. */
async function usesEngine(): Promise<boolean> {
  for (const name of await caches.keys()) {
    const stored = await (await caches.open(name)).keys();
    if (stored.some(({ url }) => url.endsWith('.wasm'))) return true;
  }
  return false;
}

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
  const plan = planFor(event.request, scope.location.origin, files, whenUsed);
  if (plan === 'page') {
    event.respondWith(answerPage(event.request, sources, wait));
    wait = patience;
  }
  if (plan === 'used') event.respondWith(answerUsed(event.request, sources));
  if (plan === 'file') event.respondWith(answerFile(event.request, sources));
});

scope.addEventListener('push', (event) => {
  const text = event.data?.text();
  const { title, options } = noticeOf(text, scope.location.origin, browserLanguages()[0] ?? 'en');
  const badge = badgeOf(text);
  const app = navigator as { setAppBadge?: (count: number) => Promise<void> };
  event.waitUntil(
    Promise.all([
      scope.registration.showNotification(title, options),
      badge === undefined ? undefined : app.setAppBadge?.(badge).catch(() => undefined),
    ]),
  );
});

// The press leads to the open page of the table, or opens it.
scope.addEventListener('notificationclick', (event) => {
  event.notification.close();
  const { data } = event.notification;
  const path =
    typeof data === 'object' && data !== null && 'path' in data && typeof data.path === 'string' ? data.path : '/';
  event.waitUntil(open(path));
});

async function open(path: string): Promise<void> {
  const pages = await scope.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const page = pages.find(({ url }) => new URL(url).pathname === path);
  await (page ? page.focus() : scope.clients.openWindow(path));
}

// The browser replaced its subscription. The cookie authenticates the call.
scope.addEventListener('pushsubscriptionchange', (event) => {
  event.waitUntil(renew(event));
});

async function renew(event: ChangeEvent): Promise<void> {
  const options = event.oldSubscription?.options ?? (await ownOptions());
  const fresh =
    event.newSubscription ?? (options ? await scope.registration.pushManager.subscribe(options) : undefined);
  if (!fresh) return;
  await fetch('/api/v1/me/push', {
    method: 'POST',
    credentials: 'same-origin',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(fresh),
  });
}

/** Returns the options of a subscription with the key of the server. Some browsers do not tell which subscription has ended. */
async function ownOptions(): Promise<unknown> {
  const answer = await fetch('/api/v1/me/notifications', { credentials: 'same-origin' });
  if (!answer.ok) return undefined;
  const all = (await answer.json()) as { push?: { key?: unknown } };
  return typeof all.push?.key === 'string' ? { userVisibleOnly: true, applicationServerKey: all.push.key } : undefined;
}
