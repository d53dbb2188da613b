import { letIn } from './kit/let-in';
import { describe, expect } from 'vitest';
import { phone, plain, test } from './kit/fixture';
import { untilAnswered } from './kit/decision';
import { ListPlayer } from './kit/list-player';
import { introduce, join, openTable, start, tableOf } from './kit/lobby';
import type { Person } from './kit/person';
import { Random } from './kit/random';
import { nl, text } from './kit/text';
import { until, untilSame } from './kit/until';

describe('four people', () => {
  test('change seats and colors, and play by keyboard, in Dutch, at night, on a second device', async ({ fixture }) => {
    const ada = await fixture.person('Ada', plain);
    const ben = await fixture.person('Ben', plain);
    const cas = await fixture.person('Cas', plain);
    const dia = await fixture.person('Dia', plain);
    await introduce(ada, fixture.url);
    const link = await openTable(ada, { seats: 4, visibility: 'private' });

    // Ada chooses a color, so that Ben cannot.
    await ada.page.getByTestId('color-green').click();
    await untilPressed(ada, 'color-green');
    await join(ben, link, 1);
    expect(await ben.page.getByTestId('color-green').isDisabled(), 'green is taken').toBe(true);

    // A guest moves to another seat, stands up, and sits down again.
    await ben.page.getByTestId('sit-2').click();
    await ben.page.getByTestId('stand-2').click();
    await ben.page.getByTestId('sit-1').click();
    await ben.page.getByTestId('stand-1').waitFor();

    // The host removes a guest and allows them again. The guest sits down by the same link.
    cas.expectsRemoval = true;
    await join(cas, link, 3);
    await ada.page.getByTestId('remove-3').click();
    await ada.page.getByTestId('sure-yes').click();
    const allow = ada.page.getByRole('button', { name: 'Allow Cas again' });
    await allow.click();
    await allow.waitFor({ state: 'detached' });
    await cas.page.goto(link);
    await cas.page.getByTestId('sit-2').click();
    await cas.page.getByTestId('stand-2').waitFor();
    await join(dia, link, 3);
    await start(ada, [ben, cas, dia]);

    // Ben uses the keyboard.
    const player = new ListPlayer(new Random(41));
    await player.play([ada, cas, dia], async () => (await ben.page.getByTestId('move-button').count()) > 0);
    await moveByKeyboard(ben);

    // A reload keeps Dutch and the night.
    const { pathname } = new URL(cas.page.url());
    await cas.page.getByTestId('settings').click();
    await cas.page.getByTestId('language-select').selectOption('nl');
    await cas.page.getByRole('heading', { level: 1, name: nl['app.settings'] }).waitFor();
    await cas.page.getByRole('radio', { name: nl['settings.theme.night'] }).check();
    await cas.page.goto(fixture.url + pathname);
    await cas.page.getByTestId('decision-prompt').waitFor();
    expect(await look(cas)).toEqual({ lang: 'nl', theme: 'night' });
    expect(await look(ada)).toEqual({ lang: 'en', theme: 'day' });
    await cas.page
      .getByRole('heading', { name: nl['play.players'] })
      .or(cas.page.getByRole('list', { name: nl['play.players'] }))
      .first()
      .waitFor();

    // Dia leaves for now, and returns.
    await dia.page.getByTestId('leave').click();
    await dia.page.getByTestId('leave-now').click();
    await ada.page
      .getByText(text('frame.left', { seat: 'Dia' }))
      .first()
      .waitFor();
    await dia.page.locator(`[data-testid="table-row"][href^="${pathname}"]`).first().click();
    await dia.page.getByTestId('return').click();
    await ada.page
      .getByText(text('frame.returned', { seat: 'Dia' }))
      .first()
      .waitFor();
    await dia.page.getByTestId('leave').waitFor();

    // Ada continues on her phone.
    const device = await fixture.person("Ada's phone", { ...phone, ...plain });
    await letIn(ada, device, fixture.url);
    await device.page.locator(`[data-testid="table-row"][href^="${pathname}"]`).first().click();
    await device.page.getByTestId('hand').waitFor();
    await ada.page.goto(fixture.url + pathname);
    await ada.page.getByTestId('hand').waitFor();
    const handOn = ({ page }: Person): Promise<string> => page.getByTestId('hand').innerText();
    await untilSame('both devices show one hand', await handOn(ada), () => handOn(device));
    await player.play([ben, cas, dia], async () => (await device.page.getByTestId('move-button').count()) > 0);
    await player.move(device);
    await untilSame('the other device shows the same', await handOn(device), () => handOn(ada));
    expect(tableOf(device)).toBe(tableOf(ada));
  });
});

async function untilPressed(person: Person, testid: string): Promise<void> {
  const button = person.page.getByTestId(testid);
  await until(`${testid} is chosen`, async () => (await button.getAttribute('aria-pressed')) === 'true');
}

function look(person: Person): Promise<{ lang: string; theme: string | undefined }> {
  return person.page.evaluate(() => {
    const root = document.documentElement;
    return { lang: root.lang, theme: root.dataset.theme };
  });
}

/** This is the limit of presses of the Tab key. No page has so many stops. */
const mostTabs = 200;

/** Goes to the first move with the Tab key and chooses it with Enter. It unfolds the list on the way. */
async function moveByKeyboard(person: Person): Promise<void> {
  const { page } = person;
  await page.getByTestId('move-button').first().waitFor({ state: 'attached' });
  const focused = () =>
    page.evaluate(() => {
      const element = document.activeElement;
      const visible = element?.matches(':focus-visible') ?? false;
      const folded = element?.closest('details:not([open])')?.querySelector('[data-testid="move-button"]') != null;
      return { move: element?.getAttribute('data-testid') === 'move-button', folded, visible };
    });
  for (let presses = 0, at = await focused(); !at.move; presses++, at = await focused()) {
    if (presses > mostTabs) throw new Error('the Tab key does not reach a move');
    await page.keyboard.press(at.folded ? 'Enter' : 'Tab');
  }
  expect((await focused()).visible, 'the focus is visible').toBe(true);
  const decision = await page.locator('[data-decision]').getAttribute('data-decision');
  await page.keyboard.press('Enter');
  await untilAnswered(person, decision ?? '');
}
