import type { Failure, FromWorker, ToWorker } from './messages';
import type { Answers, Busy, Requests } from './types.gen';

/** A refusal of the engine, with a code of the protocol or one of its own; or the engine did not start, or crashed twice. */
export class EngineError extends Error {
  override name = 'EngineError';
  constructor(
    readonly code: string,
    detail = code,
  ) {
    super(detail);
  }
}

/** The part of a worker that is used here. */
export interface EngineWorker {
  postMessage(message: ToWorker, transfer?: Transferable[]): void;
  addEventListener(type: 'message', listener: (event: { data: FromWorker }) => void): void;
  addEventListener(type: 'error', listener: () => void): void;
  terminate(): void;
}

/** Options of a command: a listener of its progress, and a signal that cancels it. */
export interface CallOptions {
  progress?: (busy: Busy) => void;
  signal?: AbortSignal;
}

/** A command in flight. */
interface Call {
  command: string;
  options: CallOptions;
  /** It was repeated after a crash. */
  repeated: boolean;
  resolve: (answer: never) => void;
  reject: (error: EngineError) => void;
}

/** The port that holds the compiled module for the next worker. */
let compiled: MessagePort | undefined;

/**
 * The rules on this device, in a worker. It starts with the first command. After a panic it starts again and repeats the commands in
 * flight once; its games are lost then, which OpenGame opens again.
 */
export class Engine {
  /** Counts the workers that ended: their games are lost. */
  ended = 0;
  private worker: EngineWorker | null = null;
  private readonly calls = new Map<number, Call>();
  private lastId = 0;

  constructor(private readonly startWorker: () => EngineWorker) {}

  /** Carries out a command. Rejects with EngineError. */
  call<C extends keyof Requests>(
    name: C,
    request: Requests[C],
    options: CallOptions = {},
    repeat = true,
  ): Promise<Answers[C]> {
    return new Promise<Answers[C]>((resolve, reject) => {
      if (options.signal?.aborted) {
        reject(new EngineError('canceled'));
        return;
      }
      const id = ++this.lastId;
      this.calls.set(id, {
        ...{ command: JSON.stringify({ do: name, ...request }), options, repeated: !repeat },
        ...{ resolve, reject },
      });
      options.signal?.addEventListener('abort', () => this.worker?.postMessage({ cancel: id }), { once: true });
      this.started().postMessage(this.message(id));
    });
  }

  /** Ends the worker, and with it all memory. The next command starts another one. */
  end(): void {
    this.drop();
    this.rejectAll('ended');
  }

  private message(id: number): ToWorker {
    return { id, command: this.calls.get(id)?.command ?? '{}' };
  }

  private started(): EngineWorker {
    if (this.worker) return this.worker;
    const worker = this.startWorker();
    this.worker = worker;
    const { port1: next, port2: held } = new MessageChannel();
    worker.addEventListener('message', ({ data }) => {
      if ('ready' in data) compiled = held;
      else if (this.worker === worker) this.receive(data);
    });
    worker.addEventListener('error', () => this.worker === worker && this.fail('unreachable'));
    worker.postMessage({ start: true, next, ...(compiled && { compiled }) }, compiled ? [next, compiled] : [next]);
    compiled = undefined;
    return worker;
  }

  private receive(message: Exclude<FromWorker, { ready: true }>): void {
    if ('failed' in message) this.fail(message.failed);
    else if ('crashed' in message) this.restart();
    else if ('progress' in message) this.calls.get(message.id)?.options.progress?.(message.progress);
    else {
      const call = this.calls.get(message.id);
      this.calls.delete(message.id);
      const { error, answer } = message.answer;
      if (!error && !call?.options.signal?.aborted) call?.resolve(answer as never);
      else call?.reject(error ? new EngineError(error.code, error.detail) : new EngineError('canceled'));
    }
  }

  /** The worker could not start. */
  private fail(failure: Failure): void {
    this.drop();
    this.rejectAll(failure);
  }

  private restart(): void {
    this.drop();
    for (const [id, call] of this.calls) {
      if (call.repeated || call.options.signal?.aborted) {
        this.calls.delete(id);
        call.reject(new EngineError('crashed'));
      } else {
        call.repeated = true;
        this.started().postMessage(this.message(id));
      }
    }
  }

  private drop(): void {
    if (this.worker) this.ended++;
    this.worker?.terminate();
    this.worker = null;
  }

  private rejectAll(code: string): void {
    for (const call of this.calls.values()) call.reject(new EngineError(code));
    this.calls.clear();
  }
}

/** The maximum number of engines: their memory only grows, and a phone has little. */
const maxEngines = (): number => (matchMedia('(pointer: coarse)').matches ? 1 : 4);

/** The engines of the page with the number of their users. */
const engines = new Map<Engine, number>();

/** Returns an engine that nobody uses, or, at the limit of the device, the one with the fewest users. Call `release` when done. */
export function useEngine(startWorker: () => EngineWorker): { engine: Engine; release: () => void } {
  const least = [...engines].sort(([, a], [, b]) => a - b)[0];
  const engine = least && (least[1] === 0 || engines.size >= maxEngines()) ? least[0] : new Engine(startWorker);
  engines.set(engine, (engines.get(engine) ?? 0) + 1);
  let held = true;
  const release = (): void => {
    const users = (engines.get(engine) ?? 1) - 1;
    if (!held) return;
    held = false;
    if (users > 0) engines.set(engine, users);
    else {
      engines.delete(engine);
      engine.end();
    }
  };
  return { engine, release };
}

/** Ends all engines: a page that is hidden for good must not hold their memory. One that comes back starts them again. */
export function endEngines(): void {
  for (const engine of engines.keys()) engine.end();
}
