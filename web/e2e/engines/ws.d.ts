/** The part of the package ws that the tests use. Node 20 has no WebSocket of its own. */
declare module 'ws' {
  export class WebSocket {
    constructor(url: string, options?: { perMessageDeflate?: boolean; maxPayload?: number });
    on(event: 'open' | 'close', listener: () => void): this;
    on(event: 'error', listener: (error: Error) => void): this;
    on(event: 'message', listener: (data: { toString(): string }) => void): this;
    send(text: string): void;
    close(): void;
  }
}
