import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Beat } from '../../../lib/story/beat';
import type { GameEvent } from '../../../lib/wire/game';
import { size } from '../board/layout';
import { beats } from './beats';
import { known } from './direct';
import { games, seen } from './fixtures/games';
import type { Scene } from './scene';

const told = games.flatMap(seen);
const last = told.at(-1);

/** Events that came up in no recorded view, told of the last position of one. */
const rare: GameEvent[] = [
  { name: 'neutral_settled', data: { people: 'purple', tile: 3, tribes: [] } },
  { name: 'tribes_drawn', data: { seat: 1 } },
  { name: 'last_round_announced', data: { reason: 'rank', round: 9, seats: [1] } },
  { name: 'last_round_fell', data: { round: 9 } },
  { name: 'tile_shifted', data: { seat: 0, tile: 0, from: 0, to: 5, over: true } },
];
const all: Beat[] = [
  ...told.flatMap(beats),
  ...(last ? beats({ seq: 0, events: rare, before: last.after, after: last.after }) : []),
];
const scenes = all.map(({ scene }) => scene as Scene);
const of = (name: string): Beat[] => all.filter(({ event }) => event.name === name);

/** Told in the log alone: nothing is to be seen of them, or another event shows it. */
const silent = ['set_up', 'asked', 'phase_ended'];

describe('the storyteller', () => {
  it('has thought of every event of the rules', () => {
    const source = readFileSync('../engine/pangea/registry.go', 'utf8');
    const names = [...source.matchAll(/EventName\(\) string \{ return "(\w+)" \}/g)].map((match) => match[1]);
    expect(names.length).toBeGreaterThan(17);
    expect([...known].sort()).toEqual([...new Set(names)].filter((name) => known.includes(name ?? '')).sort());
    expect(names.filter((name) => name !== undefined && !known.includes(name))).toEqual([]);
  });

  it('shows every event but those that are kept silent', () => {
    const shown = new Set(all.map(({ event }) => event.name));
    expect([...known].filter((name) => !shown.has(name)).sort()).toEqual([...silent].sort());
  });

  it('keeps each beat short', () => {
    for (const { event, ms } of all) expect({ [event.name]: ms >= 150 && ms <= 800 }).toEqual({ [event.name]: true });
  });

  it('draws a few dozen pieces at most, all about the board, within their beat', () => {
    for (const { movers } of scenes) {
      expect(movers.length).toBeLessThanOrEqual(24);
      for (const { path, from, to } of movers) {
        expect(from).toBeGreaterThanOrEqual(0);
        expect(to).toBeGreaterThan(from);
        expect(to).toBeLessThanOrEqual(1.0001);
        for (const { x, y } of path) {
          // What goes over the edge is seen to leave the world.
          expect(Math.min(x, y)).toBeGreaterThanOrEqual(-130);
          expect(Math.max(x, y)).toBeLessThanOrEqual(size + 130);
        }
      }
    }
  });

  it('takes a tribe that walks off the board meanwhile', () => {
    expect(of('tribe_moved').length).toBeGreaterThan(10);
    for (const { event, scene } of [...of('tribe_moved'), ...of('neutral_moved')]) {
      expect((scene as Scene).staging?.hidden).toEqual([event.data.tribe]);
    }
  });

  it('lets what goes over the edge leave and come in again', () => {
    const shifts = of('tile_shifted').filter(({ event }) => event.data.over === true);
    expect(shifts.length % 3).toBe(0);
    expect(shifts.length).toBeGreaterThan(0);
  });

  it('lets a sack fly for each good that is produced', () => {
    const paid = of('goods_produced').filter(({ event }) => Number(event.data.goods) > 0);
    expect(paid.length).toBeGreaterThan(3);
    for (const { event, scene } of paid) {
      const flying = (scene as Scene).movers.filter(({ piece }) => piece.is === 'good');
      expect(flying).toHaveLength(Math.min(12, Number(event.data.goods)));
    }
  });

  it('has nothing to show before a table is laid', () => {
    expect(told[0] && beats({ ...told[0], before: {} })).toEqual([]);
  });
});
