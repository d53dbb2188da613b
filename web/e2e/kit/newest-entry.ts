import type { Page } from 'playwright-core';

/** The newest entry that a page received by its socket or event stream; 0: none. */
export class NewestEntry {
  seq = 0;

  constructor(page: Page) {
    page.on('websocket', (socket) => socket.on('framereceived', ({ payload }) => this.note(String(payload))));
    // The browser reports the content of a stream at its end, so the page passes on what it reads.
    void page.exposeBinding('noteEvents', (_, text: string) => {
      for (const [, data] of text.matchAll(/(?:^|\n\n)(?:id: \d+\n)?data: (.*)/g)) this.note(data ?? '');
    });
    void page.addInitScript(noteEventStreams);
  }

  private note(text: string): void {
    const { t, seq } = JSON.parse(text) as { t?: string; seq?: number };
    if (t === 'snapshot' || t === 'update') this.seq = seq ?? 0;
  }
}

/** Runs in the page: passes on whole events of each stream, as they are read. */
function noteEventStreams(): void {
  const page = window as unknown as { noteEvents: (text: string) => Promise<void> };
  const ask = window.fetch.bind(window);
  window.fetch = async (...asked) => {
    const answer = await ask(...asked);
    if (!answer.headers.get('content-type')?.startsWith('text/event-stream') || !answer.body) return answer;
    const [own, copy] = answer.body.tee();
    const note = async (): Promise<void> => {
      const reader = copy.pipeThrough(new TextDecoderStream()).getReader();
      let text = '';
      for (let part = await reader.read(); !part.done; part = await reader.read()) {
        text += part.value;
        const end = text.lastIndexOf('\n\n') + 2;
        if (end > 1) void page.noteEvents(text.slice(0, end));
        if (end > 1) text = text.slice(end);
      }
    };
    void note().catch(() => undefined);
    return new Response(own, { status: answer.status, headers: answer.headers });
  };
}
