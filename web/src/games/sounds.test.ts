// @vitest-environment jsdom
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { AnimationQueue } from '../lib/animation/queue';
import { entryChanges, type Recording } from '../lib/animation/recording';
import { soundsOf } from '../lib/sound/event-sounds';
import { sounds, type SoundName } from '../lib/sound/sounds';
import type { GameEvent } from '../lib/wire/game';
import type { TitleClient } from './contract';
import druids from './druids';
import druidsGame from './druids/animation/fixtures/game-4.json';
import meduris from './meduris';
import medurisGame from './meduris/animation/fixtures/game-2.json';
import medurisLate from './meduris/animation/fixtures/late-4.json';
import pangea from './pangea';
import pangeaGame from './pangea/animation/fixtures/game-2.json';

const games: [string, TitleClient, Recording[]][] = [
  ['meduris', meduris, [medurisGame, medurisLate]],
  ['druids', druids, [druidsGame]],
  ['pangea', pangea, [pangeaGame]],
];

/** Events of secret choices. A sound would tell the others that a choice was made, and which. */
const secret = ['loss_chosen', 'payment_begun', 'payment_bound', 'voting_done', 'asked'];

beforeEach(() => void vi.useFakeTimers());
describe.each(games)('the sounds of %s', (_, { events }, recordings) => {
  /** Plays a recording through the animation queue. Returns the events with a sound, and the sounds that were played. */
  function play(recording: Recording, skips: boolean) {
    const changes = entryChanges(recording);
    const played: { events: readonly GameEvent[]; names: SoundName[] }[] = [];
    const queue = new AnimationQueue((change) => events?.animate(change) ?? [], {
      show: () => undefined,
      speed: () => 'normal',
      hidden: () => false,
      shown: (shown, skipped) =>
        void played.push({ events: shown, names: events?.sound ? soundsOf(shown, skipped, events.sound) : [] }),
    });
    for (const change of changes) {
      queue.add(change);
      if (skips) queue.skip();
      else vi.runAllTimers();
    }
    return { changes, played };
  }

  it('sound once for each event that has one', () => {
    for (const recording of recordings) {
      const { changes, played } = play(recording, false);
      expect(played.flatMap((one) => one.events)).toEqual(changes.flatMap((change) => change.events));
      // An entry without animation, such as the setup, has one sound.
      const wanted = changes.flatMap((change) => {
        const names = change.events.map((event) => events?.sound?.(event)).filter((name) => name !== undefined);
        return events?.animate(change).length === 0 ? names.slice(-1) : names;
      });
      expect(played.flatMap(({ names }) => names)).toEqual(wanted);
      expect(wanted.length).toBeGreaterThan(10);
      for (const name of wanted) expect(sounds).toHaveProperty(name);
    }
  });

  it('sound at most once for an entry that is skipped', () => {
    for (const recording of recordings) {
      const { changes, played } = play(recording, true);
      expect(played.flatMap((one) => one.events)).toEqual(changes.flatMap((change) => change.events));
      // The first step of an entry has begun before the skip.
      for (const { names } of played) expect(names.length).toBeLessThanOrEqual(1);
      expect(played.length).toBeLessThanOrEqual(2 * changes.length);
    }
  });

  it('tell nothing about secret choices', () => {
    const all = recordings.flatMap((recording) => entryChanges(recording).flatMap((change) => change.events));
    for (const event of all.filter(({ name }) => secret.includes(name))) expect(events?.sound?.(event)).toBeUndefined();
  });
});
