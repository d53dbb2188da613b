/** The count of votes after a move in the vote [D41, D42]. For display only: the server counts. */
import type { Move } from '../../../lib/wire/game';
import { figureOf, isDruid } from '../board/view';
import type { View } from '../types.gen';

/** The votes for each cult. */
export interface Count {
  sun: number;
  moon: number;
}

/** The votes of all seats so far after a vote or a card of a seat; undefined if the move changes nothing. */
export function tallyAfter(view: View, seat: number, move: Move): Count | undefined {
  const { vote } = view;
  if (!vote || move.do === 'done') return undefined;
  const count: Count = { sun: vote.sun, moon: vote.moon };
  const add = (cult: unknown, n: number): void => {
    if (cult === 'sun' || cult === 'moon') count[cult] += n;
  };
  if (move.do === 'potion' || move.do === 'image') add(move.cult, 1);
  else if (move.do === 'double') add(cultOf(view, seat, String(move.figure)), 1);
  else {
    for (const { figure, at, seat: owner, cult } of view.figures) {
      if (at !== 'center' || owner !== seat) continue;
      if (isDruid(figure)) add(move.druid, vote.round > 1 ? 1 : 3);
      else add(figure === 'dwarf-king' ? move.king : cult, 1);
    }
  }
  return count;
}

/** The cult that a spirit voted for. */
function cultOf(view: View, seat: number, figure: string): string | undefined {
  if (figure !== 'dwarf-king') return figureOf(view, figure)?.cult;
  return view.vote?.ballots.find((ballot) => ballot.seat === seat)?.king;
}
