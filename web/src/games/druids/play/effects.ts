/** Sentences about the consequences of moves, as far as the reader's view shows them. */
import type { Part } from '../../../lib/i18n/text';
import type { Move } from '../../../lib/wire/game';
import { needed } from '../board/layout';
import { figureOf, figuresOn, isDruid } from '../board/view';
import { worthOf } from '../board/worth';
import type { FigureView, View } from '../types.gen';
import { countSymbols, putStones, reachesOf } from './reaches';
import type { FormatText } from './say';
import { tallyAfter } from './vote-preview';

/** The consequences of a move of a seat: what it gives and costs, one sentence each. */
export function effectsOf(say: FormatText, view: View, seat: number, kind: string, move: Move): Part[][] {
  const said = of[kind]?.(new Look(say, view, seat), move) ?? [];
  return said.filter((parts) => parts.length > 0);
}

/** The reach of each figure and die, in one sentence each. */
export function reachTexts(say: FormatText, view: View, moves: readonly Move[]): Part[][] {
  return reachesOf(view, 'use', moves).map(({ figure, die, paths }) =>
    say('reach', { figure, die, n: paths.size, stones: countSymbols(view, paths) }),
  );
}

/** A view as a seat looks at it before a move. */
class Look {
  constructor(
    readonly say: FormatText,
    readonly view: View,
    readonly seat: number,
  ) {}

  /** The number of cards that can still be drawn. */
  get left(): number {
    return this.view.deck + this.view.discard.length;
  }

  cards(seat: number): number {
    return this.view.players[seat]?.cards ?? 0;
  }

  figure(name: unknown): FigureView | undefined {
    return figureOf(this.view, String(name));
  }

  /** The size of the reader's hand after a change. */
  hand(by: number): Part[] {
    return this.say('effect.hand', { n: this.cards(this.seat) + by });
  }

  /** The reader's score after a change of figures or of the hand; nothing if it stays the same or is unknown. */
  score(change: (figure: FigureView) => FigureView, hand = this.view.hand): Part[] {
    const { view, seat } = this;
    if (!view.hand || !hand) return [];
    const figures = view.figures.map(change);
    const [before, after] = [worthOf(view, seat, view.hand), worthOf({ figures }, seat, hand)];
    return before.sun === after.sun && before.moon === after.moon ? [] : this.say('effect.score', { ...after });
  }

  /** The reader gains control of a spirit. */
  control(name: unknown): Part[] {
    return this.score((one) => (one.figure === name ? { ...one, at: 'stone', seat: this.seat } : one));
  }

  /** A spirit goes back to its place. */
  banished(name: unknown): Part[][] {
    const owner = this.figure(name)?.seat ?? -1;
    const lost = this.score((one) => (one.figure === name ? { ...one, at: 'spirits', seat: -1 } : one));
    return [owner === this.seat ? this.say('effect.banish.own') : this.say('effect.banish', { from: owner }), lost];
  }

  /** The cards that Morrigan steals if she is put or moved here [D36]. */
  morrigan(figure: unknown, stone: number): Part[][] {
    if (figure !== 'morrigan') return [];
    const { view } = this;
    const owner = this.figure('morrigan')?.seat ?? -1;
    const robber = owner < 0 ? this.seat : owner;
    const victim = figuresOn(view, stone).find((one) => isDruid(one.figure) && one.seat !== robber)?.seat;
    if (victim === undefined) return [];
    const steals = robber === this.seat ? 'effect.morrigan' : 'effect.morrigan.other';
    return [this.say(steals, { from: victim, seat: robber })];
  }
}

const of: Readonly<Record<string, (look: Look, move: Move) => Part[][]>> = {
  place: ({ say }) => [say('effect.place')],
  turn: turnEffects,
  magic: (look, move) => {
    const { say } = look;
    if (move.do === 'draw') return [say('effect.magic.draw'), look.hand(Math.min(2, look.left))];
    return move.do === 'shift' ? [say('effect.shift')] : [];
  },
  use: ({ say, view }, move) => reachTexts(say, view, [move]),
  go: goEffects,
  put: (look, move) => {
    const { say, view } = look;
    const { figure } = view.turn;
    const gains = (look.figure(figure)?.seat ?? -1) < 0;
    return [
      gains ? say('effect.control', { figure }) : say('effect.put'),
      ...look.morrigan(figure, Number(move.stone)),
      gains ? look.control(figure) : [],
    ];
  },
  landing: landingEffects,
  rob: (look, move) => {
    const stone = look.figure('morrigan')?.stone ?? -1;
    const victim = figuresOn(look.view, stone).find((one) => isDruid(one.figure))?.seat ?? -1;
    const n = Number(move.cards);
    return [look.say('effect.rob', { cards: n, from: victim, n: look.cards(victim) }), look.hand(n)];
  },
  give: (look, move) => {
    const hand = [...(look.view.hand ?? [])];
    const at = hand.indexOf(String(move.card));
    if (at < 0) return [];
    hand.splice(at, 1);
    const score = look.score((one) => one, hand);
    return [look.hand(-1), score.length > 0 ? score : look.say('effect.score.same')];
  },
  vote: voteEffects,
  vote_card: voteEffects,
};

