// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/svelte';
import { afterEach, describe, expect, it } from 'vitest';
import meduris from '..';
import { seatsOf, tableContexts } from '../../../dev/contexts';
import { plainSentences } from '../../../lib/board/plain-text';
import { TitleTexts } from '../../../lib/board/title-texts';
import type { Decision, Move } from '../../../lib/wire/game';
import { fixtures } from '../dev/fixture';
import { guard } from '../guard';
import type { View } from '../types.gen';
import { Draft } from './draft.svelte';
import { buildEffects, textFormatter, walkEffects } from './effects';
import OfferPanel from './OfferPanel.svelte';
import { walkAfter } from './walk';

afterEach(cleanup);

const texts = new TitleTexts(meduris, 'en');
const say = textFormatter(texts);
const seats = seatsOf('Ada', 'Bram', 'Cleo');
const early = guard.requireView(fixtures['3-early']?.view ?? {});

/** A table of three without buildings, with the given fields. The reader is Ada. */
function viewWith(fields: Record<number, Partial<View['fields'][number]>>, more: Partial<View> = {}): View {
  return {
    ...early,
    fields: early.fields.map((field, i) => ({ ...field, hut: -1, temple: -1, chip: 'none', ...fields[i] })),
    druid: { at: 'stone', no: 3 },
    runes: early.runes.map(() => -1),
    hand: { wood: 2, wool: 3, copper: 3, stone: 2 },
    ...more,
  };
}

const told = (view: View, what: 'hut' | 'temple', field: number): string[] =>
  [...buildEffects(say, view, what, field, 0), ...walkEffects(say, walkAfter(view, { what, field, seat: 0 }))].map(
    (parts) => plainSentences([parts], texts, seats),
  );

describe('the effects of a building', () => {
  it('are its cost, the hand after it, its gains and the druid’s walk', () => {
    const view = viewWith({ 3: { hut: 1 }, 5: { hut: 2 }, 4: { chip: 'points' } });
    expect(told(view, 'hut', 4)).toEqual([
      'Hut: 3 wood 3 stone',
      'You are short of 1 wood 1 stone. Three others replace each',
      'You keep 0 materials',
      'The settlement will have 3 huts',
      'The bonus chip gives you 2 points at once',
      'You take the rune stone of this region',
      'Then the druid asks Bram (field 4), Ada (field 5), and Cleo (field 6) for an offering. Both materials give 3 points',
    ]);
    expect(told(view, 'temple', 4)).toEqual([
      'Temple: 1 wood 1 stone',
      'You keep 1 wood 3 wool 3 copper 1 stone',
      'With the huts beside it now, it scores 2 points at the end',
      'Then the druid asks Bram (field 4) for an offering. Both materials give 1 point',
    ]);
  });

  it('include the river and the stones', () => {
    const last = early.fields.length - 1;
    const at = (view: Partial<View>): string[] => told(viewWith({ 2: { hut: 1 } }, view), 'temple', 20).slice(3);
    expect(at({ druid: { at: 'field', no: last }, runes: early.runes.map((_, i) => (i < 2 ? 2 : -1)) })).toEqual([
      'Then the druid asks Bram (field 3) for an offering. Both materials give 1 point',
      'On the way he crosses the river: Cleo +2',
    ]);
    expect(at({ druid: { at: 'temple', no: 0 } })).toEqual(['Then the druid steps to stone 1']);
    expect(told(viewWith({}), 'temple', 20).slice(3)).toEqual(['The druid waits for the first hut']);
  });

  it('are only gains with a free hut', () => {
    expect(told(viewWith({ 4: { chip: 'free' } }), 'hut', 4)[0]).toBe('Hut: free with the bonus chip');
  });
});

describe('the offers', () => {
  const moves: Move[] = [{ do: 'nothing' }, { do: 'one', material: 'wood' }, { do: 'both' }];
  function offers(view: View): string[] {
    const decision: Decision = { id: '1-1', seat: 0, kind: 'offer', moves };
    const draft = new Draft({ view, decision, busy: false, hint: undefined, act: () => undefined });
    const context = tableContexts(meduris, seats, draft);
    render(OfferPanel, { props: { view, decision, field: 3 }, context });
    return screen.getAllByRole('button').map((button) => (button.textContent ?? '').replace(/\s+/g, ' ').trim());
  }
  const atHut = (more: Partial<View>): View =>
    viewWith(
      { 3: { hut: 0, materials: ['wood', 'copper'] }, 4: { hut: 1 } },
      { druid: { at: 'field', no: 3 }, ...more },
    );

  it('tell cost, gain and the hand after it, and nothing comes last', () => {
    const [one, both, nothing] = offers(atHut({ hand: { wood: 1, wool: 4, copper: 0, stone: 0 } }));
    expect(one).toMatch(/1.*: \+1 point you keep 4/);
    expect(both).toMatch(/: \+2 points three others for 1.*; you keep 1$/);
    expect(nothing).toBe('Nothing: −1 point');
    expect(screen.getByTestId('walk').textContent).toContain('Then the druid asks Bram (field 5)');
  });

  it('cost no point that the reader does not have', () => {
    const view = atHut({});
    const poor = view.players.map((player) => ({ ...player, points: 0 }));
    expect(offers({ ...view, players: poor }).at(-1)).toBe('Nothing: you have no point to lose');
  });

  it('say that the turn ends', () => {
    offers(viewWith({ 3: { hut: 0 } }, { druid: { at: 'field', no: 3 } }));
    expect(screen.getByTestId('walk').textContent?.trim()).toBe('This is the last offering of the turn.');
  });
});
