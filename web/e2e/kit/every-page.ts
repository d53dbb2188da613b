import { resolve } from 'node:path';
import type { Page } from 'playwright-core';
import type { Populated } from './populated';

/** A page of the client, or a part of it that a press opens. */
export interface Visit {
  name: string;
  path: string;
  /** It is on the page when the page is complete. */
  ready: string;
  /** Opens the part. A resize may close it, so it is called at each size. */
  open?: (page: Page) => Promise<void>;
  /** The page is that of a person without a name. */
  stranger?: true;
}

/** Opens a page anew, and waits until it is complete. */
export async function goTo(page: Page, server: string, { path, ready }: Visit): Promise<void> {
  await page.goto('about:blank');
  await page.goto(server + path);
  await page.locator(ready).first().waitFor();
}

const press = (testid: string) => (page: Page) => page.getByTestId(testid).first().click();

/** Opens the menu of a table if the window is too narrow for its buttons. */
async function openMenu(page: Page): Promise<void> {
  const menu = page.locator('[popovertarget="table-menu"]');
  // It stays open below a dialog that Esc has closed.
  if (await page.locator('#table-menu').isVisible()) return;
  if (await menu.isVisible()) await menu.click();
}

/** Opens a sheet by its button, which is in the menu of a narrow window. */
const sheet = (button: string) => async (page: Page) => {
  await openMenu(page);
  await page.getByTestId(button).click();
  await page.locator('dialog[open] :is(p, li)').first().waitFor();
};

/** Opens the log, which a wide window shows beside the board. */
async function openLog(page: Page): Promise<void> {
  const button = page.getByTestId('log-button');
  if (await button.isVisible()) await button.click();
}

/** Opens a part of a replay by its button, which is in the menu of a narrow window. */
const ofReplay = (button: string, part: string) => async (page: Page) => {
  const more = page.getByTestId('replay-more');
  if ((await more.isVisible()) && !(await page.locator('#replay-more').isVisible())) await more.click();
  if (button !== '') await page.getByTestId(button).click();
  await page.locator(part).first().waitFor();
};

/** Opens the list of moments of a record, which has some. */
async function openMoments(page: Page): Promise<void> {
  if (!(await page.getByTestId('replay').isVisible()))
    await page
      .getByTestId('replay-file')
      .setInputFiles(resolve(import.meta.dirname, '../../../docs/fairness-record.json'));
  await page.getByTestId('replay').waitFor();
  await ofReplay('replay-moments', '#replay-marks li')(page);
}

/** Opens the past of a running game. */
async function lookBack(page: Page): Promise<void> {
  if (await page.getByTestId('replay').isVisible()) return;
  // The key works without a focus.
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  await page.keyboard.press('ArrowLeft');
  await page.getByTestId('replay-now').waitFor();
}

/** Goes to the end of the last chapter of a lesson. */
async function endLesson(page: Page): Promise<void> {
  const end = page.getByTestId('learn-end');
  const next = page.getByTestId('coach-next').and(page.locator(':enabled'));
  const help = page.getByTestId('coach-help').and(page.locator(':enabled'));
  while (!(await end.isVisible())) {
    await end.or(next).or(help).first().waitFor();
    if (!(await end.isVisible())) await next.or(help).first().click();
  }
}

/** Asks for the text of the heading. */
async function showText(page: Page): Promise<void> {
  if (!(await page.getByTestId('text-mode').isVisible())) await page.keyboard.press('Shift+F2');
  await page.getByTestId('text-mode').waitFor();
  await page.locator('h1').first().click();
  await page.getByTestId('text-own').waitFor();
}

/** Opens the dialog that leaves or ends a game. */
export async function leave(page: Page): Promise<void> {
  await openMenu(page);
  await page.getByTestId('leave').click();
  await page.getByTestId('leave-now').waitFor();
}

