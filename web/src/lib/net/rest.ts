import { noteVersion } from './client-version';
import { isObject } from '../wire/narrow';

/** A refusal with an error code. The code `offline` is the client's own: the server is unreachable. */
export class Refusal extends Error {
  override name = 'Refusal';
  constructor(
    readonly code: string,
    readonly status: number,
  ) {
    super(code);
  }
}

/** Returns the code of a thrown value. */
export function codeOf(error: unknown): string {
  return error instanceof Refusal ? error.code : 'internal';
}

let unavailable: () => void = () => undefined;

/** Sets the function that is called after each refusal with the code `unavailable`. */
export function onUnavailable(listener: () => void): void {
  unavailable = listener;
}

function refusal(code: string, status: number): Refusal {
  if (code === 'unavailable') unavailable();
  return new Refusal(code, status);
}

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** Sends a request and returns the decoded body, or undefined if it is empty. Throws Refusal. The cookie authenticates the caller. */
export async function call(method: Method, path: string, body?: unknown): Promise<unknown> {
  let answer: Response;
  try {
    answer = await fetch(`/api/v1${path}`, {
      method,
      credentials: 'same-origin',
      headers: body === undefined ? {} : { 'Content-Type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  } catch {
    throw new Refusal('offline', 0);
  }
  noteVersion(answer);
  const content = await answer.text();
  let decoded: unknown;
  try {
    decoded = content === '' ? undefined : JSON.parse(content);
  } catch {
    throw refusal(answer.status >= 500 ? 'unavailable' : 'internal', answer.status);
  }
  if (answer.ok) return decoded;
  throw refusal(refusalCode(decoded, answer.status), answer.status);
}

/** Problem documents have a code; a proxy may answer without one. */
function refusalCode(decoded: unknown, status: number): string {
  if (isObject(decoded) && typeof decoded.code === 'string') return decoded.code;
  if (status === 429) return 'too_fast';
  return status >= 502 ? 'unavailable' : 'internal';
}

/** Builds a query string from the defined members. */
export function query(members: Record<string, string | number | undefined>): string {
  const set = Object.entries(members).filter((pair): pair is [string, string | number] => pair[1] !== undefined);
  return set.length === 0 ? '' : `?${new URLSearchParams(set.map(([key, value]) => [key, String(value)]))}`;
}
