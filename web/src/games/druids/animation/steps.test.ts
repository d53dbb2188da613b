import { describe, expect, it } from 'vitest';
import { testAnimation } from '../../../dev/animation-tests';
import type { AnimationStep } from '../../../lib/animation/step';
import { entryChanges } from '../../../lib/animation/recording';
import type { GameEvent } from '../../../lib/wire/game';
import { size } from '../board/layout';
import { animate } from './steps';
import { handledEvents } from './event-steps';
import four from './fixtures/game-4.json';
import five from './fixtures/game-5.json';
import type { Scene } from './scene';

const changes = [...entryChanges(four), ...entryChanges(five)];
const last = changes.at(-1);

/** Events that occur in neither recording, appended to the last view of one. */
const rare: GameEvent[] = [
  { name: 'none_drawn', data: { seat: 0 } },
  { name: 'reshuffled', data: { cards: 3 } },
  { name: 'magic_left', data: { seat: 1 } },
  { name: 'vote_tied', data: { sun: 3, moon: 3 } },
  { name: 'control_taken', data: { seat: 1, figure: 'morrigan', from: 0 } },
];
const all: AnimationStep[] = [
  ...changes.flatMap(animate),
  ...(last ? animate({ ...last, events: rare, views: rare.map(() => last.after), before: last.after }) : []),
];
const scenes = all.map(({ scene }) => scene as Scene);
const of = (name: string): AnimationStep[] => all.filter(({ event }) => event.name === name);

describe('the animation', () => {
  testAnimation({
    animate,
    laid: changes[0],
    steps: all,
    handled: handledEvents,
    // Only the log shows them, or another event does.
    silent: ['set_up', 'figure_chosen', 'voting_done'],
    longest: (event) => (event === 'figure_moved' ? 1600 : 700),
    size,
  });

  it('hides moving figures on the board', () => {
    for (const { movers, overrides } of scenes) {
      for (const { piece } of movers) if (piece.is === 'figure') expect(overrides?.hidden).toContain(piece.figure);
    }
  });

  it('lets a figure walk stone by stone', () => {
    expect(of('figure_moved').length).toBeGreaterThan(10);
    for (const { event, scene } of of('figure_moved')) {
      expect((scene as Scene).movers[0]?.path).toHaveLength(1 + (event.data.path as number[]).length);
    }
  });

  it('shows the face of a card only if the event has it', () => {
    for (const { event, scene } of [...of('card_drawn'), ...of('card_taken'), ...of('card_given')]) {
      const [mover] = (scene as Scene).movers;
      expect(mover?.piece).toEqual({ is: 'card', card: event.data.card });
    }
    expect(of('card_drawn').some(({ event }) => event.data.card === undefined)).toBe(true);
  });

  it('updates the vote count with each vote', () => {
    const tallies = of('figures_voted').map(({ scene }) => (scene as Scene).tally);
    expect(tallies.every((tally) => tally !== undefined)).toBe(true);
    const [first] = tallies;
    expect(first).toEqual({ sun: 0, moon: 0 });
  });
});
