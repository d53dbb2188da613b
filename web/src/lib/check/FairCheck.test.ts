// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/svelte';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { eventually } from '../../eventually';
import en from '../../../../texts/en/client.json';
import FairCheck from './FairCheck.svelte';
import Fingerprint from './Fingerprint.svelte';
import { fingerprint } from './fingerprint';
import { device, PoolRecord, table as poolTable } from './pool-record-kit';
import { exportOf } from './record-kit';
import { titles } from '../app/titles.svelte.ts';
import type { Report } from '../engine/types.gen';
import type { ShownReport } from './shown-report';

const record = exportOf('meduris');
const doc = JSON.parse(record) as { table: string; commitment: string; contributions: string[] };
const other = 'ab'.repeat(32);

/** Sets the stored memory of the table, as another page stored it. */
function remember(memory: object): void {
  localStorage.setItem('nemeton.fair', JSON.stringify([{ table: doc.table, terms: '', ...memory }]));
}

/** Checks the record as a seat and returns the headline. */
async function verdict(text = record, seat?: number, id = doc.table): Promise<string> {
  vi.stubGlobal('fetch', () => Promise.resolve(new Response(text)));
  const table = { id, title: 'meduris', commitment: doc.commitment };
  render(FairCheck, { record: '/export', seat, table, name: (at: number) => `Seat ${at}` });
  await fireEvent.click(screen.getByTestId('fair-check'));
  return (await screen.findByTestId('fair-result')).textContent;
}

const textOf = (testid: string): string | undefined => screen.queryByTestId(testid)?.textContent;

afterEach(() => {
  titles.list = [];
});

it('says that the rules were not judged, and how to judge them', async () => {
  expect(await verdict()).toBe(en['fair.unjudged.title']);
  expect(textOf('fair-rules')).toContain(en['fair.rules']);
  expect(textOf('fair')).toContain(`nemeton verify nemeton-${doc.table}.json`);
  expect(textOf('fair-seen')).toContain(en['fair.seen.unknown']);
  expect(textOf('fair-own')).toBeUndefined();
});

it('says that the commitment is the one from before the start only if this browser saw it there', async () => {
  remember({ commitment: doc.commitment, early: true, own: doc.contributions[0] });
  expect(await verdict(record, 0)).toBe(en['fair.unjudged.title']);
  expect(textOf('fair-seen')).toContain(en['fair.seen.same']);
});

it('compares the random numbers of this browser with the record', async () => {
  remember({ commitment: doc.commitment, early: true, own: doc.contributions[0] });
  expect(await verdict(record, 0)).toBe(en['fair.unjudged.title']);
  expect(textOf('fair-own')).toContain(en['fair.own.same']);
  cleanup();
  remember({ commitment: doc.commitment, early: true, own: '01' });
  expect(await verdict(record, 0)).toBe(en['fair.doubt']);
  expect(textOf('fair-own')).toContain(en['fair.own.different']);
  cleanup();
  expect(await verdict(record, 0, 'another')).toBe('Something is wrong: this check failed at entry 1.');
});

it('says that it saw the commitment after the start', async () => {
  remember({ commitment: doc.commitment, early: false });
  expect(await verdict()).toBe(en['fair.unjudged.title']);
  expect(textOf('fair-seen')).toContain(en['fair.seen.late']);
});

it('fails loudly if this browser was shown another commitment', async () => {
  remember({ commitment: other, early: true });
  expect(await verdict()).toBe(en['fair.swapped']);
  expect(textOf('fair-seen')).toContain(fingerprint(other));
  expect(screen.getByTestId('fair-result').classList).toContain('bad');
});

it('says that a record was changed, or could not be read', async () => {
  expect(await verdict(record.replace('"outcome":', '"more":1,"outcome":'))).toBe(en['fair.hidden']);
  cleanup();
  expect(await verdict('<html>')).toBe(en['fair.unread']);
  expect(screen.queryByTestId('fair-rules')).toBeNull();
});