/** All pages of the client, for a person who has everything that pages show. */
export function everyPage({ open, running, finished, companion, versus }: Populated): Visit[] {
  const none = '00000000-0000-4000-8000-000000000000';
  const choice = '[data-testid=decision-prompt]';
  const titles = ['meduris', 'druids', 'pangea'];
  const replay = { path: finished.path.replace('/t/', '/replay/') + '&seq=35&eyes=0', ready: '[data-testid=replay]' };
  return [
    { name: 'home of a stranger', path: '/', ready: '[data-testid=name-input]', stranger: true },
    { name: 'invitation of a stranger', path: open, ready: '[data-testid=name-input]', stranger: true },
    { name: 'seat of a stranger', path: '/seat/x#y', ready: '[data-testid=name-input]', stranger: true },
    { name: 'settings of a stranger', path: '/settings', ready: '[data-testid=sign-in]', stranger: true },
    { name: 'sign-in', path: '/sign-in', ready: '[data-testid=link-code]', stranger: true },
    { name: 'approval of a stranger', path: '/approve', ready: 'main a.button', stranger: true },
    { name: 'home', path: '/', ready: '[data-testid=companions]' },
    { name: 'new table', path: '/', ready: '[data-testid=companions]', open: press('new-table') },
    { name: 'settings', path: '/settings', ready: '[data-testid=let-in]' },
    { name: 'circle', path: '/circle', ready: '[data-testid=circle-figures]' },
    { name: 'player', path: companion, ready: '[data-testid=versus]' },
    { name: 'two players', path: versus, ready: '[data-testid=games]' },
    { name: 'about', path: '/about', ready: '[data-testid=version]' },
    { name: 'check', path: '/check', ready: '[data-testid=record-file]' },
    { name: 'link', path: '/link', ready: '[data-testid=link-code]' },
    { name: 'seat', path: '/seat/x#y', ready: '[data-testid=claim-seat]' },
    { name: 'approval', path: '/approve', ready: 'main h1' },
    { name: 'no page', path: '/nothing', ready: 'main h1' },
    ...titles.map((title) => ({
      ...{ name: `rules of ${title}`, path: `/rules/${title}`, ready: 'article p' },
    })),
    { name: 'no table', path: `/t/${none}`, ready: 'main h1' },
    { name: 'open table', path: open, ready: '[data-testid=invite-link]' },
    { name: 'table', path: running.path, ready: choice },
    { name: 'menu of a table', path: running.path, ready: choice, open: openMenu },
    { name: 'leaving a table', path: running.path, ready: choice, open: leave },
    {
      ...{ name: 'keys', path: running.path, ready: choice },
      open: (page) => page.keyboard.press('?').then(() => page.getByTestId('keys-help').waitFor()),
    },
    { name: 'rules at a table', path: running.path, ready: choice, open: sheet('rules-button') },
    { name: 'aid at a table', path: running.path, ready: choice, open: sheet('aid-button') },
    { name: 'log of a table', path: running.path, ready: choice, open: openLog },
    { name: 'past of a running table', path: running.path, ready: choice, open: lookBack },
    { name: 'finished table', path: finished.path, ready: '[data-testid=result]' },
    { name: 'replay of a file', path: '/replay', ready: '[data-testid=replay-file]' },
    { name: 'no replay', path: `/replay/${none}`, ready: '[data-testid=replay-problem]' },
    { name: 'replay', ...replay },
    { name: 'menu of a replay', ...replay, open: ofReplay('', '[data-testid=replay-share]') },
    { name: 'moments of a replay', path: '/replay', ready: '[data-testid=replay-file]', open: openMoments },
    { name: 'sharing a replay', ...replay, open: ofReplay('replay-share', '[data-testid=replay-picture]') },
    { name: 'playing on', ...replay, open: ofReplay('replay-play-on', '[data-testid=replay-alone]') },
    {
      ...{ name: 'watching together', ...replay },
      open: (page) =>
        page
          .getByTestId('together')
          .click()
          .then(() => page.getByTestId('together-link').waitFor()),
    },
    ...titles.map((title) => ({
      ...{ name: `lesson of ${title}`, path: `/learn/${title}` },
      ready: ':is([data-phase=asking], [data-phase=over])[data-testid=coach]',
    })),
    {
      ...{ name: 'end of a lesson', path: '/learn/druids?chapter=alone', open: endLesson },
      ready: '[data-testid=coach]',
    },
    { name: 'no lesson', path: '/learn/nothing', ready: '[data-testid=learn-problem]' },
    { name: 'game on a device', path: '/local', ready: '[data-testid=local-start]' },
    { name: 'text of a page', path: '/about', ready: '[data-testid=version]', open: showText },
  ];
}
