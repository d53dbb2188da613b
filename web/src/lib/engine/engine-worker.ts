import { hash, url } from 'virtual:engine';
import { LoadError, loadEngine } from './load';
import type { FromWorker, ToWorker } from './messages';
import type { Answer } from './types.gen';

/** The part of the global scope of a worker that is used here. The types of pages do not contain it. */
interface WorkerScope {
  postMessage(message: FromWorker): void;
  addEventListener(type: 'message', listener: (event: MessageEvent<ToWorker>) => void): void;
}

/** The runtime of Go. */
declare class Go {
  importObject: WebAssembly.Imports;
  run(instance: WebAssembly.Instance): Promise<void>;
}

/** Set by the engine: takes a command and returns its answer, both in JSON. */
declare const nemetonEngine: (command: Uint8Array) => Uint8Array;

const scope = self as unknown as WorkerScope;
const encoder = new TextEncoder();
const decoder = new TextDecoder();
const canceled = new Set<number>();

/** This is the longest wait for the module of another worker, in milliseconds. Firefox drops what a worker posted that ended. */
const longestWait = 500;

/** Resolves with the module that another worker posted to a port, and with undefined if it does not arrive. */
const received = (port: MessagePort): Promise<WebAssembly.Module | undefined> =>
  new Promise((resolve) => {
    port.onmessage = ({ data }: MessageEvent<WebAssembly.Module>) => resolve(data);
    port.onmessageerror = () => resolve(undefined);
    setTimeout(resolve, longestWait);
  });

async function start({ compiled, next }: { compiled?: MessagePort; next: MessagePort }): Promise<void> {
  const module = (compiled && (await received(compiled))) ?? (await WebAssembly.compile(await loadEngine(url, hash)));
  const go = new Go();
  const instance = await WebAssembly.instantiate(module, go.importObject);
  // It returns after a panic alone.
  void go.run(instance).then(() => scope.postMessage({ crashed: true }));
  next.postMessage(module);
  scope.postMessage({ ready: true });
}

const handle = (command: string): Answer =>
  JSON.parse(decoder.decode(nemetonEngine(encoder.encode(command)))) as Answer;

/** Carries out a command in slices. Between them, other commands run. */
async function run(id: number, command: string): Promise<void> {
  let answer = handle(command);
  while (answer.busy) {
    const { job } = answer.busy;
    scope.postMessage({ id, progress: answer.busy });
    await new Promise((resolve) => setTimeout(resolve));
    answer = handle(JSON.stringify({ do: canceled.has(id) ? 'cancel' : 'continue', job }));
  }
  canceled.delete(id);
  scope.postMessage({ id, answer });
}

let started: Promise<void> | undefined;

scope.addEventListener('message', ({ data }) => {
  if ('start' in data) {
    started = start(data);
    started.catch((error: unknown) =>
      scope.postMessage({ failed: error instanceof LoadError ? error.failure : 'damaged' }),
    );
  } else if ('cancel' in data) canceled.add(data.cancel);
  else
    void started?.then(
      () => run(data.id, data.command).catch(() => scope.postMessage({ crashed: true })),
      () => undefined, // it has said so
    );
});
