// @vitest-environment jsdom
import { describe, expect, it } from 'vitest';
import { lastSeen, saveLastSeen } from './last-seen';

describe('the last seen entry', () => {
  it('is stored by table', () => {
    saveLastSeen('a', 3);
    saveLastSeen('b', 9);
    saveLastSeen('a', 4);
    expect(lastSeen('a')).toBe(4);
    expect(lastSeen('b')).toBe(9);
    expect(lastSeen('c')).toBeUndefined();
  });

  it('is dropped for the tables that were seen longest ago', () => {
    for (let i = 0; i < 70; i++) saveLastSeen(`table ${i}`, i);
    expect(lastSeen('table 69')).toBe(69);
    expect(lastSeen('table 5')).toBeUndefined();
  });

  it('ignores foreign data in the storage', () => {
    localStorage.setItem('nemeton.seen', '{"a":1}');
    expect(lastSeen('a')).toBeUndefined();
    localStorage.setItem('nemeton.seen', '[["a"],["b",2]]');
    expect(lastSeen('b')).toBe(2);
  });
});
