import { noteAnswerTime } from '../environment/clock';
import { noteVersion } from './client-version';
import { isFromLoginPage, noteLogin } from './login-proxy';
import { isObject } from '../wire/narrow';

/**
 * A refusal with an error code. Three codes are the client's own: `offline`, the server is unreachable; `sign_in_again`, a proxy in front of it
 * wants a login; `no_cookies`, the browser keeps no session. The reason for which a typed text is refused follows its code after a colon, as in
 * `bad_name:invisible`.
 */
export class Refusal extends Error {
  override name = 'Refusal';
  constructor(
    readonly code: string,
    readonly status: number,
    /** The time in seconds after which the server wants to be asked again; 0 if it named none. */
    readonly wait = 0,
  ) {
    super(code);
  }
}

export function codeOf(error: unknown): string {
  return error instanceof Refusal ? error.code : 'internal';
}

export function waitOf(error: unknown): number {
  return error instanceof Refusal ? error.wait : 0;
}

let unavailable: () => void = () => undefined;

/** Sets the function that is called after each refusal with the code `unavailable`. */
export function onUnavailable(listener: () => void): void {
  unavailable = listener;
}

let signedOut: () => void = () => undefined;

/** Sets the function that is called after each refusal with the code `unauthenticated`. */
export function onSignedOut(listener: () => void): void {
  signedOut = listener;
}

let misplaced: (detail: string) => void = () => undefined;

/**
 * Sets the function that is called after each refusal of the page itself, with the server's own words. The server takes the page for another site's, or its
 * own name for a foreign one.
 */
export function onMisplaced(listener: (detail: string) => void): void {
  misplaced = listener;
}

function refusal(code: string, { status, headers }: Response, detail = ''): Refusal {
  if (code === 'unavailable') unavailable();
  if (code === 'unauthenticated') signedOut();
  if (code === 'cross_origin' || code === 'wrong_host') misplaced(detail);
  // Proxies may send a date, which is no number.
  return new Refusal(code, status, Number(headers.get('Retry-After')) || 0);
}

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** Sends a request and returns the decoded body, or undefined if it is empty. Throws Refusal. The cookie authenticates the caller. */
export async function call(method: Method, path: string, body?: unknown): Promise<unknown> {
  let answer: Response;
  try {
    answer = await fetch(`/api/v1${path}`, {
      method,
      credentials: 'same-origin',
      redirect: 'manual',
      headers: body === undefined ? {} : { 'Content-Type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  } catch {
    throw new Refusal('offline', 0);
  }
  noteVersion(answer);
  noteAnswerTime(answer);
  const content = await answer.text();
  const decoded = decode(content);
  if (answer.ok && decoded !== notJSON) {
    noteLogin(false);
    return decoded;
  }
  throw readRefusal(answer, content);
}

/** Sends a request, as `call` does, and reads the answer. */
export async function ask<T>(read: (answer: unknown) => T, method: Method, path: string, body?: unknown): Promise<T> {
  return read(await call(method, path, body));
}

/** Sends a request, as `call` does, whose answer does not matter. */
export async function tell(method: Method, path: string, body?: unknown): Promise<void> {
  await call(method, path, body);
}

export function readRefusal(answer: Response, content: string): Refusal {
  const decoded = decode(content);
  const login = isFromLoginPage(answer, isObject(decoded) && typeof decoded.code === 'string');
  noteLogin(login);
  if (login) return refusal('sign_in_again', answer);
  if (decoded === notJSON) return refusal(answer.status >= 500 ? 'unavailable' : 'internal', answer);
  return refusal(refusalCode(decoded, answer.status), answer, detailOf(decoded));
}

/** The result of `decode` for a text that is not JSON, such as a page. */
const notJSON = Symbol('not JSON');

function decode(content: string): unknown {
  try {
    return content === '' ? undefined : JSON.parse(content);
  } catch {
    return notJSON;
  }
}

/** Problem documents have a code; a proxy may answer without one. */
function refusalCode(decoded: unknown, status: number): string {
  if (isObject(decoded) && typeof decoded.code === 'string') {
    return typeof decoded.reason === 'string' ? `${decoded.code}:${decoded.reason}` : decoded.code;
  }
  if (status === 429) return 'too_fast';
  return status >= 502 ? 'unavailable' : 'internal';
}

function detailOf(decoded: unknown): string {
  return isObject(decoded) && typeof decoded.detail === 'string' ? decoded.detail : '';
}

export function query(members: Record<string, string | number | undefined>): string {
  const set = Object.entries(members).filter((pair): pair is [string, string | number] => pair[1] !== undefined);
  return set.length === 0 ? '' : `?${new URLSearchParams(set.map(([key, value]) => [key, String(value)]))}`;
}
