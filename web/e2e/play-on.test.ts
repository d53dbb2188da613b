import { describe, expect } from 'vitest';
import { openPages, startTable } from './kit/api';
import { axeViolations } from './kit/axe';
import { pictures } from './kit/pictures';
import { phone, test } from './kit/fixture';
import { en } from './kit/text';

describe('a finished game', () => {
  test('is played on from one of its moves, and its record passes the check', async ({ fixture }) => {
    const ada = await fixture.person('Ada');
    const ben = await fixture.person('Ben', phone);
    const old = await startTable(fixture.url, [ada, ben]);
    await openPages(fixture.url, [ada, ben], old);
    const concede = async (id: string): Promise<void> => {
      await (await ben.api(fixture.url)).post(`/tables/${id}/concede`, { id: `concede-${id}` });
    };
    await concede(old.id);

    await ben.page.getByTestId('play-on').click();
    expect(await ben.page.getByTestId('play-on-seq').inputValue()).toBe('1');
    await ben.page.getByRole('radio', { name: en['playOn.new'] }).check();
    expect(await axeViolations(ben.page), 'axe in the dialog').toEqual([]);
    await pictures(ben.page, 'play on');
    await ben.page.getByTestId('play-on-open').click();
    await ben.page.getByTestId('origin').waitFor();
    expect(await ben.page.getByTestId('origin').innerText()).toContain('after move 1');
    expect(await ben.page.getByTestId('origin-link').getAttribute('href')).toBe(`/t/${old.id}`);
    await pictures(ben.page, 'play on open');
    const fork = ben.page.url().split('/').at(-1) ?? '';
    expect(fork).not.toBe(old.id);

    await ada.page.goto(`${fixture.url}/t/${fork}`);
    await ada.page.getByTestId('confirm-rematch').click();
    await ben.page.getByTestId('start-table').click();
    await openPages(fixture.url, [ada, ben], { id: fork, path: `/t/${fork}` });
    await concede(fork);
    for (const { page } of [ada, ben]) {
      await page.getByTestId('result').waitFor();
      await page.getByTestId('fair-check').click();
      expect(await page.getByTestId('fair-result').innerText()).toContain(en['fair.ok']);
      expect(await page.getByTestId('fair-details').textContent()).toContain(en['fair.origin']);
      await page.getByTestId('origin-link').waitFor();
    }
    await pictures(ada.page, 'play on result');
    await ada.page.goto(`${fixture.url}/?`);
    expect(await ada.page.locator(`a[href="/t/${fork}"]`).first().innerText()).toContain(en['card.playedOn']);
  });

  test('is played on from the move in the address', async ({ fixture }) => {
    const [ada, ben] = [await fixture.person('Ada'), await fixture.person('Ben')];
    const table = await startTable(fixture.url, [ada, ben]);
    const host = await ben.api(fixture.url);
    await host.post(`/tables/${table.id}/leave`, { id: 'away' });
    await host.post(`/tables/${table.id}/concede`, { id: 'end' });
    await ada.page.goto(`${fixture.url}/t/${table.id}?seq=1`);
    expect(await ada.page.getByTestId('play-on-seq').inputValue()).toBe('1');
    await ada.page.getByTestId('play-on-open').click();
    await ada.page.getByTestId('origin').waitFor();
    expect(ada.page.url()).not.toContain(table.id);
  });
});