it('warns on the table page if the table shows another commitment than at first', () => {
  remember({ commitment: other, early: true });
  render(Fingerprint, { table: doc.table, commitment: doc.commitment });
  expect(screen.getByTestId('fingerprint').textContent).toContain(fingerprint(doc.commitment));
  expect(screen.getByRole('alert').textContent).toContain(fingerprint(other));
  cleanup();
  render(Fingerprint, { table: doc.table, commitment: other });
  expect(screen.queryByRole('alert')).toBeNull();
});

it('shows the fingerprint on the table page only to a reader who asks, so that nobody takes it for a code', () => {
  render(Fingerprint, { table: doc.table, commitment: doc.commitment });
  const folded = screen.getByText(fingerprint(doc.commitment)).closest('details');
  expect(folded?.open).toBe(false);
  expect(folded?.querySelector('summary')?.textContent).toBe(en['fair.print']);
});

describe('a record with proofs', () => {
  const names = ['Maren', 'Tom'];

  /** A game in which Maren proves all moves but one. Returns the record and the last head. */
  async function play(): Promise<{ text: string; head: string; own: string }> {
    const [maren, tom] = [await device('maren', 0), await device('tom', 1)];
    const game = new PoolRecord(maren, tom).command({ by: maren }).command({ by: maren, proof: 'none' });
    game.command({ by: tom, skip: 2 }).enroll(await device('phone', 0));
    return { text: game.export(), head: game.head(), own: '07'.repeat(32) };
  }

  async function verdictOf(text: string, memory: object, rules = 1): Promise<string> {
    titles.list = [{ id: 'meduris', name: 'Meduris', rules } as (typeof titles.list)[number]];
    const { commitment } = JSON.parse(text) as { commitment: string };
    const stored = { table: poolTable, commitment, terms: '', early: true, ...memory };
    localStorage.setItem('nemeton.fair', JSON.stringify([stored]));
    vi.stubGlobal('fetch', () => Promise.resolve(new Response(text)));
    const table = { id: poolTable, title: 'meduris', commitment };
    render(FairCheck, { record: '/export', seat: 0, table, name: (at: number) => names[at] ?? '' });
    await fireEvent.click(screen.getByTestId('fair-check'));
    return (await screen.findByTestId('fair-result')).textContent;
  }

  it('is compared with all that this browser remembers, and says what each player added', async () => {
    const { text, head, own } = await play();
    expect(await verdictOf(text, { own, heads: [{ seq: 5, head }] })).toBe(en['fair.ok']);
    expect(textOf('fair-heads')).toContain(en['fair.heads.same']);
    expect(textOf('fair-own')).toContain(en['fair.own.same']);
    expect(textOf('fair-rules')).toContain(en['fair.rules']);
    expect(textOf('fair-added')).toContain('3 of 4 draws');
    expect(textOf('fair-added')).toContain('1 draw before the first number rests on');
    const partsOf = (seat: number): (string | null)[] =>
      [...screen.getByTestId(`fair-seat-${seat}`).querySelectorAll('dd')].map((part) => part.textContent);
    expect(partsOf(0)).toEqual([
      'added 1 random number, the last before 2 draws',
      '1 of 2 moves not signed',
      'played on 1 more device that no earlier one confirmed',
    ]);
    expect(partsOf(1)).toEqual([
      'added nothing before the start',
      'added 1 random number, the last before 1 draw',
      '2 numbers got lost without effect',
      'signed every move',
    ]);
    expect(screen.queryByTestId('fair-seat-2')).toBeNull();
    expect(screen.getByTestId('fair-details')).toHaveProperty('open', false);
  });

  it('says that nobody added random numbers during the game', async () => {
    const game = new PoolRecord(await device('maren', 0), await device('tom', 1));
    await verdictOf(game.export(), {});
    expect(textOf('fair-added')).toContain('No player added random numbers during the game');
    expect(textOf('fair-added')).not.toContain('came after');
  });

  it('fails loudly if it has another game than this browser saw', async () => {
    const { text } = await play();
    expect(await verdictOf(text, { heads: [{ seq: 3, head: '00'.repeat(24) }] })).toBe(en['fair.forked']);
    expect(textOf('fair-heads')).toContain(en['fair.heads.different']);
    expect(screen.getByTestId('fair-result').classList).toContain('bad');
  });

  it('says that another device answered first, and that it saw nothing of the game', async () => {
    const { text } = await play();
    expect(await verdictOf(text, { late: true })).toBe(en['fair.ok']);
    expect(textOf('fair-own')).toContain(en['fair.own.late']);
    expect(textOf('fair-heads')).toContain(en['fair.heads.unknown']);
  });

  it('speaks of no success if rules are older than those of this server', async () => {
    const { text } = await play();
    expect(await verdictOf(text, {}, 2)).toBe(en['fair.unjudged.rules']);
    expect(screen.getByTestId('fair-result').textContent).toContain('Not checked');
  });

  it('names the failed check', async () => {
    const { text } = await play();
    expect(await verdictOf(text.replace('"Maren"', '"Mark"'), {})).toBe(en['fair.wrong']);
    expect(screen.getByTestId('fair-details')).toHaveProperty('open', true);
    expect(screen.queryByTestId('fair-added')).toBeNull();
    expect(screen.queryByTestId('fair-heads')).toBeNull();
  });
});

