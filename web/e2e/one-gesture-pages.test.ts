import type { Locator, Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { openPages, startTable } from './kit/api';
import { TimedPresses, type Device } from './kit/double-press';
import { desk, test, type Fixture } from './kit/fixture';
import { introduce, join, openTable } from './kit/lobby';
import { untilPainted } from './kit/log';
import { long } from './kit/long';
import type { Person } from './kit/person';

/** The devices, each with the time between its two presses in milliseconds. */
const devices: readonly (readonly [Device, number])[] = [
  ['mouse', 60],
  ['held Enter', 400],
  ...(long
    ? ([
        ['finger', 280],
        ['Enter', 500],
      ] as const)
    : []),
];

describe.each(devices)('one gesture does one act: %s', (device, gap) => {
  /** Makes a function that presses a button twice as one gesture, and returns the acts that followed. `between` waits for the effect of the first press. */
  const presser = async ({ page }: Person) => {
    const presses = await TimedPresses.on(page);
    const acts = actsOf(page);
    return async (testid: string, between: (page: Page) => Promise<void>): Promise<string[]> => {
      const before = acts.length;
      await presses.button(device, page.getByTestId(testid).first(), gap, () => between(page));
      await untilPainted(page);
      return acts.slice(before);
    };
  };

  const person = (fixture: Fixture, name: string): Promise<Person> =>
    fixture.person(name, { ...desk, hasTouch: device === 'finger' });

  test('a seat, the removal of a person, the last person, and the start', async ({ fixture }) => {
    const [ada, ben] = [await person(fixture, 'Ada'), await person(fixture, 'Ben')];
    await introduce(ada, fixture.url);
    await openTable(ada, { seats: 2, visibility: 'private' });
    const host = await presser(ada);
    expect(await host('stand-0', dialogIs('visible'))).toEqual([]);
    expect(await dialog(ada.page).count(), 'the question stays').toBe(1);
    expect(await ada.page.getByTestId('stand-0').count(), 'Ada still sits').toBe(1);
    expect(await host('sure-yes', dialogIs('detached'))).toEqual(['DELETE seats/0']);

    await ada.page.goto(fixture.url);
    const link = await openTable(ada, { seats: 2, visibility: 'private' });
    await join(ben, link, 1);
    await ben.page.getByTestId('stand-1').click();
    await ben.page.getByTestId('sit-1').waitFor();
    const guest = await presser(ben);
    expect(await guest('sit-1', (page) => page.getByTestId('stand-1').waitFor())).toEqual(['POST seats']);
    expect(await ben.page.getByTestId('stand-1').count(), 'Ben sits').toBe(1);

    await ada.page.getByTestId('remove-1').waitFor();
    expect(await host('remove-1', dialogIs('visible'))).toEqual([]);
    expect(await dialog(ada.page).count(), 'the question stays').toBe(1);
    await ada.page.getByTestId('sure-no').click();
    await dialog(ada.page).waitFor({ state: 'detached' });

    await ada.page.locator('[data-testid="start-table"]:enabled').waitFor();
    expect(await host('start-table', (page) => page.getByTestId('decision-prompt').waitFor())).toEqual(['POST start']);
  });

  test('the ways to end a game', async ({ fixture }) => {
    const [ada, ben] = [await person(fixture, 'Ada'), await person(fixture, 'Ben')];
    const press = await presser(ben);
    await openPages(fixture.url, [ada, ben], await startTable(fixture.url, [ada, ben], { title: 'meduris' }));
    expect(await press('leave', dialogIs('visible'))).toEqual([]);
    expect(await press('end-stop', dialogIs('detached'))).toEqual(['propose_stop']);
    expect(await dialog(ben.page).count(), 'no dialog opens again').toBe(0);
    expect(await press('leave', dialogIs('visible'))).toEqual([]);
    expect(await press('end-concede', (page) => page.getByTestId('end-yes').waitFor())).toEqual([]);
    expect(await ben.page.getByTestId('end-yes').count(), 'the question stays').toBe(1);
    expect(await press('end-yes', (page) => page.getByTestId('result').waitFor())).toEqual(['concede']);
  });

  test('a game against bots: its end, the next one, and the removal from the list', async ({ fixture }) => {
    const ada = await person(fixture, 'Ada');
    const press = await presser(ada);
    await openPages(fixture.url, [ada], await startTable(fixture.url, [ada], { title: 'meduris', seats: 2 }));
    await ada.page.getByTestId('leave').click();
    expect(await press('end-close', (page) => page.getByTestId('end-yes').waitFor())).toEqual([]);
    expect(await press('end-yes', (page) => page.getByTestId('result').waitFor())).toEqual(['propose_stop']);
    const next = await press('rematch', (page) => page.getByTestId('decision-prompt').waitFor());
    expect(next.filter((act) => act === 'POST rematch')).toHaveLength(1);
    expect(next.filter((act) => !/^POST (rematch|start)$/.test(act))).toEqual([]);

    await ada.page.goto(fixture.url);
    await ada.page.getByTestId('remove-table').nth(1).waitFor();
    expect(await press('remove-table', dialogIs('visible'))).toEqual([]);
    expect(await dialog(ada.page).count(), 'the question stays').toBe(1);
    expect(await press('sure-yes', dialogIs('detached'))).toHaveLength(1);
    expect(await dialog(ada.page).count(), 'the next row is not asked about').toBe(0);
    expect(await ada.page.getByTestId('remove-table').count()).toBe(1);
  });
});

const dialog = (page: Page): Locator => page.getByRole('dialog');

const dialogIs =
  (state: 'visible' | 'detached') =>
  (page: Page): Promise<void> =>
    dialog(page).waitFor({ state });

/** Returns the acts of a page from now on: commands of its socket, and calls that change something at a table. */
function actsOf(page: Page): string[] {
  const acts: string[] = [];
  page.on('websocket', (socket) =>
    socket.on('framesent', ({ payload }) => {
      const { t } = JSON.parse(String(payload)) as { t?: string };
      if (t !== undefined && t !== 'ping' && t !== 'attention') acts.push(t);
    }),
  );
  page.on('request', (request) => {
    const call = /\/api\/v1\/(?:me\/)?tables\/[^/]+\/?([^?]*)/.exec(request.url())?.[1];
    // The page contributes to the shuffle and notes the read messages by itself.
    if (request.method() !== 'GET' && call !== undefined && !/^(contribution|chat)/.test(call))
      acts.push(`${request.method()} ${call}`.trim());
  });
  return acts;
}
