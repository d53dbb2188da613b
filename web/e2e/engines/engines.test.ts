import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, inject, test as base } from 'vitest';
import { results } from '../kit/fixture';
import { Random } from '../kit/random';
import { en } from '../kit/text';
import { until } from '../kit/until';
import type { EnginePage } from './engine-page';
import { startFirefox } from './firefox';
import { pressFor, write } from './press';
import { RandomPlayer } from './random-player';
import { startWebkit } from './webkit';

/** These kinds of decisions occur in every game. */
const titles = {
  meduris: ['place_worker', 'turn', 'pay', 'offer'],
  druids: ['place', 'turn', 'use', 'go'],
  pangea: ['place_tower', 'magic', 'movement'],
};

const engines = { Firefox: startFirefox, WebKit: startWebkit };

for (const [engine, start] of Object.entries(engines)) {
  const test = base.extend<{ page: EnginePage }>({
    page: async ({ task }, use) => {
      const page = await start(inject('server'));
      try {
        await use(page);
      } finally {
        if (task.result?.state === 'fail') await save(page, `failed ${task.name}`).catch(() => undefined);
        await page.close();
      }
    },
  });

  for (const [title, kinds] of Object.entries(titles))
    test(`${engine}: a whole game of ${title} against bots`, async ({ page, annotate }) => {
      await page.open('/');
      await write(page, '[data-testid="name-input"]', 'Ada');
      await pressFor(page, '[data-testid="set-name"]', '[data-testid="new-table"]');
      await pressFor(page, `[data-testid="bots-${title}"]`, '[data-testid="play-bots"]');
      await pressFor(page, '[data-testid="play-bots"]', '[data-decision], [data-testid="decision-prompt"]');
      const table = await until('the address names the table', () =>
        page.evaluate(() => /\/t\/([^/?#]+)/.exec(location.pathname)?.[1]),
      );
      const player = new RandomPlayer(page, new Random(17));
      await player.play(table);
      await annotate(`${page.browser}, ${title}: ${player.tally()}`);
      if (process.env.PICTURES) await save(page, `${engine} ${title}`);

      expect(await textOf(page, '[data-testid="scores"]')).toContain(en['bot.name.1']);
      expect(Object.keys(player.answered)).toEqual(expect.arrayContaining(kinds));
      expect(player.pressed.spot ?? 0, 'presses on the board').toBeGreaterThan(0);
      // A decision may take several moves.
      expect(Object.keys(await movesOf(page, table)), 'actors of the moves of the seat').toEqual(['player']);

      await pressFor(page, '[data-testid="fair-check"]', '[data-testid="fair-result"]');
      expect(await textOf(page, '[data-testid="fair-result"]')).toContain(en['fair.ok']);
      expect(await page.faults()).toEqual([]);
    });
}

function textOf(page: EnginePage, selector: string): Promise<string | undefined> {
  return page.evaluate((it) => document.querySelector<HTMLElement>(it)?.innerText, selector);
}

/** Counts the moves of the first seat in the table's log, by the actors who made them. */
function movesOf(page: EnginePage, table: string): Promise<Record<string, number>> {
  return page.evaluate(async (table) => {
    const made: Record<string, number> = {};
    let since = 0;
    for (let more = true; more;) {
      const answer = await fetch(`/api/v1/tables/${table}/log?since=${since}`);
      const part = (await answer.json()) as {
        entries: { seq: number; kind: string; seat: number; actor: string }[];
        more: boolean;
      };
      for (const { seq, kind, seat, actor } of part.entries) {
        since = seq;
        if (kind === 'move' && seat === 0) made[actor] = (made[actor] ?? 0) + 1;
      }
      more = part.more;
    }
    return made;
  }, table);
}

async function save(page: EnginePage, name: string): Promise<void> {
  mkdirSync(results, { recursive: true });
  writeFileSync(join(results, `${name}.png`), await page.picture());
}
