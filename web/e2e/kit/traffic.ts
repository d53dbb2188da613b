import type { Page, Request } from 'playwright-core';
import { PatchedState } from './patched-state';

/** A message of a socket or event stream, or a REST response, that a page received. */
export class Received {
  /** `from` is the path and query of the request. `at` orders messages by arrival. An update with a patch has the whole state in its body. */
  constructor(
    readonly at: number,
    readonly via: 'socket' | 'rest',
    readonly from: string,
    readonly body: unknown,
  ) {}
}

/** Records every message of a socket or event stream, and every REST response, that a page receives. */
export class Traffic {
  readonly received: Received[] = [];
  private readonly reading: Promise<void>[] = [];
  private readonly unread: string[] = [];

  constructor(page: Page) {
    page.on('websocket', (socket) => {
      const from = pathOf(socket.url());
      const state = new PatchedState();
      socket.on('framereceived', ({ payload }) =>
        this.add('socket', from, state.complete(JSON.parse(String(payload)))),
      );
    });
    // The browser reports the content of a stream at its end, so the page passes on what it reads.
    const streams = new Map<string, PatchedState>();
    void page.exposeBinding('noteEvents', (_, stream: string, url: string, text: string) => {
      const state = streams.get(stream) ?? new PatchedState();
      streams.set(stream, state);
      for (const [, data] of text.matchAll(/(?:^|\n\n)(?:id: \d+\n)?data: (.*)/g))
        this.add('socket', pathOf(url), state.complete(JSON.parse(data ?? '')));
    });
    void page.addInitScript(noteEventStreams);
    // A response that breaks off never finishes, and no script receives it. This happens when the page is left.
    page.on('requestfinished', (request) => {
      if (/^\/api\/(?!.*\/events(\?|$))/.test(pathOf(request.url()))) this.reading.push(this.read(request));
    });
  }

  /** Returns everything received so far by time of arrival. Throws if the body of a response could not be read. */
  async all(): Promise<Received[]> {
    await Promise.all(this.reading);
    if (this.unread.length > 0) throw new Error(`responses that could not be read:\n${this.unread.join('\n')}`);
    return [...this.received].sort((a, b) => a.at - b.at);
  }

  private async read(request: Request): Promise<void> {
    const from = pathOf(request.url());
    try {
      const response = await request.response();
      if (response && ![101, 204].includes(response.status()))
        this.add('rest', from, JSON.parse(await response.text()));
    } catch (error) {
      this.unread.push(`${from}: ${String(error)}`);
    }
  }

  private add(via: Received['via'], from: string, body: unknown): void {
    this.received.push(new Received(performance.now(), via, from, body));
  }
}

/** Runs in the page: passes on whole events of each stream, as they are read. */
function noteEventStreams(): void {
  const page = window as unknown as { noteEvents: (stream: string, url: string, text: string) => Promise<void> };
  const ask = window.fetch.bind(window);
  window.fetch = async (...asked) => {
    const answer = await ask(...asked);
    if (!answer.headers.get('content-type')?.startsWith('text/event-stream') || !answer.body) return answer;
    const [own, copy] = answer.body.tee();
    const stream = String(Math.random());
    const note = async (): Promise<void> => {
      const reader = copy.pipeThrough(new TextDecoderStream()).getReader();
      let text = '';
      for (let part = await reader.read(); !part.done; part = await reader.read()) {
        text += part.value;
        const end = text.lastIndexOf('\n\n') + 2;
        if (end > 1) void page.noteEvents(stream, answer.url, text.slice(0, end));
        if (end > 1) text = text.slice(end);
      }
    };
    void note().catch(() => undefined);
    return new Response(own, { status: answer.status, headers: answer.headers });
  };
}

function pathOf(url: string): string {
  const { pathname, search } = new URL(url);
  return pathname + search;
}
