import type { BallotView, CardVoted, FiguresVoted, View, VoteBegan, VotingDone } from '../types.gen';

/** Opens the vote with empty ballots. */
export function opened({ first, reason }: VoteBegan, view: View): View {
  const ballots = view.players.map(({ seat }) => empty(seat));
  return { ...view, vote: { reason, first, round: 1, ballots, sun: 0, moon: 0 } };
}

/** Records the votes of a seat's figures. */
export function cast({ seat, druid, king, sun, moon }: FiguresVoted, view: View): View {
  return mark(view, seat, () => ({ cast: true, druid, king, sun, moon }));
}

/** Shows a card that adds a vote. */
export function show({ seat, cards, figure, cult }: CardVoted, view: View): View {
  const marked = mark(view, seat, (ballot) => ({
    sun: ballot.sun + (cult === 'sun' ? 1 : 0),
    moon: ballot.moon + (cult === 'moon' ? 1 : 0),
    doubled: figure === 'none' ? ballot.doubled : [...ballot.doubled, figure],
  }));
  const players = view.players.map((player) =>
    player.seat === seat ? { ...player, shown: [...(player.shown ?? []), ...cards] } : player,
  );
  return { ...marked, players };
}

/** Marks a seat as done with cards. */
export function closed({ seat }: VotingDone, view: View): View {
  return mark(view, seat, () => ({ done: true }));
}

/** Starts the second round after a tie. */
export function again(_: unknown, view: View): View {
  if (!view.vote) return view;
  const ballots = view.vote.ballots.map(({ seat }) => empty(seat));
  return { ...view, vote: { ...view.vote, round: 2, ballots, sun: 0, moon: 0 } };
}

function empty(seat: number): BallotView {
  return { seat, cast: false, done: false, druid: 'none', king: 'none', doubled: [], sun: 0, moon: 0 };
}

function mark(view: View, seat: number, change: (ballot: BallotView) => Partial<BallotView>): View {
  if (!view.vote) return view;
  const ballots = view.vote.ballots.map((one) => (one.seat === seat ? { ...one, ...change(one) } : one));
  const sum = (cult: 'sun' | 'moon'): number => ballots.reduce((all, ballot) => all + ballot[cult], 0);
  return { ...view, vote: { ...view.vote, ballots, sun: sum('sun'), moon: sum('moon') } };
}
