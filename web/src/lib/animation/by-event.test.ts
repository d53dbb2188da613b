import { expect, it } from 'vitest';
import type { JsonObject } from '../wire/narrow';
import { byEvent } from './by-event';

interface View {
  waiting: number[];
  turn: { seat: number };
  outcome?: JsonObject;
}

const animate = byEvent<View, null>(
  (view) => view as unknown as View,
  (_, view, next) => [view, next].map((each) => ({ ms: 200, scene: null, view: each })),
);

function marks(before: View, ...views: View[]): unknown[] {
  const json = (view: View): JsonObject => ({ ...view });
  const events = views.map((_, i) => ({ name: `event ${i}`, data: {} }));
  const change = { seq: 1, events, views: views.map(json), before: json(before), after: json(views.at(-1) ?? before) };
  return animate(change).map(({ view }) => view.waiting);
}

it('marks a seat between the events of an entry, although no seat owes a decision there', () => {
  const turn = { seat: 1 };
  const views = [
    { waiting: [], turn },
    { waiting: [], turn },
    { waiting: [0, 2], turn },
  ] satisfies View[];
  expect(marks({ waiting: [1], turn }, ...views)).toEqual([[1], [1], [1], [1], [1], [0, 2]]);
});

it('marks the seat whose turn begins', () => {
  const views = [
    { waiting: [], turn: { seat: 2 } },
    { waiting: [], turn: { seat: -1 } },
  ] satisfies View[];
  expect(marks({ waiting: [1], turn: { seat: 1 } }, ...views)).toEqual([[1], [2], [2], [2]]);
});

it('marks no seat after the end', () => {
  const turn = { seat: 1 };
  expect(marks({ waiting: [1], turn }, { waiting: [], turn, outcome: {} })).toEqual([[1], []]);
});