it('says that a record is too long', async () => {
  expect(await verdict('x'.repeat(4_000_001))).toBe(en['fair.large']);
});

describe('what this browser was shown', () => {
  const report = { verdict: 'holds', older: 0, decided: 74 } as Report;
  async function compared(shown: ShownReport | undefined | Error, given?: string): Promise<string> {
    vi.stubGlobal('fetch', () => Promise.resolve(new Response(record)));
    titles.list = [{ id: 'meduris', rules: 1 } as (typeof titles.list)[number]];
    const compareShown = vi.fn(() => (shown instanceof Error ? Promise.reject(shown) : Promise.resolve(shown)));
    const table = { id: doc.table, title: 'meduris', commitment: doc.commitment };
    const at = given === undefined ? { record: '/export' } : { given };
    render(FairCheck, { ...at, table, name: String, judge: () => Promise.resolve(report), compareShown });
    if (given === undefined) await fireEvent.click(screen.getByTestId('fair-check'));
    await eventually(() => expect(compareShown).toHaveBeenCalledWith(doc.table, record, expect.anything()));
    await eventually(() => expect(textOf('fair-shown') ?? '').not.toContain(en['fair.shown.busy']));
    return textOf('fair-result') ?? '';
  }

  it('is what happened, and the moments are named', async () => {
    expect(await compared({ same: [1, 2, 3, 9], different: [], lost: 1, other: 2 })).toBe(en['fair.ok.rules']);
    expect(textOf('fair-shown')).toContain('Right: What this browser was shown is what happened: 4 moments of');
    expect(textOf('fair-moments')).toBe(
      'The compared moments are those of the entries 1–3 and 9. 1 moment was lost when the table was restored. ' +
        'Another version of the program showed 2 moments, so they cannot be compared.',
    );
  });

  it('fails loudly at a forged moment', async () => {
    expect(await compared({ same: [1], different: [7], lost: 0, other: 0 })).toBe(en['fair.shown.wrong']);
    expect(screen.getByTestId('fair-result').classList).toContain('bad');
    expect(textOf('fair-shown')).toContain('Wrong: This browser was shown something else at entry 7.');
  });

  it('was not compared without a memory, without the engine, or if all comes from another version', async () => {
    await compared(undefined);
    expect(textOf('fair-shown')).toBe(`– Not checked: ${en['fair.shown.none']}`);
    cleanup();
    await compared(undefined, record);
    expect(textOf('fair-shown'), 'a record of any table').toBeUndefined();
    cleanup();
    expect(await compared(new Error('no engine'))).toBe(en['fair.ok.rules']);
    expect(textOf('fair-shown')).toBe(`– Not checked: ${en['fair.shown.failed']}`);
    cleanup();
    await compared({ same: [], different: [], lost: 0, other: 4 });
    expect(textOf('fair-shown')).toContain('Not checked: ');
  });
});
