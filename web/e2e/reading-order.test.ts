import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { axeViolations } from './kit/axe';
import { openPages, playByApi, playUntilAsked, startTable } from './kit/api';
import { boardState } from './kit/board-state';
import { plain, test } from './kit/fixture';
import { Guest, type Player } from './kit/guest';
import { headingFaults } from './kit/headings';
import { Keyboard } from './kit/keyboard';
import { untilCurrent } from './kit/log';
import { Random } from './kit/random';
import { en, text } from './kit/text';
import { until } from './kit/until';

/** The titles, each with the number of moves after which the reader has a hand. */
const titles = [
  { title: 'meduris', name: 'Meduris', moves: 20 },
  { title: 'druids', name: 'Die Druiden', moves: 12 },
  { title: 'pangea', name: 'Die Magier von Pangea', moves: 0 },
];

const windows = { desk: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } };

describe('screen readers and the Tab key', () => {
  for (const { title, moves } of titles) {
    test(`reach the prompt first, then the hand and the choices: ${title}`, async ({ fixture }) => {
      const ada = await fixture.person('Ada');
      const people = [ada, new Guest('Ben')];
      const table = await startTable(fixture.url, people, { title });
      const random = new Random(5);
      if (moves > 0) await playByApi(fixture.url, people, table.id, random, (made) => made >= moves);
      await playUntilAsked(fixture.url, people, table.id, random);
      await openPages(fixture.url, [ada], table);
      await untilCurrent([ada], fixture.url, table.id);
      await ada.page.locator('.prompt.mine').waitFor();
      for (const [screen, size] of Object.entries(windows)) {
        // All titles share the plain table.
        for (const asText of title === 'meduris' ? [false, true] : [false]) {
          await ada.page.setViewportSize(size);
          await usePlain(ada.page, asText);
          expect(await readingOrder(ada.page), `${screen}, ${asText ? 'plain' : 'own'} table`).toEqual([
            'heading of the page',
            'prompt',
            'hand',
            'choices',
            ...(asText ? ['players', 'board'] : ['board', 'players']),
            'bar',
          ]);
          expect(await headingFaults(ada.page), `headings, ${screen}`).toEqual([]);
        }
      }
    });
  }
});

test('keys of a table tell what happened and how everyone stands, and list all keys', async ({ fixture }) => {
  const ada = await fixture.person('Ada');
  const people = [ada, new Guest('Ben')];
  const table = await startTable(fixture.url, people);
  await openPages(fixture.url, [ada], table);
  await playByApi(fixture.url, people, table.id, new Random(8), (made) => made >= 12);
  await untilCurrent([ada], fixture.url, table.id);
  const { page } = ada;
  const news = page.getByTestId('urgent-news');
  await page.keyboard.press('F8');
  await news.getByText(/^Ada: .* points.* Ben: .* points/).waitFor();
  await page.keyboard.press('F2');
  await news.getByText(new RegExp(`Ben |Ada |${en['news.none']}`)).waitFor();
  await page.keyboard.press('?');
  await page.getByRole('dialog', { name: en['keys.title'] }).waitFor();
  expect(await axeViolations(page), 'axe on the list of keys').toEqual([]);
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
});

test('a price that the page pays by itself is no question', async ({ fixture }) => {
  const ada = await fixture.person('Ada');
  const people = [ada, new Guest('Ben')];
  const table = await startTable(fixture.url, people);
  const { page } = ada;
  // All six workers are placed, and nobody has paid anything yet.
  await playByApi(fixture.url, people, table.id, new Random(8), (made) => made >= 6);
  // Only a field that Ada's own materials pay for has the second button. The other ones ask how to pay.
  const paid = page.locator('.option', { has: page.getByTestId('build-otherwise') }).first();
  const find = async (): Promise<boolean> => {
    await playUntilTurn(fixture.url, people, table.id);
    await openPages(fixture.url, [ada], table);
    const { spots = [] } = (await boardState(page)) ?? {};
    for (const spot of spots.filter((key) => key.startsWith('field'))) {
      await new Keyboard().choose(page, spot);
      await page.getByTestId('build').first().waitFor();
      if (await paid.isVisible()) return true;
      await page.keyboard.press('Escape');
    }
    await page.goto('about:blank');
    await playByApi(fixture.url, people, table.id, new Random(8), (made) => made >= 1);
    return false;
  };
  while (!(await find()));
  await paid.getByTestId('build').click();
  const news = page.getByTestId('news');
  await news.getByText(/^Ada pays .* Ada builds a /).waitFor({ state: 'attached' });
  expect(await news.innerText()).not.toContain('How do you pay?');
});

