import { describe, expect, it } from 'vitest';
import type { Decision, Move } from '../../../lib/wire/game';
import { readView } from '../board/view';
import { fixtures } from '../dev/fixture';
import { matchingSelections, targetsOf, selectionsOf } from './selections';

function decision(kind: string, moves: Move[]): Decision {
  return { id: '1-1', seat: 0, kind, moves };
}

const play = (card: string, figure: string, seat = -1): Move => ({ do: 'play', card, figure, seat });

describe('the next selection', () => {
  it('is a die or a figure, and then the other', () => {
    const selections = selectionsOf(
      decision('use', [
        { die: 0, figure: 'sulis' },
        { die: 1, figure: 'sulis' },
        { die: 1, figure: 'druid-0' },
      ]),
      null,
    );
    expect([...targetsOf(selections, []).keys()].sort()).toEqual(['die 0', 'die 1', 'figure druid-0', 'figure sulis']);
    expect([...targetsOf(selections, ['figure sulis']).keys()]).toEqual(['die 0', 'die 1']);
    expect(matchingSelections(selections, ['die 0']).map(({ move }) => move.figure)).toEqual(['sulis']);
  });

  it('is a card before its figure', () => {
    const selections = selectionsOf(
      decision('turn', [
        { do: 'roll' },
        play('mist', 'druid-0'),
        play('raven', 'none', 2),
        play('second-sight', 'none'),
      ]),
      null,
    );
    expect([...targetsOf(selections, []).keys()]).toEqual(['dice', 'card mist', 'card raven', 'card second-sight']);
    expect([...targetsOf(selections, ['card mist']).keys()]).toEqual(['figure druid-0']);
    expect([...targetsOf(selections, ['card raven']).keys()]).toEqual(['shield 2']);
    expect([...targetsOf(selections, ['card second-sight']).keys()]).toEqual([]);
  });

  it.each(Object.entries(fixtures))(
    'leads to every move that is made on the table: %s',
    (_, { me, view, decisions }) => {
      const mine = decisions.find(({ seat }) => seat === me);
      for (const { move, spots } of selectionsOf(mine, readView(view))) {
        const open = matchingSelections(selectionsOf(mine, readView(view)), spots).map((way) => way.move);
        expect(open).toContainEqual(move);
      }
    },
  );
});
