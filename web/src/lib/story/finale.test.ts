import { describe, expect, it } from 'vitest';
import { finale } from './finale';

const event = (name: string): { name: string; data: Record<string, never> } => ({ name, data: {} });

describe('the end of a game', () => {
  it('goes from where it begins to the last step, step by step', () => {
    const lines = [
      { seq: 1, events: [event('scored'), event('last_lap')] },
      { seq: 2, events: [event('asked'), event('scored')] },
      { seq: 3, events: [event('scored')] },
    ];
    const partOf = ({ name }: { name: string }): 'begins' | 'step' | undefined =>
      name === 'last_lap' ? 'begins' : name === 'scored' ? 'step' : undefined;
    expect(finale(lines, partOf).map(({ name }) => name)).toEqual(['last_lap', 'scored', 'scored']);
    expect(finale(lines.slice(1), partOf)).toEqual([]);
  });
});
