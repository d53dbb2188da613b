import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { openPages, startTable } from './kit/api';
import { axeViolations } from './kit/axe';
import { phone, results, test } from './kit/fixture';

const screens = [
  { screen: '1440', options: { viewport: { width: 1440, height: 900 } } },
  { screen: '390', options: phone },
];

interface TableMessage {
  t: string;
  you: unknown;
  table?: { seats: { takeoverIn?: number }[] };
}

/** The takeover of seat 1 on a page, as its server would announce it after minutes of silence. */
class Announcement {
  /** The number of returns that the page sent. */
  signs = 0;
  private answered = false;
  private last: TableMessage | undefined;
  private readonly pages: ((message: string) => void)[] = [];

  /** Routes the socket of a page, and its calls that tell the server that the player is here. */
  async on(page: Page): Promise<void> {
    await page.routeWebSocket(/\/socket/, (socket) => {
      this.pages.push((message) => {
        socket.send(message);
      });
      socket.connectToServer().onMessage((raw) => {
        const message = JSON.parse(String(raw)) as TableMessage;
        if (message.table) this.last = message;
        socket.send(JSON.stringify(this.announce(message)));
      });
    });
    await page.route('**/return', async (route) => {
      this.signs++;
      this.answered = true;
      const { id } = route.request().postDataJSON() as { id: string };
      await route.fulfill({ json: { id, ok: true, seq: 2 } });
      if (this.last) for (const send of this.pages) send(JSON.stringify({ ...this.last, t: 'table' }));
    });
  }

  private announce(message: TableMessage): TableMessage {
    if (!message.table || this.answered) return message;
    const seats = message.table.seats.map((seat, i) => (i === 1 ? { ...seat, takeoverIn: 45_000 } : seat));
    return { ...message, table: { ...message.table, seats } };
  }
}

/** Notes the first text of the warning, which a slow test would read too late. */
function noteFirstWarning(): void {
  new MutationObserver((_, observer) => {
    const warning = document.querySelector<HTMLElement>('[data-testid="takeover-warning"]');
    if (!warning) return;
    document.documentElement.dataset.firstWarning = warning.innerText;
    observer.disconnect();
  }).observe(document, { childList: true, subtree: true });
}

describe('a player who is about to be replaced by a bot', () => {
  test('sees a countdown, and stays with one action', async ({ fixture }) => {
    for (const { screen, options } of screens) {
      const ada = await fixture.person('Ada');
      const ben = await fixture.person('Ben', options);
      const table = await startTable(fixture.url, [ada, ben]);
      await ben.page.addInitScript(noteFirstWarning);
      const [atAda, atBen] = [new Announcement(), new Announcement()];
      await atAda.on(ada.page);
      await atBen.on(ben.page);
      await openPages(fixture.url, [ada, ben], table);

      const warning = ben.page.getByTestId('takeover-warning');
      await warning.waitFor();
      expect(await ben.page.evaluate(() => document.documentElement.dataset.firstWarning)).toMatch(/0:4\d/);
      await ada.page.getByTestId('warned-1').waitFor();
      expect(await ada.page.getByTestId('takeover-warning').count(), 'countdowns on the other page').toBe(0);
      expect(await axeViolations(ben.page), 'axe in the warning').toEqual([]);
      expect(await axeViolations(ada.page), 'axe beside the warning').toEqual([]);
      if (process.env['PICTURES']) {
        await ben.page.screenshot({ path: join(results, `takeover ${screen} warned.png`) });
        await ada.page.screenshot({ path: join(results, `takeover ${screen} other.png`) });
      }

      await ben.page.getByTestId('here').click();
      await warning.waitFor({ state: 'detached' });
      expect(atBen.signs, 'returns').toBe(1);
    }
  });
});
