/** The facts that everybody, or the reader, can count about the players. */
import type { FigureView, View } from '../types.gen';
import { isDruid } from './view';

/** The points if the sun wins, and if the moon wins. */
export interface Worth {
  sun: number;
  moon: number;
}

/** The votes of figures at the place of decision [D41]. `open` ones are for a cult of choice. */
export interface Votes {
  sun: number;
  moon: number;
  open: number;
}

/** The public standing of a player. */
export interface Standing {
  seat: number;
  cards: number;
  /** The figures on stones, and at the place of decision. */
  moving: number;
  gathered: number;
  /** Missing only in broken views. */
  druid: FigureView | undefined;
  /** The controlled spirits that can vote or move. */
  spirits: string[];
  votes: Votes;
  /** The points of the figures alone: the cards in hand are secret. */
  points: Worth;
}

const none: Votes = { sun: 0, moon: 0, open: 0 };

/** The votes of all figures at the place of decision. */
export function allVotes(view: View): Votes {
  return standings(view).reduce(
    (sum, { votes }) => ({ sun: sum.sun + votes.sun, moon: sum.moon + votes.moon, open: sum.open + votes.open }),
    none,
  );
}

/** The standing of each player, by seat. */
export function standings(view: View): Standing[] {
  return view.players.map(({ seat, cards, moving, gathered, sun = 0, moon = 0, votes = none }) => {
    const own = view.figures.filter((one) => one.seat === seat);
    return {
      ...{ seat, cards, moving, gathered, votes },
      druid: own.find(({ figure }) => isDruid(figure)),
      spirits: own.filter(({ figure }) => !isDruid(figure)).map(({ figure }) => figure),
      points: { sun, moon },
    };
  });
}

/** All cards of the game with their numbers [D10, D11]. */
export const allCards: Readonly<Record<string, number>> = {
  ...{ 'sun-5': 4, 'sun-10': 4, 'sun-15': 4, 'moon-5': 4, 'moon-10': 4, 'moon-15': 4, mistletoe: 2, belladonna: 1 },
  ...{ cauldron: 2, harp: 2, 'magic-image': 2, teutates: 1, lug: 1 },
  ...{ mist: 2, calling: 2, banishing: 2, 'second-sight': 2, raven: 2 },
};

/** The cards that the reader does not see, by kind: in the deck, or in other hands. `me` is the reader's seat. */
export function unseenCards(view: View, me: number | undefined): [card: string, count: number][] {
  const shown = view.players.filter(({ seat }) => seat !== me || !view.hand).flatMap((player) => player.shown ?? []);
  const hands = view.hands?.flat() ?? [...(view.hand ?? []), ...shown];
  const seen = [...view.discard, ...(view.card ? [view.card] : []), ...hands];
  return Object.entries(allCards)
    .map(([card, all]): [string, number] => [card, all - seen.filter((one) => one === card).length])
    .filter(([, count]) => count > 0);
}
