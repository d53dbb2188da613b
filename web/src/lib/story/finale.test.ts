import { describe, expect, it } from 'vitest';
import { finale } from './finale';

const event = (name: string): { name: string; data: Record<string, never> } => ({ name, data: {} });

describe('the end of a game', () => {
  it('goes from where it begins to the last event', () => {
    const lines = [
      { seq: 1, events: [event('built'), event('last_lap')] },
      { seq: 2, events: [event('scored')] },
      { seq: 3, events: [event('ended')] },
    ];
    expect(finale(lines, 'last_lap').map(({ name }) => name)).toEqual(['last_lap', 'scored', 'ended']);
    expect(finale(lines, 'other')).toEqual([]);
  });
});
