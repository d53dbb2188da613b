import { noteAnswerTime } from '../environment/clock';
import { noteVersion, ownVersion } from './client-version';
import { isFromLoginPage, noteLogin } from './login-proxy';

const timeout = 5_000;

/** Reports whether the server answers requests now. Its answer also names the version of the client. */
export async function isReachable(): Promise<boolean> {
  try {
    const answer = await fetch('/', {
      method: 'HEAD',
      cache: 'no-store',
      redirect: 'manual',
      signal: AbortSignal.timeout(timeout),
    });
    noteVersion(answer);
    noteAnswerTime(answer);
    // The answer has no content, but names the version of the client.
    const isOwn = ownVersion === undefined || answer.headers.has('Nemeton-Client');
    const login = isFromLoginPage(answer, isOwn);
    noteLogin(login);
    return answer.ok && !login;
  } catch {
    return false;
  }
}
