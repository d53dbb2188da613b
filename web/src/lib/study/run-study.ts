import type { CallOptions } from '../engine/engine';
import { OpenGame } from '../engine/open-game';
import { startEngine } from '../engine/start-worker';
import type { Studied } from './kept-studies';

/** All browsers use the same seed, so that a friend gets the same numbers. */
const seed = 1;

/** Studies a seat of the game of a record. Rejects with EngineError. */
export async function runStudy(record: string, seat: number, options: CallOptions): Promise<Studied> {
  const { engine, release } = startEngine();
  try {
    const { signal } = options;
    const game = new OpenGame(engine, () => engine.call('open', { record }, signal && { signal }));
    return await game.call('study', { seat, seed }, options);
  } finally {
    release();
  }
}
