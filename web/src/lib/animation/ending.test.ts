import { describe, expect, it } from 'vitest';
import { endingSteps, type EndingRole } from './ending';

const event = (name: string): { name: string; data: Record<string, never> } => ({ name, data: {} });

describe('the end of a game', () => {
  it('has each step from the beginning to the last one', () => {
    const lines = [
      { seq: 1, events: [event('scored'), event('last_lap')] },
      { seq: 2, events: [event('asked'), event('scored')] },
      { seq: 3, events: [event('scored')] },
    ];
    const roleOf = ({ name }: { name: string }): 'begins' | 'step' | undefined =>
      name === 'last_lap' ? 'begins' : name === 'scored' ? 'step' : undefined;
    expect(endingSteps(lines, roleOf).map(({ name }) => name)).toEqual(['last_lap', 'scored', 'scored']);
    expect(endingSteps(lines.slice(1), roleOf)).toEqual([]);
  });

  it('is the last turn if there was no announcement or it was revoked', () => {
    const lines = [
      { seq: 1, events: [event('announced'), event('scored')] },
      { seq: 2, events: [event('fell'), event('turn'), event('scored')] },
      { seq: 3, events: [event('turn'), event('scored'), event('over')] },
    ];
    const parts: Record<string, EndingRole> = { announced: 'begins', fell: 'falls', turn: 'turn', scored: 'step' };
    const names = (of: typeof lines): string[] => endingSteps(of, ({ name }) => parts[name]).map(({ name }) => name);
    expect(names(lines)).toEqual(['turn', 'scored']);
    expect(names(lines.slice(2))).toEqual(['turn', 'scored']);
    expect(names(lines.slice(0, 1))).toEqual(['announced', 'scored']);
  });
});
