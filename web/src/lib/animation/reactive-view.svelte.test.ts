// @vitest-environment jsdom
import { flushSync } from 'svelte';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../wire/narrow';
import { ReactiveView } from './reactive-view.svelte';

const first = {
  round: 1,
  turn: { seat: 0, dice: [1, 2] },
  players: [
    { seat: 0, points: 3 },
    { seat: 1, points: 4 },
  ],
};

/** Shows views, and returns all values that the reader of a part has seen. */
function seenBy(read: (view: typeof first) => unknown, ...views: JsonObject[]): string[] {
  const tree = new ReactiveView();
  tree.show(first);
  const seen: string[] = [];
  const stop = $effect.root(() => {
    $effect(() => void seen.push(JSON.stringify(read(tree.members as typeof first))));
  });
  flushSync();
  for (const view of views) {
    tree.show(view);
    flushSync();
  }
  stop();
  return seen;
}

describe('a view as a tree', () => {
  it.each<[string, JsonObject]>([
    ['another value', { ...first, round: 2 }],
    ['another value in a part', { ...first, turn: { ...first.turn, seat: 1 } }],
    ['a longer list', { ...first, players: [...first.players, { seat: 2, points: 0 }] }],
    ['a shorter list', { ...first, turn: { seat: 0, dice: [2] } }],
    ['a longer list again', { ...first, turn: { seat: 0, dice: [2, 3, 4] } }],
    ['a member less', { round: 1, players: first.players }],
    ['a member more', { ...first, vote: { cult: 'sun' } }],
    ['a value of another kind', { ...first, round: null, turn: [], players: { 0: 1 } }],
    ['nothing', {}],
    ['equal parts in other objects', structuredClone(first)],
  ])('shows %s', (_, view) => {
    const tree = new ReactiveView();
    for (const shown of [first, view, first, view]) {
      tree.show(shown);
      expect(JSON.parse(JSON.stringify(tree.members))).toEqual(shown);
    }
    expect(Object.keys(tree.members).sort()).toEqual(Object.keys(view).sort());
  });

  it('leaves the views as they are, and itself the same tree', () => {
    const [tree, before, after] = [new ReactiveView(), structuredClone(first), { ...structuredClone(first), round: 2 }];
    const { members } = tree;
    for (const shown of [before, after, before]) tree.show(shown);
    expect(tree.members).toBe(members);
    expect(before).toEqual(first);
    expect(after).toEqual({ ...first, round: 2 });
  });

  it('tells only the readers of what changed', () => {
    const next = { ...first, players: [{ seat: 0, points: 5 }, ...first.players.slice(1)] };
    expect(seenBy(({ players }) => players[0]?.points, next)).toEqual(['3', '5']);
    expect(seenBy(({ players }) => players[1]?.points, next)).toEqual(['4']);
    expect(seenBy(({ turn }) => turn.dice, next, structuredClone(next))).toEqual(['[1,2]']);
    expect(seenBy(({ players }) => players.length, next)).toEqual(['2']);
  });

  it('tells the readers of a list that it is longer or shorter', () => {
    const [longer, shorter] = [[1, 2, 3], [1]].map((dice) => ({ ...first, turn: { seat: 0, dice } }));
    if (longer && shorter)
      expect(seenBy(({ turn }) => turn.dice, longer, shorter)).toEqual(['[1,2]', '[1,2,3]', '[1]']);
  });
});
