import type { Page, Request } from 'playwright-core';

/** Something a browser received or sent, in the order of arrival. */
export interface Heard {
  at: number;
  via: 'socket' | 'rest';
  /** The path and query of the request. */
  from: string;
  body: unknown;
}

/** Records every frame and every REST answer of a page. */
export class Tap {
  readonly received: Heard[] = [];
  readonly sent: Heard[] = [];
  private readonly reading: Promise<void>[] = [];
  private readonly unread: string[] = [];

  constructor(page: Page) {
    page.on('websocket', (socket) => {
      const from = where(socket.url());
      socket.on('framereceived', ({ payload }) => this.keep(this.received, 'socket', from, String(payload)));
      socket.on('framesent', ({ payload }) => this.keep(this.sent, 'socket', from, String(payload)));
    });
    // An answer that breaks off, as when the page is left, never finishes and is handed to no script.
    page.on('requestfinished', (request) => {
      if (where(request.url()).startsWith('/api/')) this.reading.push(this.read(request));
    });
  }

  /** Everything received so far, with all bodies read. Throws where one could not be: nothing may escape the eye. */
  async all(): Promise<Heard[]> {
    await Promise.all(this.reading);
    if (this.unread.length > 0) throw new Error(`answers that could not be read:\n${this.unread.join('\n')}`);
    return [...this.received].sort((a, b) => a.at - b.at);
  }

  private async read(request: Request): Promise<void> {
    const from = where(request.url());
    try {
      const answer = await request.response();
      if (answer && ![101, 204].includes(answer.status())) this.keep(this.received, 'rest', from, await answer.text());
    } catch (error) {
      this.unread.push(`${from}: ${String(error)}`);
    }
  }

  private keep(list: Heard[], via: Heard['via'], from: string, text: string): void {
    list.push({ at: performance.now(), via, from, body: JSON.parse(text) });
  }
}

function where(url: string): string {
  const { pathname, search } = new URL(url);
  return pathname + search;
}
