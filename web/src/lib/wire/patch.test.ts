import { describe, expect, it } from 'vitest';
import { WireError, type Json } from './narrow';
import { patched, shared } from './patch';

const before = { a: { n: 1 }, list: [{ id: 'x' }, { id: 'y' }, { id: 'z' }], 'a/b~c': 1 };

describe('a patch', () => {
  it.each<[string, object[], Json]>([
    ['replaces a member', [{ op: 'replace', path: '/a/n', value: 2 }], { ...before, a: { n: 2 } }],
    ['adds a member', [{ op: 'add', path: '/a/m', value: null }], { ...before, a: { n: 1, m: null } }],
    ['removes a member', [{ op: 'remove', path: '/a' }], { list: before.list, 'a/b~c': 1 }],
    ['reads escaped keys', [{ op: 'replace', path: '/a~1b~0c', value: 2 }], { ...before, 'a/b~c': 2 }],
    ['adds at the end', [{ op: 'add', path: '/list/-', value: 1 }], { ...before, list: [...before.list, 1] }],
    ['adds in between', [{ op: 'add', path: '/list/0', value: 1 }], { ...before, list: [1, ...before.list] }],
    ['removes an item', [{ op: 'remove', path: '/list/1' }], { ...before, list: [{ id: 'x' }, { id: 'z' }] }],
    ['replaces everything', [{ op: 'replace', path: '', value: [] }], []],
    [
      'does its steps in order',
      [
        { op: 'remove', path: '/list/0' },
        { op: 'replace', path: '/list/0/id', value: 'w' },
      ],
      { ...before, list: [{ id: 'w' }, { id: 'z' }] },
    ],
  ])('%s', (_, patch, after) => {
    const copy = structuredClone(before);
    expect(patched(before, patch)).toEqual(after);
    expect(before).toEqual(copy);
  });

  it('keeps the parts that it does not touch', () => {
    const after = patched(before, [{ op: 'replace', path: '/list/1/id', value: 'w' }]) as typeof before;
    expect(after.a).toBe(before.a);
    expect(after.list[0]).toBe(before.list[0]);
    expect(after.list[1]).toEqual({ id: 'w' });
  });

  it.each([
    [[{ op: 'replace', path: '/b', value: 1 }]],
    [[{ op: 'remove', path: '/list/3' }]],
    [[{ op: 'add', path: '/list/4', value: 1 }]],
    [[{ op: 'add', path: '/a/n/m', value: 1 }]],
    [[{ op: 'add', path: '/toString/m', value: 1 }]],
    [[{ op: 'replace', path: '/a' }]],
    [[{ op: 'replace' }]],
    ['nonsense'],
  ])('that does not fit is an error: %j', (patch) => {
    expect(() => patched(before, patch)).toThrow(WireError);
  });
});

describe('a whole value', () => {
  it('shares its equal parts with the one before', () => {
    const after = shared(before, { ...structuredClone(before), a: { n: 2 } }) as typeof before;
    expect(after).toEqual({ ...before, a: { n: 2 } });
    expect(after.list).toBe(before.list);
    expect(shared(before, structuredClone(before))).toBe(before);
  });

  it('is not mixed with a value of another kind or size', () => {
    for (const [a, b] of [
      [[1, 2], [1]],
      [{ a: 1, b: 2 }, { a: 1 }],
      [{}, []],
      [null, {}],
      [{ a: 1 }, { b: 1 }],
    ] as [Json, Json][]) {
      expect(shared(a, b)).toEqual(b);
      expect(shared(b, a)).toEqual(a);
    }
  });
});
