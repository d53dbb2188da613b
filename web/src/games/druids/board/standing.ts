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
  /** The number of cards in hand. */
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

/** The votes of a druid in the first round of a vote. */
const druidVotes = 3;

/** The standing of each player, by seat. */
export function standings(view: View): Standing[] {
  return view.players.map(({ seat, cards, moving, gathered }) => {
    const own = view.figures.filter((one) => one.seat === seat);
    return {
      ...{ seat, cards, moving, gathered },
      druid: own.find(({ figure }) => isDruid(figure)),
      spirits: own.filter(({ figure }) => !isDruid(figure)).map(({ figure }) => figure),
      votes: votesOf(own),
      points: pointsOf(own, seat),
    };
  });
}

/** The points of a player's figures: at the place of decision, outside of it, and of Morrigan [D50, D53]. */
function pointsOf(own: readonly FigureView[], seat: number): Worth {
  const of = (wins: string): number =>
    own.reduce((sum, { figure, at, cult }) => {
      if (figure === 'morrigan') return sum - 20;
      const counts = cult === wins || (figure === `druid-${seat}` && at === 'center');
      return counts ? sum + (at === 'center' ? 20 : 10) : sum;
    }, 0);
  return { sun: of('sun'), moon: of('moon') };
}

/** The votes of the figures at the place of decision, before cards. */
export function votesOf(figures: readonly FigureView[]): Votes {
  const there = figures.filter(({ at }) => at === 'center');
  const of = (cult: string): number => there.filter((one) => one.cult === cult).length;
  const druids = there.filter(({ figure }) => isDruid(figure)).length;
  return { sun: of('sun'), moon: of('moon'), open: of('none') + druids * (druidVotes - 1) };
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