/** Plays by REST until the first person has the choice of a turn. */
async function playUntilTurn(url: string, people: readonly Player[], table: string): Promise<void> {
  const random = new Random(2);
  const session = await people[0]?.api(url);
  for (;;) {
    await playUntilAsked(url, people, table, random);
    const { decisions = [] } =
      (await session?.get<{ decisions: { seat: number; kind: string }[] }>(`/tables/${table}/view`)) ?? {};
    if (decisions.some(({ seat, kind }) => seat === 0 && kind === 'turn')) return;
    await playByApi(
      url,
      people,
      table,
      random,
      (made) => made >= 1,
      (moves) => moves,
    );
  }
}

describe('the focus is never lost', () => {
  test('by a link to a page that loads its data first', async ({ fixture }) => {
    const ada = await fixture.person('Ada');
    const ben = new Guest('Ben');
    const { page } = ada;
    const { id } = await startTable(fixture.url, [ada, ben]);
    await page.goto(fixture.url);
    await page.evaluate(() => {
      const note = ({ target }: FocusEvent): void => {
        if ((target as HTMLElement).textContent.trim() === '') document.documentElement.dataset.silent = 'yes';
      };
      document.addEventListener('focusin', note);
    });
    await page.locator(`a[href="/t/${id}"]`).first().click();
    await untilFocused(page, 'h1', 'Meduris');
    expect(await page.locator('html').getAttribute('data-silent'), 'an element without text had the focus').toBeNull();
    await page.goBack();
    await untilFocused(page, 'h1', text('home.again', { name: 'Ada' }));
    await page.goto(`${fixture.url}/settings`);
    await page.locator('a[href^="/p/"]').click();
    await untilFocused(page, 'h1', en['player.mine']);
  });

  test('by what the menu of a phone opens', async ({ fixture }) => {
    const ada = await fixture.person('Ada', { viewport: windows.phone });
    const people = [ada, new Guest('Ben')];
    const { page } = ada;
    const table = await startTable(fixture.url, people);
    await openPages(fixture.url, [ada], table);
    const menu = page.getByRole('button', { name: en['play.menu'], exact: true });
    for (const button of ['leave', 'rules-button', 'aid-button', 'keys-button']) {
      await menu.click();
      await page.getByTestId(button).click();
      await page.getByRole('dialog').waitFor();
      await page.keyboard.press('Escape');
      await untilFocused(page, 'button', en['play.menu']);
    }
    await menu.click();
    await page.getByTestId('leave').click();
    await page.getByTestId('end-stop').click();
    await untilFocused(page, 'button', en['play.menu']);
    expect(await page.locator(':popover-open').count(), 'open menus').toBe(0);
    for (const asText of [true, false]) {
      await usePlain(page, asText);
      await untilFocused(page, 'h1', 'Meduris');
    }
  });

  test('by a name and a seat before the start', async ({ fixture }) => {
    const ada = await fixture.person('Ada');
    const host = new Guest('Ben');
    const { page } = ada;
    await host.signIn(fixture.url);
    const { table } = await (
      await host.api(fixture.url)
    ).post<{ table: { id: string; invite: string } }>('/tables', { title: 'meduris', seats: 3, visibility: 'private' });
    await page.goto(`${fixture.url}/t/${table.id}?invite=${table.invite}`);
    await page.getByTestId('name-input').fill('Ada');
    await page.getByTestId('set-name').click();
    await untilFocused(page, 'h1', '');
    for (const seat of [1, 2]) {
      await page.getByTestId(`sit-${seat}`).click();
      await page.getByTestId(`stand-${seat}`).waitFor();
      await untilFocused(page, 'h1', '');
    }
    await page.getByTestId('stand-2').click();
    await page.getByTestId('sit-2').waitFor();
    await untilFocused(page, 'h1', '');
  });

  test('by a move of the plain table, whose button goes', async ({ fixture }) => {
    const ada = await fixture.person('Ada', plain);
    const people = [ada, new Guest('Ben')];
    const { page } = ada;
    const table = await startTable(fixture.url, people);
    await playUntilAsked(fixture.url, people, table.id, new Random(3));
    await openPages(fixture.url, [ada], table);
    await page.getByTestId('move-button').first().focus();
    await page.keyboard.press('Enter');
    await page.locator('[data-decision]').waitFor({ state: 'detached' });
    await untilFocused(page, '#prompt', '');
  });

  test('by an answer to a proposal, a question in a dialog, and the end of the game', async ({ fixture }) => {
    const ada = await fixture.person('Ada', plain);
    const ben = new Guest('Ben');
    const cleo = new Guest('Cleo');
    const { page } = ada;
    const keys = new Keyboard();
    const table = await startTable(fixture.url, [ada, ben, cleo]);
    await openPages(fixture.url, [ada], table);
    const others = await Promise.all([ben, cleo].map((guest) => guest.api(fixture.url)));
    for (const asText of [true, false]) {
      await usePlain(page, asText);
      await others[0]?.post(`/tables/${table.id}/stop`, { id: crypto.randomUUID() });
      await page.getByTestId('stop-decline').waitFor();
      await keys.press(page.getByTestId('stop-decline'));
      await untilFocused(page, 'h1', 'Meduris');
    }
    await keys.press(page.getByTestId('leave'));
    await page.getByTestId('end-concede').waitFor();
    await keys.press(page.getByTestId('end-concede'));
    await keys.press(page.getByTestId('end-no'));
    await untilFocused(page, 'dialog h2', en['play.leave']);
    await page.keyboard.press('Escape');
    await usePlain(page, true);
    await page.locator('[data-testid="goal"] > summary').focus();
    for (const other of others) await other.post(`/tables/${table.id}/concede`, { id: crypto.randomUUID() });
    await untilFocused(page, 'h2', en['result.youWon']);
  });

  test('by a hint, which takes the place of its button', async ({ fixture }) => {
    const ada = await fixture.person('Ada');
    const people = [ada, new Guest('Ben')];
    const { page } = ada;
    const table = await startTable(fixture.url, people);
    await playUntilAsked(fixture.url, people, table.id, new Random(3));
    await openPages(fixture.url, [ada], table);
    await page.getByTestId('ask-hint').click();
    await untilFocused(page, '.hint', en['play.hint.says']);
  });
});

