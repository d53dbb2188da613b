// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/svelte';
import { File } from 'node:buffer'; // that of jsdom cannot be read
import { describe, expect, it, vi } from 'vitest';
import { exportOf, forged, recorded, withDigest } from './record-kit';
import { checks } from './steps';
import en from '../../../../texts/en/client.json';
import { titles } from '../app/titles.svelte.ts';
import RecordCheck from './RecordCheck.svelte';

const game = recorded('meduris');
const record = exportOf('meduris');

/** Chooses a file and returns the verdict. */
async function verdict(text: string): Promise<string> {
  render(RecordCheck);
  const files = [new File([text], 'game.json')];
  await fireEvent.change(screen.getByTestId('record-file'), { target: { files } });
  return (await screen.findByTestId('fair-result')).textContent;
}

const textOf = (testid: string): string | undefined => screen.queryByTestId(testid)?.textContent;

it('shows a record and checks it at once, without a request', async () => {
  const fetched = vi.fn();
  vi.stubGlobal('fetch', fetched);
  expect(await verdict(record)).toBe(en['fair.unjudged.title']);
  expect(fetched).not.toHaveBeenCalled();
  const shown = screen.getAllByTestId('stated-seat').map((row) => row.textContent);
  for (const { name } of game.seats) expect(shown.some((row) => row.includes(name))).toBe(true);
  expect(textOf('summary')).toContain('game.json');
  expect(document.activeElement?.id).toBe('says');
});

it('says what it did not check', async () => {
  await verdict(record);
  expect(textOf('fair-rules')).toContain(en['fair.rules']);
  expect(textOf('fair-seen')).toContain(en['fair.seen.unknown']);
  expect(textOf('not-checked')).toContain(en['check.open.signature']);
  // Without a server the page knows neither the table nor the rules.
  expect(textOf('fair')).toContain(en['fair.given.start']);
  expect(textOf('fair')).toContain(en['fair.given.version']);
  expect(textOf('fair')).not.toContain(en['fair.version']);
});

it('compares with the rules of a server that has the title', async () => {
  titles.list = [{ id: 'meduris', name: 'Meduris', rules: 99 } as (typeof titles.list)[number]];
  await verdict(record);
  expect(textOf('fair')).toContain(en['fair.version']);
  titles.list = [];
});

it('has a text for each fault', () => {
  for (const fault of [...checks, 'document', 'unreadable', 'large'])
    expect(Object.keys(en), fault).toContain(`fair.fault.${fault}`);
});

describe('a forged record', () => {
  it.each<[string, string]>([
    ['digest', record.replace('"outcome":{', '"outcome": {').replace(/"name":"[^"]*"/, '"name":"Eve"')],
    ['chain', withDigest({ ...game, head: '0'.repeat(64) })],
    ['start', forged(game, (doc) => (doc.table = 'another'))],
    ['version', forged(game, (doc) => doc.entries.forEach(({ entry }) => (entry.rules = 0)))],
    ['commitment', forged(game, (doc) => (doc.secret = 'ab'.repeat(32)))],
    [
      'draws',
      forged(game, (doc) =>
        doc.entries.forEach(({ entry }) => entry.draws.forEach((draw) => (draw.is = (draw.is + 1) % draw.of))),
      ),
    ],
    ['document', record.replace('"outcome":', '"more":1,"outcome":')],
  ])('fails the check %s, with its text', async (fault, text) => {
    expect(text).not.toBe(record);
    expect(await verdict(text)).toContain('Something is wrong');
    expect(textOf('fair-fault')).toBe(en[`fair.fault.${fault}` as keyof typeof en]);
  });
});

it('says that a text is no record, or a newer one', async () => {
  render(RecordCheck);
  const paste = async (text: string): Promise<string> => {
    await fireEvent.input(screen.getByTestId('record-text'), { target: { value: text } });
    await fireEvent.click(screen.getByText(en['check.paste.open']));
    return (await screen.findByRole('alert')).textContent;
  };
  expect(await paste('<html>')).toBe(en['check.unreadable']);
  expect(await paste('{"nemetonExport":3}')).toBe(en['check.newer']);
  expect(screen.queryByTestId('fair')).toBeNull();
});

it('takes a pasted record and a dropped file', async () => {
  render(RecordCheck);
  await fireEvent.input(screen.getByTestId('record-text'), { target: { value: record } });
  await fireEvent.click(screen.getByText(en['check.paste.open']));
  expect((await screen.findByTestId('fair-result')).textContent).toBe(en['fair.unjudged.title']);
  cleanup();
  render(RecordCheck);
  const dataTransfer = { types: ['Files'], files: [new File([record], 'dropped.json')] };
  await fireEvent.drop(window, { dataTransfer });
  expect((await screen.findByTestId('fair-result')).textContent).toBe(en['fair.unjudged.title']);
  expect(textOf('summary')).toContain('dropped.json');
});

it('refuses a file that is too large before it reads it', async () => {
  render(RecordCheck);
  const file = new File([], 'large.json');
  Object.defineProperty(file, 'size', { value: (64 << 20) + 1 });
  const read = vi.spyOn(file, 'text');
  await fireEvent.change(screen.getByTestId('record-file'), { target: { files: [file] } });
  expect((await screen.findByRole('alert')).textContent).toBe(en['check.large']);
  expect(read).not.toHaveBeenCalled();
});