function voteEffects({ say, view, seat }: Look, move: Move): Part[][] {
  const after = tallyAfter(view, seat, move);
  return after ? [say('effect.vote', { ...after })] : [];
}

function turnEffects(look: Look, move: Move): Part[][] {
  const { say, view, seat } = look;
  const { figure } = move;
  if (move.do === 'roll') {
    const moving = view.players[seat]?.moving ?? 0;
    return [say(moving === 0 ? 'effect.roll.none' : moving === 1 ? 'effect.roll.one' : 'effect.roll.both')];
  }
  if (move.do === 'call') return [say('effect.call', { figure: String(figure) }), look.control(figure)];
  switch (move.card) {
    case 'mist':
      return [say('effect.mist'), look.hand(-1)];
    case 'calling':
      return [say('effect.calling', { figure: String(figure) }), look.control(figure), look.hand(-1)];
    case 'banishing':
      return [...look.banished(figure), look.hand(-1)];
    case 'second-sight':
      return [look.hand(Math.min(2, look.left) - 1)];
    case 'raven':
      return [say('effect.raven', { from: Number(move.seat), n: look.cards(Number(move.seat)) }), look.hand(0)];
    default:
      return [];
  }
}

/** The effect of a stone on a figure that walks there. */
function goEffects(look: Look, move: Move): Part[][] {
  const { say, view, seat } = look;
  const stone = Number(move.stone);
  const { figure } = view.turn;
  const symbol = view.stones[stone] ?? '';
  if (symbol === 'pentagram') {
    const said = [say('arrive.pentagram')];
    if (view.gathered === needed - 1) said.push(say('arrive.fifth'));
    return [...said, look.score((one) => (one.figure === figure ? { ...one, at: 'center', stone: -1 } : one))];
  }
  const said = [say(arrivalKey(look, symbol, figure))];
  said.push(...look.morrigan(figure, stone));
  if (!isDruid(figure)) return said;
  for (const other of figuresOn(view, stone)) {
    if (other.seat === seat) continue;
    if (isDruid(other.figure)) {
      const n = look.cards(other.seat);
      said.push(say(n > 0 ? 'arrive.druid' : 'arrive.druid.empty', { seat: other.seat, n }));
    } else if (other.figure === 'morrigan') said.push(say('arrive.morrigan'), look.control('morrigan'));
    else said.push(say('arrive.control', { figure: other.figure }));
  }
  return said;
}

function arrivalKey({ left }: Look, symbol: string, figure: string): string {
  if (symbol !== 'plant') return `arrive.${symbol}`;
  if (left === 0) return 'arrive.plant.none';
  return figure === 'dwarf-king' && left > 1 ? 'arrive.plant.king' : 'arrive.plant';
}

function landingEffects(look: Look, move: Move): Part[][] {
  const { say, view } = look;
  const landed = look.figure(view.turn.landed);
  const met = figuresOn(view, landed?.stone ?? -1).find(({ figure }) => figure !== landed?.figure);
  switch (move.do) {
    case 'draw':
      return [look.hand(Math.min(view.turn.landed === 'dwarf-king' ? 2 : 1, look.left))];
    case 'take':
      return [say('effect.take', { from: met?.seat ?? -1 }), look.control(met?.figure)];
    case 'exchange':
      return [
        say('effect.exchange', { cards: Number(move.cards), n: look.cards(met?.seat ?? -1), from: met?.seat ?? -1 }),
      ];
    case 'summon':
      return [say('effect.summon', { n: putStones(view, 'landing', move)?.length ?? 0 }), look.control(move.figure)];
    case 'banish':
      return look.banished(move.figure);
    default:
      return [];
  }
}