/** Waits until an element has the focus. `name` begins its label or its text. */
async function untilFocused(page: Page, selector: string, name: string): Promise<void> {
  await until(`${selector} "${name}" has the focus`, () =>
    page.evaluate(
      ([wanted, words]) => {
        const at = document.activeElement as HTMLElement | null;
        return at?.matches(wanted) === true && (at.ariaLabel ?? at.innerText.trim()).startsWith(words);
      },
      [selector, name] as const,
    ),
  );
}

/** Shows the plain table or the title's own board. */
async function usePlain(page: Page, plain: boolean): Promise<void> {
  if (((await page.locator('.table.own').count()) === 0) === plain) return;
  const button = page.getByRole('button', { name: en['play.plain'], exact: true });
  if (!(await button.isVisible())) await page.getByRole('button', { name: en['play.menu'], exact: true }).click();
  await button.click();
  await page.locator('.table.own').waitFor({ state: plain ? 'detached' : 'attached' });
}

/** Returns the parts of a table page in the order of the accessibility tree, once the page has drawn all of them. */
async function readingOrder(page: Page): Promise<string[]> {
  const marks: [string, RegExp][] = [
    ['heading of the page', /- heading .*\[level=1\]/],
    ['prompt', new RegExp(`- region "${en['play.yours']}"`)],
    ['hand', /- region "(My hand|My tribes)|- heading "(My hand|.*tribes)/],
    ['choices', new RegExp(`- group "${en['play.moves']}"`)],
    ['players', new RegExp(`- list "${en['play.players']}"`)],
    ['board', new RegExp(`- heading "${en['play.board']}"`)],
    ['bar', new RegExp(`- button "(${en['play.leave']}|${en['play.menu']})"`)],
  ];
  const found = await until('the page has all parts', async () => {
    const snapshot = await page.locator('body').ariaSnapshot();
    const places = marks.map(([name, mark]) => ({ name, at: snapshot.search(mark) }));
    return places.every(({ at }) => at >= 0) && places;
  });
  return found.toSorted((a, b) => a.at - b.at).map(({ name }) => name);
}
