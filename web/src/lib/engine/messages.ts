import type { Answer, Busy } from './types.gen';

/** From the page to its worker. The first message starts the engine; `module` is the one that another worker compiled. */
export type ToWorker =
  { start: true; module?: WebAssembly.Module } | { id: number; command: string } | { cancel: number };

/** Why the engine could not start: it could not be loaded, or what was loaded is not the engine. */
export type Failure = 'unreachable' | 'damaged';

/** From the worker to its page. After `crashed` the worker is dead. */
export type FromWorker =
  | { ready: WebAssembly.Module }
  | { failed: Failure }
  | { crashed: true }
  | { id: number; progress: Busy }
  | { id: number; answer: Answer };
