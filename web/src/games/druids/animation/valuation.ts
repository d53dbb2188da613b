import type { Point } from '../../../lib/animation/motion';
import type { FigureView, Valued } from '../types.gen';
import { parts, type Part } from './score-parts';
import type { Mover } from './scene';
import { glow, pause, sceneStep, type Transition, type SceneStep } from './scene-step';

/** Counts the score part by part for all seats at once: the counted pieces light up and the points rise [D50-D53]. */
export function valuation({ scores }: Valued, now: Transition): SceneStep[] {
  const seen = parts.flatMap((part) => {
    const got = scores.filter((score) => score[part] !== 0);
    const movers = got.flatMap((score): Mover[] => {
      const lit = places(part, score.seat, now);
      const piece = { is: 'points' as const, seat: score.seat, points: score[part] };
      return [
        ...lit.map((place) => glow(place, 0, 0.6)),
        { piece, motion: 'rise', path: [now.at.count(score.seat)], from: 0.05, to: 0.8 },
      ];
    });
    return got.length > 0 ? sceneStep(now.view, 700, movers) : [];
  });
  return seen.length > 0 ? seen : pause(now.view, 400);
}

/** The positions of the pieces that count for a seat: its figures or its hand. */
function places(part: Part, seat: number, { view, at }: Transition): Point[] {
  const cult = view.vote?.cult;
  const own = (counts: (figure: FigureView) => boolean): Point[] =>
    view.figures.filter((one) => one.seat === seat && counts(one)).map(({ figure }) => at.figure(figure));
  switch (part) {
    case 'druid':
      return own(({ figure }) => figure === `druid-${seat}`);
    case 'there':
      return own((one) => one.at === 'center' && one.cult === cult);
    case 'outside':
      return own((one) => one.at === 'stone' && one.cult === cult);
    case 'morrigan':
      return own(({ figure }) => figure === 'morrigan');
    default:
      return [at.hand(seat)];
  }
}
