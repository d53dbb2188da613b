import type { Answer, Busy } from './types.gen';

/**
 * From the page to its worker. The first message starts the engine. `compiled` has the module of the worker before, and the worker posts it
 * to `next`. The page cannot read these ports: its policy forbids modules, and Firefox then refuses to receive one.
 */
export type ToWorker =
  { start: true; next: MessagePort; compiled?: MessagePort } | { id: number; command: string } | { cancel: number };

/** Why the engine could not start: it could not be loaded, or what was loaded is not the engine. */
export type Failure = 'unreachable' | 'damaged';

/** From the worker to its page. After `crashed` the worker is dead. */
export type FromWorker =
  | { ready: true }
  | { failed: Failure }
  | { crashed: true }
  | { id: number; progress: Busy }
  | { id: number; answer: Answer };
