import { hash } from 'virtual:engine-hash';
import { recallMoments } from '../check/shown-moments';
import type { ShownReport } from '../check/shown-report';
import { storeShown } from './remember-shown';
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

/**
 * Compares a record with the moments that this browser was shown of its table. Resolves with undefined if it remembers none. Rejects with
 * EngineError.
 */
export async function compareShown(
  table: string,
  record: string,
  options?: CallOptions,
): Promise<ShownReport | undefined> {
  await storeShown();
  const moments = await recallMoments(table);
  if (moments.length === 0) return undefined;
  const { engine, release } = startEngine();
  try {
    const sent = moments.map(({ seq, viewer, view, events }) => ({ seq, viewer, view, events }));
    const { same, lost, different } = await engine.call('compare', { record, moments: sent }, options);
    const own = (seq: number): boolean => moments.some((moment) => moment.seq === seq && moment.program === hash);
    return {
      same,
      lost: lost.length,
      different: different.filter(own),
      other: different.filter((seq) => !own(seq)).length,
    };
  } finally {
    release();
  }
}
