/** The facts that everybody, or the reader, can count about the players. */
import type { FigureView, View } from '../types.gen';
import { isDruid } from './view';

/** The points if the sun wins, and if the moon wins. */
export interface Worth {
  sun: number;
  moon: number;
}

/** The votes of figures at the place of decision. `open` ones are for a cult of choice. */
export interface Votes {
  sun: number;
  moon: number;
  open: number;
  all?: number;
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

/** The kinds of cards that the reader does not see, with their numbers. */
export function unseenCards({ unseen = [] }: View): [card: string, count: number][] {
  return unseen.filter(({ n }) => n > 0).map(({ card, n }) => [card, n]);
}
