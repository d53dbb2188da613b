/** The handling of a request: a page of the client, a file of it, or nothing that concerns the worker. */
export type Plan = 'page' | 'file' | 'pass';

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
): Plan {
  const url = new URL(request.url);
  if (request.method !== 'GET' || url.origin !== origin) return 'pass';
  if (files.has(url.pathname) && url.pathname !== shell) return 'file';
  const isApi = /^\/(?:api|\.well-known|healthz|readyz)(?:\/|$)/.test(url.pathname);
  return request.mode === 'navigate' && !isApi && !/\.[a-z0-9]+$/i.test(url.pathname) ? 'page' : 'pass';
}

/** Dependencies, so that tests need no worker. */
export interface Sources {
  fetch(request: Request): Promise<Response>;
  stored(path: string): Promise<Response | undefined>;
}

/** Answers for a page: from the network, or else the stored page. It waits up to `wait` milliseconds for the network. */
export async function answerPage(request: Request, { fetch, stored }: Sources, wait = patience): Promise<Response> {
  const fromNetwork = fetch(request);
  const inTime = await Promise.race([
    fromNetwork.catch(() => undefined),
    new Promise<undefined>((resolve) => setTimeout(resolve, wait)),
  ]);
  if (inTime && inTime.status < 500) return inTime;
  return (await stored(shell)) ?? fromNetwork;
}

/** Answers for a file of this version: from the store, or else from the network. */
export async function answerFile(request: Request, { fetch, stored }: Sources): Promise<Response> {
  return (await stored(new URL(request.url).pathname)) ?? fetch(request);
}
