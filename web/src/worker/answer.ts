/** The handling of a request: a page of the client, a file of it, a file that is stored once it was used, or nothing that concerns the worker. */
export type Plan = 'page' | 'file' | 'used' | 'pass';

/** The address of the page that serves all pages of the client. */
export const shell = '/';

/** The time in milliseconds after which a page comes from the cache instead of a slow network. */
export const patience = 4_000;

/** The same time for a page that reloads for a new version, because its server answered a moment before. */
export const reloadPatience = 60_000;

/** Decides about a request. The API, sockets, health checks and other origins always pass, so that no answer of the game is ever stored. */
export function planFor(
  request: Pick<Request, 'method' | 'mode' | 'url'>,
  origin: string,
  files: ReadonlySet<string>,
  whenUsed: ReadonlySet<string>,
): Plan {
  const url = new URL(request.url);
  if (request.method !== 'GET' || url.origin !== origin) return 'pass';
  if (files.has(url.pathname) && url.pathname !== shell) return 'file';
  if (whenUsed.has(url.pathname)) return 'used';
  const isApi = /^\/(?:api|\.well-known|healthz|readyz)(?:\/|$)/.test(url.pathname);
  return request.mode === 'navigate' && !isApi && !/\.[a-z0-9]+$/i.test(url.pathname) ? 'page' : 'pass';
}

/** Dependencies, so that tests need no worker. */
export interface Sources {
  fetch(request: Request): Promise<Response>;
  /** Returns a stored file. */
  stored(path: string): Promise<Response | undefined>;
  store(path: string, answer: Response): Promise<void>;
}

/** Answers for a page: from the network, or else the stored page. It waits up to `wait` milliseconds for the network. */
export async function answerPage(
  request: Request,
  { fetch, stored }: Pick<Sources, 'fetch' | 'stored'>,
  wait = patience,
): Promise<Response> {
  const fromNetwork = fetch(request);
  const inTime = await Promise.race([
    fromNetwork.catch(() => undefined),
    new Promise<undefined>((resolve) => setTimeout(resolve, wait)),
  ]);
  if (inTime && inTime.status < 500) return inTime;
  return (await stored(shell)) ?? fromNetwork;
}

/** Answers for a file of this version: from the store, or else from the network. */
export async function answerFile(
  request: Request,
  { fetch, stored }: Pick<Sources, 'fetch' | 'stored'>,
): Promise<Response> {
  return (await stored(new URL(request.url).pathname)) ?? fetch(request);
}

/** Answers for a file that is stored once it was used. A client that asks again past its caches gets the one of the network. */
export async function answerUsed(request: Request, { fetch, stored, store }: Sources): Promise<Response> {
  const path = new URL(request.url).pathname;
  const kept = request.cache === 'reload' ? undefined : await stored(path);
  if (kept) return kept;
  const answer = await fetch(request);
  if (answer.ok) await store(path, answer.clone()).catch(() => undefined);
  return answer;
}
