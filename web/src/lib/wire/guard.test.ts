import { describe, expect, it } from 'vitest';
import { guard as druids } from '../../games/druids/guard';
import { guard as meduris } from '../../games/meduris/guard';
import { guard as pangea } from '../../games/pangea/guard';
import { readDecisions } from './game';
import type { MessageCheck } from './guard';
import { WireError, type JsonObject } from './narrow';
import { mismatch, type AnySchema } from './schema';

interface Fixture {
  view: JsonObject;
  decisions: unknown;
}

const fixtures = import.meta.glob<Fixture>('../../games/*/dev/fixtures/*.json', { eager: true, import: 'default' });
const guards: Record<string, MessageCheck> = { druids, meduris, pangea };

describe('a guard', () => {
  it.each(Object.entries(fixtures))('accepts what the server sent: %s', (path, { view, decisions }) => {
    const guard = guards[path.split('/')[3] ?? ''];
    expect(() => guard?.checkView(view)).not.toThrow();
    expect(() => guard?.checkMoves(readDecisions(decisions))).not.toThrow();
  });

  const [start = {}] = Object.entries(fixtures).flatMap(([path, { view }]) => (path.includes('meduris') ? [view] : []));

  it('accepts members, events and decisions that it does not know', () => {
    expect(() => meduris.checkView({ ...start, weather: 'rain' })).not.toThrow();
    expect(() => meduris.checkEvents([{ name: 'rained', data: {} }])).not.toThrow();
    expect(() => meduris.checkMoves([{ id: '1', seat: 0, kind: 'toString', moves: [{ do: 'wait' }] }])).not.toThrow();
  });

  it('names the part that does not match', () => {
    expect(() => meduris.checkView({ ...start, runes: [0, 'one'] })).toThrow(
      new WireError('view.runes[1] is not a number'),
    );
    expect(() => meduris.checkEvents([{ name: 'paid', data: { seat: 0 } }])).toThrow(
      new WireError('paid.tokens is not an object'),
    );
    expect(() => meduris.checkMoves([{ id: '1', seat: 0, kind: 'pay', moves: [{}] }])).toThrow(
      new WireError('pay.moves[0].do is not a string'),
    );
  });

  it('has no view before the start', () => {
    expect(meduris.readView({})).toBeNull();
  });

  it('accepts an event with and without its hidden part, but no other value in it', () => {
    const event = (data: JsonObject) => ({ name: 'card_drawn', data });
    expect(() => druids.checkEvents([event({ seat: 0 }), event({ seat: 0, card: 'mist' })])).not.toThrow();
    expect(() => druids.checkEvents([event({ seat: 0, card: 5 })])).toThrow('card_drawn.card is not a string');
  });
});

describe('mismatch', () => {
  it.each<[AnySchema, unknown, string | undefined]>([
    ['unknown', null, undefined],
    ['string', 'x', undefined],
    ['string', 1, ' is not a string'],
    [['nullable', 'number'], null, undefined],
    [['nullable', 'number'], undefined, ' is not a number'],
    [['optional', 'number'], undefined, undefined],
    [['optional', 'number'], null, ' is not a number'],
    [['list', 'number'], {}, ' is not a list'],
    [['record', 'number'], { a: 1, b: 'x' }, '.b is not a number'],
    [['record', 'number'], [], ' is not an object'],
    [{ a: 'boolean' }, { a: true, b: 1 }, undefined],
    [{ a: 'boolean' }, {}, '.a is not a boolean'],
    [{ a: 'boolean' }, null, ' is not an object'],
  ])('%j of %j is %j', (schema, value, found) => {
    expect(mismatch(schema, value)).toBe(found);
  });
});
