import { describe, expect, it } from 'vitest';
import { extentOf } from '../../../lib/board/hit-extents';
import type { Decision, JsonObject } from '../../../lib/wire/game';
import { fixtures } from '../dev/fixture';
import { materials, stockNumberPosition } from '../board/layout';
import { readView } from '../board/view';
import { nextSpot, spotShapes } from './spot-shapes';
import { fromHand, targetsOf } from './targets';

const asked = (kind: string, moves: JsonObject[]): Decision => ({ id: '1', seat: 0, kind, moves });
const view = (name: string) => {
  const read = readView(fixtures[name]?.view ?? {});
  if (!read) throw new Error(`no view ${name}`);
  return read;
};
const turn = asked('turn', [
  { do: 'yield', from: 'wood', height: 2, to: 'stone' },
  { do: 'yield', from: 'wood', height: 2, to: 'wool' },
  { do: 'hut', field: 4 },
  { do: 'temple', field: 4 },
]);

describe('the targets of a decision', () => {
  it('are plateaus, stocks, or the field of the druid', () => {
    expect([...targetsOf(asked('place_worker', [{ plateau: 'wool' }]), null, undefined).keys()]).toEqual([
      'plateau wool',
    ]);
    expect([...targetsOf(asked('lose_one', [{ material: 'stone' }]), null, undefined).keys()]).toEqual(['stock stone']);
    expect([...targetsOf(asked('offer', [{ do: 'nothing' }, { do: 'both' }]), null, 7).keys()]).toEqual(['field 7']);
    expect(targetsOf(asked('lose_one', [{ material: 'none' }]), null, undefined).size).toBe(0);
  });

  it('are workers and fields in a turn; a field has both buildings', () => {
    const found = targetsOf(turn, null, undefined);
    expect([...found.keys()]).toEqual(['worker wood 2', 'field 4']);
    expect(found.get('field 4')).toHaveLength(2);
  });

  it('include the plateaus once a worker is picked', () => {
    const found = targetsOf(turn, { material: 'wood', height: 2 }, undefined);
    expect(found.get('plateau stone')).toEqual([turn.moves[0]]);
    expect(found.has('plateau copper')).toBe(false);
  });

  it('cover every move of the recorded turns', () => {
    for (const { decisions } of Object.values(fixtures)) {
      const mine = decisions.find(({ kind, moves }) => kind === 'turn' && moves.length > 0);
      const all = new Set([...targetsOf(mine, null, undefined).values()].flat());
      expect(all.size).toBe(mine?.moves.length ?? 0);
    }
  });
});

describe('a token of the hand', () => {
  it('is returned if that is a legal move', () => {
    const lose = asked('lose_one', [{ material: 'stone' }, { material: 'wool' }]);
    expect(fromHand(lose, 'wool')).toBe(lose.moves[1]);
    expect(fromHand(lose, 'wood')).toBeUndefined();
    expect(fromHand(asked('lose_one', [{ material: 'none' }]), 'none')).toBeUndefined();
    expect(fromHand(asked('gain_one', [{ material: 'wool' }]), 'wool')).toBeUndefined();
  });
});

describe('the light around a stock', () => {
  it.each(materials)('has the number of %s inside', (material) => {
    const glow = spotShapes(view('3-middle')).find(({ key }) => key === `stock ${material}`)?.glow ?? '';
    const { top, bottom } = extentOf(glow);
    const number = stockNumberPosition(material);
    expect(number.y - 13).toBeGreaterThan(top);
    expect(number.y + 12).toBeLessThan(bottom);
  });
});

describe('arrow keys', () => {
  it('reach every spot of the board', () => {
    const all = spotShapes(view('3-middle'));
    const reached = new Set(['field 0']);
    for (let size = 0; size < reached.size;) {
      size = reached.size;
      for (const shape of all.filter(({ key }) => reached.has(key)))
        for (const key of ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown']) {
          const next = nextSpot(all, shape, key);
          if (next) reached.add(next.key);
        }
    }
    expect(all.filter(({ key }) => !reached.has(key)).map(({ key }) => key)).toEqual([]);
  });
});
