import { describe, expect, it } from 'vitest';
import type { AnimationStep } from '../../../lib/animation/step';
import type { GameEvent } from '../../../lib/wire/game';
import { size } from '../board/layout';
import { rewind } from './undo-event';
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
  ...(laid ? animate({ ...laid, events: first, before: rewind(laid.after, first) }) : []),
  ...(last ? animate({ seq: 0, events: rare, before: last.after, after: last.after }) : []),
];
const scenes = all.map(({ scene }) => scene as Scene);
const of = (name: string): AnimationStep[] => all.filter(({ event }) => event.name === name);

/** Events without animation: only the log or the phase track shows them. */
const silent = ['set_up', 'asked', 'phase_ended'];

describe('the animation', () => {
  it('shows every event but those that are kept silent', () => {
    const seen = new Set(all.map(({ event }) => event.name));
    expect([...handledEvents].filter((name) => !seen.has(name)).sort()).toEqual([...silent].sort());
  });

  it('tells them in the order in which they happened', () => {
    for (const entry of changes) {
      const order = animate(entry).flatMap(({ event }) =>
        handledEvents.includes(event.name) ? [entry.events.indexOf(event)] : [],
      );
      expect(order).toEqual([...order].sort((a, b) => a - b));
    }
  });

  it('keeps each step short', () => {
    for (const { event, ms } of all) {
      expect({ [event.name]: ms >= 150 && ms <= 900 }).toEqual({ [event.name]: true });
    }
  });

  it('draws a few dozen pieces at most, all about the board, within their step', () => {
    for (const { movers } of scenes) {
      expect(movers.length).toBeLessThanOrEqual(24);
      for (const { path, from, to } of movers) {
        expect(from).toBeGreaterThanOrEqual(0);
        expect(to).toBeGreaterThan(from);
        expect(to).toBeLessThanOrEqual(1.0001);
        for (const { x, y } of path) {
          expect(Math.min(x, y)).toBeGreaterThanOrEqual(-40);
          expect(Math.max(x, y)).toBeLessThanOrEqual(size + 40);
        }
      }
    }
  });

  it('takes a tribe off the board while it is on its way', () => {
    for (const { event, scene } of [...of('tribe_moved'), ...of('neutral_moved'), ...of('tribe_founded')]) {
      const { movers, overrides } = scene as Scene;
      expect(movers[0]?.piece).toMatchObject({ is: 'tribe', tribe: { id: event.data.tribe } });
      expect(overrides?.hidden).toEqual([event.data.tribe]);
    }
  });

  it('lets what goes over the edge leave the world, and come in on its other side', () => {
    const over = (name: string): AnimationStep[] => of(name).filter(({ event }) => event.data.over === true);
    const shifts = over('tile_shifted').map(({ scene }) => scene as Scene);
    expect(shifts.length).toBeGreaterThanOrEqual(3);
    expect(shifts.length % 3).toBe(0);
    for (const [i, scene] of shifts.entries()) {
      expect(scene.over).toBeDefined();
      expect(scene.overrides?.pale?.length ?? 0).toBe(i % 3 === 2 ? 0 : 1);
    }
    const walked = over('tribe_moved').map(({ scene }) => scene as Scene);
    expect(walked.length).toBeGreaterThan(1);
    for (const [i, { movers, over: way }] of walked.entries()) {
      const path = movers[0]?.path ?? [];
      expect(i % 2 === 0 ? path.at(-1) : path[0]).toEqual(i % 2 === 0 ? way?.out : way?.into);
    }
  });

  it('tells which lands became overcrowded, and who holds a rank', () => {
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

  it('sends a good from each tribe that produces, and says how many', () => {
    for (const { event, scene } of of('goods_produced')) {
      const { movers } = scene as Scene;
      const sent = movers.filter(({ piece }) => piece.is === 'good').length;
      const said = movers.flatMap(({ piece }) => (piece.is === 'amount' ? [piece.n] : []));
      expect([0, event.data.goods]).toContain(sent);
      for (const n of said) expect(n).toBe(event.data.goods);
    }
  });

  it('has nothing to show before a table is laid', () => {
    expect(laid && animate({ ...laid, before: {} })).toEqual([]);
  });
});
