import { EngineError, type CallOptions, type Engine } from './engine';
import type { Answers, Requests } from './types.gen';

/** The commands about an open game. */
type GameRequests = { [C in keyof Requests as Requests[C] extends { game: number } ? C : never]: Requests[C] };

/** A game of an engine. It is opened with the first command, and again after the engine has started anew. */
export class OpenGame<T extends { game: number }> {
  private opened: Promise<T> | undefined;
  private ended = 0;

  /** `open` opens the game as it is at that moment. */
  constructor(
    private readonly engine: Engine,
    private readonly open: () => Promise<T>,
  ) {}

  /** Returns the answer of the engine to the opening of the game. */
  about(): Promise<T> {
    if (!this.opened || this.ended !== this.engine.ended) {
      this.ended = this.engine.ended;
      this.opened = this.open();
    }
    return this.opened;
  }

  /** Carries out a command about the game. After a crash it opens the game again, and repeats the command once. */
  async call<C extends keyof GameRequests>(
    name: C,
    request: Omit<GameRequests[C], 'game'>,
    options?: CallOptions,
  ): Promise<Answers[C]> {
    for (let tries = 0; ; tries++) {
      const { game } = await this.about();
      try {
        return await this.engine.call(name, { ...request, game } as Requests[C], options, false);
      } catch (error) {
        if (tries > 0 || !(error instanceof EngineError) || error.code !== 'crashed') throw error;
      }
    }
  }
}
