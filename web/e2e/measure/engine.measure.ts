import { execFileSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { afterAll, inject, test as base } from 'vitest';
import { test as inChromium } from '../kit/fixture';
import { root } from '../../src/lib/check/record-kit';
import { startFirefox } from '../engines/firefox';
import { ask, corpusRecord, native, seekInPage, startModule, type ScriptedPage } from '../engines/module-page';
import { startWebkit } from '../engines/webkit';
import { writeTable } from './client-table';

interface Figures {
  browser: string;
  start: [first: number, second: number];
  open: number;
  checked: number;
  games: number;
  seek: [median: number, most: number];
}

/** The same game as the benchmarks of engine/inbrowser. */
const measured = 'pool-meduris-4';
const figures: Figures[] = [];

async function measure(browser: string, page: ScriptedPage): Promise<void> {
  const record = corpusRecord(measured);
  const start = await startModule(page);
  const timed = async (work: () => Promise<unknown>): Promise<number> => {
    const begun = performance.now();
    await work();
    return performance.now() - begun;
  };
  const { game, entries } = await ask(page, 'open', { record });
  let again = 0;
  const open = await timed(async () => (again = (await ask(page, 'open', { record })).game));
  await ask(page, 'close', { game: again });
  await ask(page, 'check', { record });
  const check = await timed(() => ask(page, 'check', { record }));
  let seq = Math.floor(entries.length / 2);
  while (entries[seq - 1]?.owing.length === 0) seq--;
  const request = { game, seq, seat: entries[seq - 1]?.owing[0] ?? 0, level: 'hard', time: 0, seed: 1 };
  await ask(page, 'choose', { ...request, iterations: 200 });
  const choose = await timed(() => ask(page, 'choose', { ...request, iterations: 2000 }));
  await ask(page, 'close', { game });
  let seek: [number, number] = [0, 0];
  for (const { name } of native.games) {
    const other = await ask(page, 'open', { record: corpusRecord(name) });
    const times = await seekInPage(page, { game: other.game, entries: other.entries.length });
    seek = [Math.max(seek[0], times[times.length / 2] ?? 0), Math.max(seek[1], times.at(-1) ?? 0)];
    // A page has one game open, and the garbage collection of others would count.
    await ask(page, 'close', { game: other.game });
  }
  figures.push({ browser, start, open, checked: (1000 * entries.length) / check, games: 2_000_000 / choose, seek });
}

inChromium('Chromium', async ({ fixture }) => {
  const ada = await fixture.person('Ada');
  await ada.page.goto(`${fixture.url}/about`);
  await measure(`Chromium ${ada.context.browser()?.version() ?? ''}`, ada.page);
});

for (const [name, start] of Object.entries({ Firefox: startFirefox, WebKit: startWebkit }))
  base(name, async () => {
    const page = await start(inject('server'));
    try {
      await page.open('/about');
      await measure(`${name} ${/[\d.]+/.exec(page.browser)?.[0] ?? ''}`, page);
    } finally {
      await page.close();
    }
  });

/** The result of a benchmark of native Go. */
function benchmark(name: string, unit: string): number {
  const args = ['test', './engine/inbrowser', '-run', '^$', '-bench', `${name}$`, '-benchtime', '3s'];
  const printed = execFileSync('go', args, { cwd: root, encoding: 'utf8' });
  return Number(new RegExp(`([\\d.]+) ${unit}`).exec(printed)?.[1]);
}

afterAll(() => {
  const path = join(root, 'web/engine/engine.wasm');
  const module = readFileSync(path);
  const mb = (n: number): string => `${(n / 1e6).toFixed(1)} MB`;
  const ms = (n: number): string => (n < 10 ? `${n.toFixed(1)} ms` : `${Math.round(n)} ms`);
  const whole = (n: number): string => Math.round(n).toLocaleString('en');
  const goes = [benchmark('BenchmarkCheck', 'entries/s'), benchmark('BenchmarkChoose', 'games/s')] as const;
  const row = (label: string, cell: (of: Figures) => string, go = ''): string =>
    `| ${[label, ...figures.map(cell), go].join(' | ')} |`;
  writeTable('engine', [
    row(
      `${mb(statSync(path).size)}, gzip ${mb(gzipSync(module).length)}, brotli ${mb(brotliCompressSync(module).length)}`,
      ({ browser }) => browser,
      'native Go',
    ),
    `|---${'|---'.repeat(figures.length + 1)}|`,
    row('load, hash, compile and start', ({ start }) => ms(start[0])),
    row('start of another worker with that module', ({ start }) => ms(start[1])),
    row('open a record of 369 entries', ({ open }) => ms(open)),
    row('entries checked a second', ({ checked }) => whole(checked), whole(goes[0])),
    row('simulated games of a hard bot a second', ({ games }) => whole(games), whole(goes[1])),
    row('seek: the slowest median of a game', ({ seek }) => ms(seek[0])),
    row('seek: the slowest moment of all games', ({ seek }) => ms(seek[1])),
  ]);
}, 120_000);
