import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Answers, Requests } from '../../src/lib/engine/types.gen';
import { corpusGame, root, withDigest } from '../../src/lib/check/record-kit';

/** A page of any browser: the part of EnginePage and of Playwright's page that these tests need. */
export interface ScriptedPage {
  evaluate<R, A>(call: (arg: A) => R, arg: A): Promise<Awaited<R>>;
}

/** The results of native Go, which a test of engine/inbrowser writes. */
export const native = JSON.parse(readFileSync(join(root, 'engine/inbrowser/testdata/browsers.json'), 'utf8')) as {
  games: { name: string; entries: number; bytes: number; hash: number }[];
  choices: { game: string; seq: number; seat: number; index: number; worth: number }[];
};

/** The record of the first game of a file of the corpus. */
export const corpusRecord = (file: string): string => withDigest(corpusGame(file));

/** The script of the worker in the built client. */
function workerScript(): string {
  const assets = join(root, 'web/dist/assets');
  const name = readdirSync(assets).find((each) => /^engine-worker.*\.js$/.test(each));
  if (!name) throw new Error('the client is not built');
  return `/assets/${name}`;
}

interface Scope {
  engineCall: (command: string) => Promise<string>;
}

/**
 * Starts the module in a worker of the page, and then in a second one, with the module that the first compiled; commands go to the second.
 * Resolves with the times until they were ready, in milliseconds.
 */
export function startModule(page: ScriptedPage): Promise<[first: number, second: number]> {
  return page.evaluate(async (script) => {
    interface Types {
      createPolicy(name: string, rules: object): { createScriptURL(url: string): string };
    }
    const { trustedTypes } = window as { trustedTypes?: Types };
    const url =
      trustedTypes
        ?.createPolicy('nemeton-engine', { createScriptURL: (given: string) => given })
        .createScriptURL(script) ?? script;
    const waiting = new Map<number, (answer: string) => void>();
    const started = async (compiled?: MessagePort) => {
      const begun = performance.now();
      const worker = new Worker(url);
      const { port1: next, port2: held } = new MessageChannel();
      const ready = new Promise<void>((resolve, reject) => {
        worker.onerror = () => reject(new Error('the worker did not start'));
        worker.onmessage = ({ data }: MessageEvent<Record<string, unknown>>) => {
          if ('ready' in data) resolve();
          if ('failed' in data || 'crashed' in data) reject(new Error(JSON.stringify(data)));
          if ('answer' in data) waiting.get(Number(data.id))?.(JSON.stringify(data.answer));
        };
      });
      worker.postMessage({ start: true, next, compiled }, compiled ? [next, compiled] : [next]);
      await ready;
      return { worker, held, took: performance.now() - begun };
    };
    const first = await started();
    const second = await started(first.held);
    first.worker.terminate();
    let last = 0;
    (window as unknown as Scope).engineCall = (command) =>
      new Promise((resolve) => {
        waiting.set(++last, resolve);
        second.worker.postMessage({ id: last, command });
      });
    return [first.took, second.took] as [number, number];
  }, workerScript());
}

/** Carries out a command of the module. */
export async function ask<C extends keyof Requests>(
  page: ScriptedPage,
  name: C,
  request: Requests[C],
): Promise<Answers[C]> {
  const text = await page.evaluate(
    (command) => (window as unknown as Scope).engineCall(command),
    JSON.stringify({ do: name, ...request }),
  );
  const { answer, error } = JSON.parse(text) as { answer: Answers[C]; error?: { code: string; detail: string } };
  if (error) throw new Error(`${name}: ${error.code}: ${error.detail}`);
  return answer;
}

/** Shows each entry of an open game to one viewer after the other, and returns the size and the hash of all of them in canonical form. */
export function foldInPage(
  page: ScriptedPage,
  game: { game: number; entries: number; seats: number },
): Promise<{ bytes: number; hash: number }> {
  return page.evaluate(async ({ game, entries, seats }) => {
    const canonical = (value: unknown): string => {
      if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
      if (typeof value !== 'object' || value === null) return JSON.stringify(value);
      const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
      return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${canonical(member)}`).join(',')}}`;
    };
    const encoder = new TextEncoder();
    let [bytes, sum] = [0, 0x811c9dc5];
    for (let i = 0; i < entries; i++) {
      const command = { do: 'entry', game, seq: i + 1, viewer: (i % (seats + 1)) - 1 };
      const text = await (window as unknown as Scope).engineCall(JSON.stringify(command));
      for (const byte of encoder.encode(canonical((JSON.parse(text) as { answer: unknown }).answer))) {
        sum = Math.imul(sum ^ byte, 0x01000193);
        bytes++;
      }
    }
    return { bytes, hash: sum >>> 0 };
  }, game);
}

/** Goes to moments of an open game in a mixed order. Returns the times in milliseconds, from the page and back. */
export function seekInPage(page: ScriptedPage, game: { game: number; entries: number }): Promise<number[]> {
  return page.evaluate(async ({ game, entries }) => {
    const times: number[] = [];
    for (let i = 0; i < 100; i++) {
      const seq = ((i * 7919) % entries) + 1;
      const begun = performance.now();
      await (window as unknown as Scope).engineCall(JSON.stringify({ do: 'moment', game, seq, viewer: -1 }));
      times.push(performance.now() - begun);
    }
    return times.sort((a, b) => a - b);
  }, game);
}
