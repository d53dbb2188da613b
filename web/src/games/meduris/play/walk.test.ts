import { describe, expect, it } from 'vitest';
import { entryChanges, type Recording } from '../../../lib/animation/recording';
import type { GameEvent } from '../../../lib/wire/game';
import game from '../animation/fixtures/game-2.json';
import late from '../animation/fixtures/late-4.json';
import { guard } from '../guard';
import type { Place, View } from '../types.gen';
import { walkAfter, walkAfterOffering, type Walk } from './walk';

interface Moment {
  event: GameEvent;
  /** The view before the event. */
  view: View;
  /** The events after it. */
  rest: GameEvent[];
}

/** The recorded events, each with the view before it. The last lap is part of the view from its event on. */
function moments(recording: unknown): Moment[] {
  const changes = entryChanges(recording as Recording).slice(1);
  const all = changes.flatMap(({ events }) => events);
  let done = 0;
  return changes.flatMap(({ events, before, views }) =>
    events.map((event, i) => ({
      event,
      view: guard.requireView(views[i - 1] ?? before),
      rest: all.slice(++done),
    })),
  );
}

/** The steps of the druid before the first of these events. */
function walked(rest: readonly GameEvent[], until: readonly string[]): unknown {
  const end = rest.findIndex(({ name }) => until.includes(name));
  const events = end < 0 ? rest : rest.slice(0, end);
  const moves = events.filter(({ name }) => name === 'druid_moved');
  const stone = moves.map(({ data }) => data.to as unknown as Place).find(({ at }) => at === 'stone');
  return {
    ...(stone ? { stone: stone.no } : {}),
    path: moves.flatMap(({ data }) => data.path as number[]),
    stops: moves.filter(() => !stone).map(({ data }) => (data.to as unknown as Place).no),
    river: events.some(({ name }) => name === 'river_crossed'),
    gains: events
      .filter(({ name }) => name === 'river_crossed')
      .flatMap(({ data }) => (data.points as number[]).map((n, seat) => ({ seat, n })).filter(({ n }) => n > 0)),
  };
}

const foreseen = (walk: Walk): unknown => {
  const { stone, path, river, gains, stops } = walk;
  return { ...(stone === undefined ? {} : { stone }), path, river, gains, stops: stops.map(({ field }) => field) };
};

const turnEnds = ['turn_began', 'last_turns_announced', 'last_lap_began', 'temples_scored'];

describe.each([
  ['a whole game of two', game],
  ['the end of a game of four', late],
])('the foreseen walk of the druid in %s', (_, recording) => {
  const all = moments(recording);
  const at = (...names: string[]): Moment[] => all.filter(({ event }) => names.includes(event.name));

  it('is the one after each build', () => {
    const builds = at('hut_built', 'temple_built');
    expect(builds.length).toBeGreaterThan(0);
    for (const { event, view, rest } of builds) {
      const planned = {
        what: event.name === 'hut_built' ? 'hut' : 'temple',
        field: Number(event.data.field),
        seat: Number(event.data.seat),
      } as const;
      expect(foreseen(walkAfter(view, planned)), JSON.stringify(event)).toEqual(walked(rest, turnEnds));
    }
  });

  it('is the one after each offering, up to the next in the last lap', () => {
    const offers = at('offered');
    expect(offers.length).toBeGreaterThan(0);
    for (const { event, view, rest } of offers) {
      const until = view.finish?.lap ? ['offered', ...turnEnds] : turnEnds;
      expect(foreseen(walkAfterOffering(view)), JSON.stringify(event)).toEqual(walked(rest, until));
    }
  });

  it('names what an offering of both gives', () => {
    for (const { event, view, rest } of at('hut_built', 'temple_built')) {
      const what = event.name === 'hut_built' ? 'hut' : 'temple';
      const walk = walkAfter(view, { what, field: Number(event.data.field), seat: Number(event.data.seat) });
      const end = rest.findIndex(({ name }) => turnEnds.includes(name));
      for (const offer of rest.slice(0, end < 0 ? undefined : end).filter(({ data }) => data.do === 'both'))
        expect(walk.points).toBe(offer.data.points);
    }
  });
});
