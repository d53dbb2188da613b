import { startEngine } from './start-worker';
import type { CallOptions } from './engine';
import type { Answers } from './types.gen';

/** Judges the text of a record by the rules: every move, draw and signature, the clocks and the result. Rejects with EngineError. */
export async function judge(record: string, options?: CallOptions): Promise<Answers['check']> {
  const { engine, release } = startEngine();
  try {
    return await engine.call('check', { record }, options);
  } finally {
    release();
  }
}
