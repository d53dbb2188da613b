import { noteVersion } from './client-version';

/** The timeout of the question in milliseconds. */
const timeout = 5_000;

/** Reports whether the server answers requests now. Its answer also names the version of the client. */
export async function isReachable(): Promise<boolean> {
  try {
    const answer = await fetch('/', { method: 'HEAD', cache: 'no-store', signal: AbortSignal.timeout(timeout) });
    noteVersion(answer);
    return answer.ok;
  } catch {
    return false;
  }
}
