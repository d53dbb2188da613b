import type { Page, Request } from 'playwright-core';
import { PatchedState } from './patched-state';

/** A WebSocket frame or REST response that a page received. */
export class Received {
  /** `from` is the path and query of the request. `at` orders messages by arrival. An update with a patch has the whole state in its body. */
  constructor(
    readonly at: number,
    readonly via: 'socket' | 'rest',
    readonly from: string,
    readonly body: unknown,
  ) {}
}

/** Records every WebSocket frame and every REST response that a page receives. */
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
    // A response that breaks off never finishes, and no script receives it. This happens when the page is left.
    page.on('requestfinished', (request) => {
      if (pathOf(request.url()).startsWith('/api/')) this.reading.push(this.read(request));
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

function pathOf(url: string): string {
  const { pathname, search } = new URL(url);
  return pathname + search;
}
