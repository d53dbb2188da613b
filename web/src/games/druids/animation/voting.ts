import { staggered } from '../../../lib/animation/motion';
import { centerPosition } from '../board/layout';
import type { CardVoted, FiguresVoted, View, VoteDecided } from '../types.gen';
import type { Mover, Tally } from './scene';
import { glow, sceneStep, type Transition, type SceneStep } from './scene-step';

/** The position of each cult's votes in the vote count. */
export const sides = { sun: { x: 400, y: 300 }, moon: { x: 600, y: 300 } } as const;

function tally({ vote }: View): Tally {
  return { sun: vote?.sun ?? 0, moon: vote?.moon ?? 0 };
}

/** Highlights the figures in the center one by one. */
export function voteBegan(_: unknown, { view, at, next }: Transition): SceneStep[] {
  const lights = at.gathered().map((figure) => ({ ...glow(at.figure(figure)) }));
  return sceneStep(view, 700, lights.length > 0 ? staggered<Mover>(lights, 0.4) : [glow(centerPosition)], {
    tally: tally(next),
  });
}

/** Moves the votes of a seat's figures to both sides and updates the vote count. */
export function figuresVoted({ seat, sun, moon }: FiguresVoted, { view, next, at }: Transition): SceneStep[] {
  const own = at.gathered(seat).map((figure) => at.figure(figure));
  const [from = at.hand(seat)] = own;
  const votes = (['sun', 'moon'] as const).flatMap((cult): Mover[] => {
    const n = cult === 'sun' ? sun : moon;
    const piece = { is: 'votes' as const, cult, votes: n };
    return n > 0 ? [{ piece, motion: 'fly', path: [from, sides[cult]], from: 0.1, to: 1 }] : [];
  });
  const lights = own.map((spot) => glow(spot, 0, 0.6));
  return [
    ...sceneStep(view, 650, [...lights, ...votes], { tally: tally(view) }),
    ...sceneStep(next, 250, [], { tally: tally(next) }),
  ];
}

/** Shows the played cards and moves their vote to its side. */
export function cardVoted({ seat, cards, cult }: CardVoted, { view, next, at }: Transition): SceneStep[] {
  const held = cards.map((card, i): Omit<Mover, 'from' | 'to'> => {
    return { piece: { is: 'card', card }, motion: 'fly', path: [at.hand(seat), at.shown(i, cards.length)] };
  });
  const still = cards.map((card, i): Mover => {
    const spot = at.shown(i, cards.length);
    return { piece: { is: 'card', card }, motion: 'walk', path: [spot, spot], from: 0, to: 1 };
  });
  const side = cult === 'moon' ? 'moon' : 'sun';
  const path = [at.shown(0, 1), sides[side]];
  const votes = tally(next)[side] - tally(view)[side];
  const vote: Mover = { piece: { is: 'votes', cult: side, votes }, motion: 'fly', path, from: 0.1, to: 1 };
  return [
    ...sceneStep(view, 550, staggered<Mover>(held, 0.75), { tally: tally(view) }),
    ...sceneStep(next, 650, [...still, vote], { tally: tally(view) }),
  ];
}

/** Highlights both sides: the vote is tied, so a second round follows. */
export function tied(_: unknown, { view }: Transition): SceneStep[] {
  return sceneStep(view, 700, [glow(sides.sun), glow(sides.moon)], { tally: tally(view) });
}

/** Highlights the winning side and all figures of its cult. */
export function decided({ cult }: VoteDecided, { view, next, at }: Transition): SceneStep[] {
  const theirs = view.figures.filter((one) => one.cult === cult && cult !== 'none' && one.at !== 'spirits');
  const won = cult === 'sun' || cult === 'moon' ? [glow(sides[cult], 0, 0.6), glow(sides[cult], 0.4)] : [];
  const lights = theirs.map(({ figure }) => glow(at.figure(figure), 0.2));
  return sceneStep(view, 700, [...won, ...lights], { tally: tally(next) });
}
