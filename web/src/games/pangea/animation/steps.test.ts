import { describe, expect, it } from 'vitest';
import { testAnimation } from '../../../dev/animation-tests';
import type { AnimationStep } from '../../../lib/animation/step';
import type { GameEvent } from '../../../lib/wire/game';
import type { JsonObject } from '../../../lib/wire/narrow';
import { size } from '../board/layout';
import { animate } from './steps';
import { handledEvents } from './event-steps';
import { games } from './fixtures/games';
import type { Scene } from './scene';
import { guard } from '../guard';

const changes = games.flatMap(([, entryChanges]) => entryChanges);
const last = changes.at(-1);
const laid = changes[0];

/** Events that occur before the first view or in neither recording. */
const first = (laid?.events ?? []).filter(({ name }) => ['neutral_settled', 'tribes_drawn'].includes(name));
const rare: GameEvent[] = [{ name: 'last_round_fell', data: { round: 9 } }];
const all: AnimationStep[] = [
  ...changes.flatMap(animate),
  ...(laid ? animate({ ...laid, events: first, views: first.map(() => laid.after), before: laid.after }) : []),
  ...(last ? animate({ ...last, events: rare, views: rare.map(() => last.after), before: last.after }) : []),
];
const of = (name: string): AnimationStep[] => all.filter(({ event }) => event.name === name);

describe('the animation', () => {
  testAnimation({
    animate,
    laid,
    steps: all,
    handled: handledEvents,
    // Only the log or the phase track shows them.
    silent: ['set_up', 'asked', 'phase_ended'],
    longest: () => 900,
    size,
  });

  it('shows events in their order', () => {
    for (const entry of changes) {
      const order = animate(entry).flatMap(({ event }) =>
        handledEvents.includes(event.name) ? [entry.events.indexOf(event)] : [],
      );
      expect(order).toEqual([...order].sort((a, b) => a - b));
    }
  });

  it('hides a moving tribe on the board', () => {
    for (const { event, scene } of [...of('tribe_moved'), ...of('neutral_moved'), ...of('tribe_founded')]) {
      const { movers, overrides } = scene as Scene;
      expect(movers[0]?.piece).toMatchObject({ is: 'tribe', tribe: { id: event.data.tribe } });
      expect(overrides?.hidden).toEqual([event.data.tribe]);
    }
  });

  it('moves lands and tribes over the edge to the other side', () => {
    const over = (name: string): AnimationStep[] => of(name).filter(({ event }) => event.data.over === true);
    const shifts = over('tile_shifted').map(({ scene }) => scene as Scene);
    expect(shifts.length).toBeGreaterThanOrEqual(3);
    expect(shifts.length % 3).toBe(0);
    for (const [i, scene] of shifts.entries()) {
      expect(scene.over).toBeDefined();
      expect(scene.overrides?.crossing).toHaveLength(1);
      expect(Object.keys(scene.overrides?.tiles ?? {})).toHaveLength(i % 3 === 2 ? 0 : 1);
    }
    const walked = over('tribe_moved').map(({ scene }) => scene as Scene);
    expect(walked.length).toBeGreaterThan(1);
    for (const [i, { movers, over: way }] of walked.entries()) {
      const path = movers[0]?.path ?? [];
      expect(i % 2 === 0 ? path.at(-1) : path[0]).toEqual(i % 2 === 0 ? way?.out : way?.into);
    }
  });

  it('shows overcrowded lands and new ranks', () => {
    expect(of('crowded').length).toBeGreaterThan(0);
    for (const { event, view } of of('crowded')) {
      expect(guard.requireView(view).tiles[Number(event.data.tile)]).toMatchObject({
        overcrowded: true,
        tribes: event.data.n,
      });
    }
    expect(of('ranked').length).toBeGreaterThan(0);
    for (const { event, view } of of('ranked')) {
      expect(guard.requireView(view).players[Number(event.data.seat)]?.rank).toBe(event.data.rank);
    }
  });

  it('shows a rank not before its step', () => {
    const ranksOf = ({ view }: { view: JsonObject }): number[] =>
      guard.requireView(view).players.map(({ rank }) => rank);
    for (const entry of changes.filter((change) => animate(change).some(({ event }) => event.name === 'ranked'))) {
      const steps = animate(entry);
      const early = steps.slice(
        0,
        steps.findIndex(({ event }) => event.name === 'ranked'),
      );
      expect(early.length).toBeGreaterThan(0);
      for (const step of early) expect(ranksOf(step)).toEqual(ranksOf({ view: entry.before }));
    }
  });

  it('moves a good from each producing tribe and shows their number', () => {
    for (const { event, scene } of of('goods_produced')) {
      const { movers } = scene as Scene;
      const sent = movers.filter(({ piece }) => piece.is === 'good').length;
      const said = movers.flatMap(({ piece }) => (piece.is === 'amount' ? [piece.n] : []));
      expect([0, event.data.goods]).toContain(sent);
      for (const n of said) expect(n).toBe(event.data.goods);
    }
  });
});
