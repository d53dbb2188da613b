import { describe, expect } from 'vitest';
import { Chance } from './kit/chance';
import { Clicker, untilDone } from './kit/clicker';
import { test } from './kit/house';
import { introduce, join, openTable, start, tableOf } from './kit/lobby';
import type { Person } from './kit/person';
import { until, untilSame } from './kit/until';

describe('four people', () => {
  test('sit, change places and colours, and play by keyboard, in Dutch, at night, from a second device', async ({
    house,
  }) => {
    const server = await house.server();
    const [ada, ben, cas, dia] = [
      await house.person('Ada'),
      await house.person('Ben'),
      await house.person('Cas'),
      await house.person('Dia'),
    ];
    await introduce(ada, server.url);
    const link = await openTable(ada, { seats: 4, visibility: 'private' });

    // A colour of one's own, and one that is taken.
    await ada.page.getByTestId('color-green').click();
    await untilPressed(ada, 'color-green');
    await join(ben, link, 1);
    expect(await ben.page.getByTestId('color-green').isDisabled(), 'green is taken').toBe(true);

    // A guest moves to another seat, stands up, and sits down again.
    await ben.page.getByTestId('sit-2').click();
    await ben.page.getByTestId('stand-2').click();
    await ben.page.getByTestId('sit-1').click();
    await ben.page.getByTestId('stand-1').waitFor();

    // The host removes somebody, who comes back.
    await join(cas, link, 3);
    await ada.page.getByTestId('remove-3').click();
    await cas.page.getByTestId('sit-2').click();
    await cas.page.getByTestId('stand-2').waitFor();
    await join(dia, link, 3);
    await start(ada, [ben, cas, dia]);
    const people = [ada, ben, cas, dia];

    // Ben has put his mouse away.
    const clicker = new Clicker(new Chance(41));
    for (let byKeyboard = 0; byKeyboard < 3;) {
      await clicker.play(
        people.filter((person) => person !== ben),
        async () => (await ben.page.getByTestId('move-button').count()) > 0,
      );
      await moveByKeyboard(ben);
      byKeyboard++;
    }

    // Dutch, and the night: chosen once, kept over a reload.
    const table = new URL(cas.page.url()).pathname;
    await cas.page.getByTestId('settings').click();
    await cas.page.getByTestId('language-select').selectOption('nl');
    await cas.page.getByRole('heading', { level: 1, name: 'Instellingen' }).waitFor();
    await cas.page.getByRole('radio', { name: 'Nacht' }).check();
    await cas.page.goto(server.url + table);
    await cas.page.getByTestId('decision-prompt').waitFor();
    expect(await look(cas)).toEqual({ lang: 'nl', theme: 'night' });
    expect(await look(ada)).toEqual({ lang: 'en', theme: 'day' });
    await cas.page
      .getByRole('heading', { name: 'Spelers' })
      .or(cas.page.getByRole('list', { name: 'Spelers' }))
      .first()
      .waitFor();

    // Dia leaves for now, and comes back.
    await dia.page.getByTestId('leave').click();
    await dia.page.getByTestId('leave-now').click();
    await ada.page.getByText('Dia leaves for now.').first().waitFor();
    await dia.page.getByTestId('table-row').first().click();
    await dia.page.getByTestId('return').click();
    await ada.page.getByText('Dia is back.').first().waitFor();
    await dia.page.getByTestId('leave').waitFor();

    // Ada goes on, on her phone.
    await ada.page.getByTestId('settings').click();
    await ada.page.getByTestId('make-link').click();
    const code = await ada.page.getByTestId('device-link').inputValue();
    const phone = await house.person("Ada's phone", { viewport: { width: 390, height: 844 }, hasTouch: true });
    await phone.page.goto(code);
    await phone.page.getByTestId('use-link').click();
    await phone.page.getByTestId('table-row').first().click();
    await phone.page.getByTestId('hand').waitFor();
    await ada.page.goto(server.url + table);
    await ada.page.getByTestId('hand').waitFor();
    await untilSame('both devices show one hand', await ada.page.getByTestId('hand').innerText(), () =>
      phone.page.getByTestId('hand').innerText(),
    );
    await clicker.play([ben, cas, dia], async () => (await phone.page.getByTestId('move-button').count()) > 0);
    await clicker.move(phone);
    await untilSame('the other device shows the same', await phone.page.getByTestId('hand').innerText(), () =>
      ada.page.getByTestId('hand').innerText(),
    );
    expect(tableOf(phone)).toBe(tableOf(ada));
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

/** More presses than any page has places to stop at. */
const mostTabs = 200;

/** Goes to the first move with the tab key and takes it with enter. A folded list is opened on the way. */
async function moveByKeyboard(person: Person): Promise<void> {
  const { page } = person;
  await page.getByTestId('move-button').first().waitFor({ state: 'attached' });
  const focused = () =>
    page.evaluate(() => {
      const there = document.activeElement;
      const visible = there?.matches(':focus-visible') ?? false;
      const folded = there?.closest('details:not([open])')?.querySelector('[data-testid="move-button"]') != null;
      return { move: there?.getAttribute('data-testid') === 'move-button', folded, visible };
    });
  for (let presses = 0, at = await focused(); !at.move; presses++, at = await focused()) {
    if (presses > mostTabs) throw new Error('no move can be reached with the tab key');
    await page.keyboard.press(at.folded ? 'Enter' : 'Tab');
  }
  expect((await focused()).visible, 'the focus can be seen').toBe(true);
  const decision = await page.locator('[data-decision]').getAttribute('data-decision');
  await page.keyboard.press('Enter');
  await untilDone(person, decision ?? '');
}
