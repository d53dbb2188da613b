import { describe, expect, it } from 'vitest';
import { fieldPosition, size } from '../board/layout';
import { fixtures } from '../dev/fixture';
import { guard } from '../guard';
import { nextField } from './arrow-keys';
import { directOf, actorsOf, groupAlike } from './actors';

const states = Object.entries(fixtures).map(([name, { view, decisions }]) => ({
  name,
  view: guard.requireView(view),
  decision: decisions.find(({ moves }) => moves.length > 0),
}));

describe('the actors', () => {
  it.each(states)('reach every legal move except the end: $name', ({ view, decision }) => {
    const reached = new Set(directOf(decision, view).values());
    for (const { targets, moves } of actorsOf(decision, view)) {
      if (targets.size > 0) for (const move of targets.values()) reached.add(move);
      else for (const move of moves) reached.add(move);
    }
    expect((decision?.moves ?? []).filter((move) => move.do !== 'end' && !reached.has(move))).toEqual([]);
  });

  it.each(states)('are on fields of the board: $name', ({ view, decision }) => {
    const actors = actorsOf(decision, view);
    for (const { field } of actors) expect(view.fields[field]).toBeDefined();
    expect(groupAlike(actors, view).reduce((sum, { count }) => sum + count, 0)).toBe(actors.length);
  });
});

describe('arrow keys', () => {
  const view = guard.requireView(states[0]?.view ?? {});

  it('move over the edge to the other end of a row or column', () => {
    const at = (row: number, column: number): number =>
      view.fields.findIndex((field) => field.row === row && field.column === column);
    expect(nextField(view, at(0, 2), 'ArrowUp')).toBe(at(6, 2));
    expect(nextField(view, at(2, 0), 'ArrowLeft')).toBe(at(2, 5));
    expect(nextField(view, at(4, 0), 'ArrowDown')).toBe(at(2, 0));
    expect(nextField(view, at(0, 3), 'ArrowRight')).toBe(at(0, 2));
    expect(nextField(view, at(3, 3), 'Tab')).toBeUndefined();
  });

  it('reach every field inside the picture', () => {
    for (const field of view.fields.keys()) {
      const { x, y } = fieldPosition(view, field);
      expect(Math.min(x, y, size - x, size - y)).toBeGreaterThan(60);
    }
  });
});
