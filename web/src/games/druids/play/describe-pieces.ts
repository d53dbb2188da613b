/** Descriptions of the things on the board: name, state and purpose. */
import type { SpotDescription } from '../../../lib/board/spots';
import type { FormatText } from '../../../lib/board/title-texts';
import type { Part } from '../../../lib/i18n/text';
import { standings, type Standing, type Votes } from '../board/standing';
import { figureOf, figuresOn, isDruid, spokesOf } from '../board/view';
import { stoneValues } from '../text-values';
import type { FigureView, View } from '../types.gen';
import { partsOf, type Spot } from './selections';

/** A name, and the details for a reader who asks for them. */
interface Described extends Pick<SpotDescription, 'name'> {
  details: () => Part[][];
}

/** Describes a thing. `me` is the reader's seat. */
export function describePiece(say: FormatText, view: View, spot: Spot, me: number | undefined): Described {
  const { is, name } = partsOf(spot);
  switch (is) {
    case 'stone':
      return describeStone(say, view, Number(name));
    case 'figure':
      return describeFigure(say, view, name);
    case 'die':
      return describeDie(say, view, Number(name));
    case 'dice':
      return { name: say('spot.dice'), details: () => [say('dice.why')] };
    case 'deck':
      return { name: say('spot.deck', { n: view.deck }), details: () => [say('deck.why'), unseenText(say, view)] };
    case 'discard':
      return { name: say('spot.discard', { n: view.discard.length }), details: () => [say('discard.why')] };
    case 'shield':
      return describePlayer(say, view, Number(name), me);
    case 'center':
      return describeCenter(say, view);
    case 'played':
      return { name: say('spot.played', { card: view.card ?? '' }), details: () => [say(`card.${view.card}`)] };
    default:
      return { name: say(`spot.${is}`), details: () => [say(`${is}.why`)] };
  }
}

export function figureText(say: FormatText, { figure, seat }: FigureView): Part[] {
  if (isDruid(figure)) return say('figure.druid', { seat });
  return seat >= 0 ? say('figure.controlled', { figure, seat }) : say('figure.free', { figure });
}

function describeStone(say: FormatText, view: View, stone: number): Described {
  const spokes = (): Part[][] =>
    spokesOf(view, stone).map((to) => say('stone.spoke', { ring: stoneValues(to, view).ring }));
  return {
    name: say('spot.stone', { stone }),
    details: () => [...figureTexts(say, view, stone), say(`stone.${stoneValues(stone, view).symbol}`), ...spokes()],
  };
}

export function figureTexts(say: FormatText, view: View, stone: number): Part[][] {
  return figuresOn(view, stone).map((one) => figureText(say, one));
}

function describeFigure(say: FormatText, view: View, name: string): Described {
  const figure = figureOf(view, name);
  if (!figure) return { name: [], details: () => [] };
  const place = (): Part[] =>
    figure.at === 'stone' ? say('spot.on', { stone: figure.stone }) : say(`figure.at.${figure.at}`);
  return { name: figureText(say, figure), details: () => [place(), purpose(say, figure)] };
}

function purpose(say: FormatText, { figure, cult }: FigureView): Part[] {
  if (isDruid(figure)) return say('figure.why.druid');
  return cult === 'none' ? say(`figure.why.${figure}`) : say('figure.why.spirit', { cult });
}

function describeDie(say: FormatText, view: View, die: number): Described {
  const face = view.turn.dice?.[die];
  if (!face) return { name: say('spot.die.blank'), details: () => [say('dice.why')] };
  const details = (): Part[][] => [
    face.shape === 'pips' ? say('face.pips', { n: face.pips }) : say(`face.${face.shape}`),
    ...(face.ringed ? [say('face.ring')] : []),
    ...(face.used ? [say('die.gone')] : []),
  ];
  return { name: say('spot.die', { die }), details };
}

function describeCenter(say: FormatText, view: View): Described {
  const details = (): Part[][] => {
    const there = view.figures.filter(({ at }) => at === 'center');
    const votes = view.votes ? [votesText(say, view.votes)] : [];
    return [say('center.why'), ...there.map((one) => figureText(say, one)), ...votes];
  };
  return { name: say('spot.center', { n: view.gathered }), details };
}

/** The votes of figures at the place of decision. */
export function votesText(say: FormatText, { sun, moon, open }: Votes): Part[] {
  return say('votes', { sun, moon, open });
}

/** How many cards the reader does not see, and where they are. */
function unseenText(say: FormatText, { held }: View): Part[] {
  return held === undefined ? [] : say('deck.others', { n: held });
}

/** The facts about a player that the reader knows. */
function describePlayer(say: FormatText, view: View, seat: number, me: number | undefined): Described {
  const player = view.players.find((one) => one.seat === seat);
  if (!player) return { name: [], details: () => [] };
  const details = (): Part[][] => {
    const of = standings(view).find((one) => one.seat === seat);
    return of ? playerDetails(say, view, of, me) : [];
  };
  return { name: say('spot.shield', { seat, n: player.cards }), details };
}

function playerDetails(say: FormatText, view: View, of: Standing, me: number | undefined): Part[][] {
  const { seat, druid, spirits, votes, points } = of;
  const details: Part[][] = [];
  if (druid)
    details.push(
      druid.at === 'stone'
        ? say('shield.druid.stone', { stone: druid.stone })
        : say(druid.at === 'center' ? 'shield.druid.center' : 'shield.druid.tree'),
    );
  details.push(spirits.length > 0 ? say('shield.spirits', { spirits }) : say('shield.spirits.none'));
  if (votes.all) details.push(votesText(say, votes));
  const shown = view.players[seat]?.shown ?? [];
  if (shown.length > 0) details.push(say('shield.shown', { cards: shown }));
  const [sun, moon] = (seat === me && view.worth) || [];
  const score = view.scoring?.find((one) => one.seat === seat);
  if (score) details.push(say('shield.score', { n: score.total }));
  else if (sun && moon) details.push(say('shield.points.all', { sun: sun.total, moon: moon.total }));
  else details.push(say('shield.points', { ...points }));
  return details;
}

/** How near the vote is. */
export function progress(say: FormatText, view: View): Part[] {
  if (view.turn.phase === 'over' || view.vote) return [];
  if (view.ending) return say(`progress.${view.ending}`);
  return say('progress', { n: view.gathered, left: view.missing ?? 0 });
}
