import { again, closeCodes, unusable } from './close-codes';
import { call, codeOf, readRefusal, Refusal } from './rest';
import type { Listener, OpenSocket } from './socket';

/** The time without any bytes in milliseconds after which the stream counts as lost. The server sends a comment every 5 s. */
const silence = 15_000;

/** The REST calls in place of the commands of a socket. */
const paths: Record<string, string> = {
  act: '/commands',
  takeback: '/takeback',
  concede: '/concede',
  propose_stop: '/stop',
  agree_to_stop: '/stop/agree',
  decline_stop: '/stop/decline',
};

/** The close codes for refusals of the whole stream. */
const refusals: Record<string, number> = {
  address_banned: closeCodes.banned,
  unauthenticated: closeCodes.notAllowed,
};

export interface StreamOptions {
  /** The stream ends after its first news, or after this number of seconds. */
  poll: number | undefined;
  /** Called once, with the first bytes. */
  onBytes?(): void;
  /** The server answered, and refused the stream. */
  onRefusal?(code: string): void;
}

/** An open or opening event stream. A command in flight is answered after the end of the stream, too, but not after close(). */
interface EventStream extends OpenSocket {
  end(code: number): void;
}

/** Opens an event stream in place of the socket with the address `url`. Commands go by REST, and their answers are messages as on a socket. */
export function openEventStream(url: string, listener: Listener, options: StreamOptions): EventStream {
  const address = new URL(url.replace(/^ws/, 'http'));
  const base = address.pathname.replace(/\/socket$/, '');
  address.pathname = `${base}/events`;
  address.searchParams.delete('ping');
  if (options.poll !== undefined) address.searchParams.set('for', String(options.poll));
  const fetching = new AbortController();
  let closed = false;
  let ended = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function end(code: number, reason = ''): void {
    if (ended) return;
    stop();
    if (!closed) listener.onClose(code, reason);
  }

  function stop(): void {
    ended = true;
    clearTimeout(timer);
    fetching.abort();
  }

  function expectBytes(): void {
    clearTimeout(timer);
    timer = setTimeout(() => end(unusable), silence);
  }

  async function read(): Promise<void> {
    const answer = await fetch(address, {
      headers: { Accept: 'text/event-stream' },
      credentials: 'same-origin',
      cache: 'no-store',
      redirect: 'manual',
      signal: fetching.signal,
    });
    if (!answer.ok || !answer.headers.get('Content-Type')?.startsWith('text/event-stream') || !answer.body) {
      const { code } = readRefusal(answer, await answer.text());
      options.onRefusal?.(code);
      end(refusals[code] ?? unusable);
      return;
    }
    const reader = answer.body.getReader();
    const decoder = new TextDecoder();
    let text = '';
    for (let first = true; ; first = false) {
      const { done, value } = await reader.read();
      if (done) break;
      expectBytes();
      if (first) {
        options.onBytes?.();
        if (!closed) listener.onOpen();
      }
      const events = (text + decoder.decode(value, { stream: true })).split('\n\n');
      text = events.pop() ?? '';
      for (const event of events) if (!ended) receive(event);
    }
    end(unusable);
  }

  function receive(event: string): void {
    const name = /^event: (.*)$/m.exec(event)?.[1];
    const data = /^data: (.*)$/m.exec(event)?.[1];
    if (data === undefined) return;
    if (name === undefined) listener.onMessage(data);
    else if (name === 'next') end(again);
    else if (name === 'close') {
      const { code, reason } = JSON.parse(data) as { code: number; reason: string };
      end(code, reason);
    }
  }

  expectBytes();
  void read().catch(() => end(unusable));
  return {
    send(text) {
      const { t, ...command } = JSON.parse(text) as Record<string, unknown>;
      if (closed || t === 'ping') return false;
      if (t === 'attention') void call('POST', '/me/attention').catch(() => undefined);
      else
        void post(base, String(t), command).then((result) => {
          if (result && !closed) listener.onMessage(JSON.stringify(result));
        });
      return true;
    },
    end,
    close() {
      closed = true;
      stop();
    },
  };
}

/** Sends a command. Returns its result as a message of a socket; undefined if the answer was lost. */
async function post(
  base: string,
  tag: string,
  { decision, ...rest }: Record<string, unknown>,
): Promise<object | undefined> {
  const path = `${base.replace(/^\/api\/v1/, '')}${paths[tag] ?? '/'}`;
  const answers = tag === 'agree_to_stop' || tag === 'decline_stop';
  try {
    const done = await call('POST', path, { ...rest, ...(answers ? { proposal: Number(decision) } : { decision }) });
    return { ...(done as object), t: 'result' };
  } catch (error) {
    // Without an answer of the server the command may have been played, so it is sent again.
    if (error instanceof Refusal && (error.status === 0 || error.code === 'sign_in_again')) return undefined;
    return { t: 'result', id: rest.id, ok: false, error: { code: codeOf(error), message: '' } };
  }
}
