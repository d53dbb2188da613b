import { loadavg } from 'node:os';
import { playByApi } from '../kit/api';
import { phone, test } from '../kit/fixture';
import { fullest, startFullTable } from '../kit/full-table';
import { untilCurrent, untilReceived } from '../kit/log';
import { Random } from '../kit/random';
import { noteTouched, takeTouched } from '../kit/touched';
import { missed, writeClientTable, type ClientFigures } from './client-table';
import { profile } from './functions';
import { recordTasks, type Tasks } from './main-thread';
import { sharesOf } from './self-times';

/** The measured tables, and the number of moves before the measurement. */
const tables = [
  { title: 'druids', name: 'Die Druiden', before: 60 },
  { title: 'meduris', name: 'Meduris', before: 60 },
  { title: 'pangea', name: 'Pangea', before: 60 },
] as const;
/** This is the factor by which the CPU of the page is slowed down. */
const rate = Number(process.env.RATE ?? 4);
/** This is the network of the page while it loads: a slow phone's 1.6 Mbit/s, and 150 ms before each answer. NETWORK=fast leaves it as it is. */
const network =
  process.env.NETWORK === 'fast'
    ? undefined
    : { offline: false, latency: 150, downloadThroughput: 1_600_000 / 8, uploadThroughput: 1_600_000 / 8 };
/** This is the number of measured updates. */
const updates = 12;
/** This is the time for which the page is recorded after it is ready, and after an update, in milliseconds. */
const after = { ready: 4000, update: 2000 };

const figures: ClientFigures[] = [];

for (const { title, name, before } of tables) {
  test(`the client of ${name}`, async ({ fixture }) => {
    const { all, watched, table } = await startFullTable(fixture, title, [
      { ...phone, reducedMotion: 'no-preference' },
    ]);
    const [ada] = watched;
    const { page } = ada;
    const random = new Random(11);
    await playByApi(fixture.url, all, table.id, random, (made) => made >= before);
    const cdp = await ada.context.newCDPSession(page);
    await cdp.send('Emulation.setCPUThrottlingRate', { rate });

    if (network) {
      await cdp.send('Network.enable');
      await cdp.send('Network.emulateNetworkConditions', network);
    }
    const stopLoading = await recordTasks(page);
    await page.goto(fixture.url + table.path, { waitUntil: 'commit' });
    const ready = await page.evaluate(untilReady);
    await page.waitForTimeout(after.ready);
    const loading = await stopLoading();
    const bytes = await page.evaluate(() =>
      performance
        .getEntriesByType('resource')
        .reduce((sum, entry) => sum + (entry as PerformanceResourceTiming).encodedBodySize, 0),
    );
    if (network) await cdp.send('Network.disable');
    // With a finger: below a mouse, each frame would look for what is under it.
    await page.getByTestId('confirm-device').tap();
    await page.getByTestId('device-note').waitFor({ state: 'detached' });
    await untilCurrent([ada], fixture.url, table.id);

    await cdp.send('Performance.enable');
    await cdp.send('HeapProfiler.collectGarbage');
    const { metrics } = await cdp.send('Performance.getMetrics');
    const nodes = metrics.find((metric) => metric.name === 'Nodes')?.value ?? 0;
    const elements = await page.evaluate(() => document.querySelectorAll('*').length);

    const move = async (): Promise<void> => {
      await playByApi(fixture.url, all, table.id, random, (made) => made >= 1);
      await untilReceived([ada], fixture.url, table.id);
      await page.waitForTimeout(after.update);
    };
    const stopProfile = process.env.PROFILE ? await profile(cdp) : undefined;
    const measured: Tasks[] = [];
    for (let i = 0; i < updates; i++) {
      const stop = await recordTasks(page);
      await move();
      measured.push(await stop());
    }
    if (stopProfile) console.log(`functions of ${name}, milliseconds an update:\n${await stopProfile(updates)}`);
    // The observer is work of the page too, so the timed updates go without it.
    await noteTouched(page);
    const touched: number[] = [];
    for (let i = 0; i < updates; i++) {
      await move();
      touched.push((await takeTouched(page)).length);
    }
    const sums = measured.map(({ sum }) => sum).sort((a, b) => a - b);
    const result: ClientFigures = {
      name: `${name}, ${fullest[title]} seats`,
      ready,
      loading: loading.longest,
      bytes,
      median: sums[sums.length >> 1] ?? 0,
      most: sums.at(-1) ?? 0,
      long: measured.reduce((sum, { long }) => sum + long, 0),
      touched: Math.max(...touched),
      elements,
      nodes,
    };
    figures.push(result);
    const wanting = missed(result);
    if (wanting.length > 0) {
      console.log(`not met by ${name}: ${wanting.join('; ')}`);
      console.log(`  an update on average: ${sharesOf(measured.map(({ work }) => work))}`);
      console.log(`  loading: ${sharesOf([loading.work])}`);
    }
    console.log(JSON.stringify({ ...result, rate, load: loadavg()[0] }));
    if (figures.length === tables.length) writeClientTable(figures, { rate, updates });
  });
}

/** Resolves with the time from the navigation to the frame that has painted the spots of the board, in milliseconds. Runs in the page. */
function untilReady(): Promise<number> {
  return new Promise((done) => {
    const look = (): void => {
      if (!document.querySelector('[role=group]:not([aria-busy]) > [data-spot]')) requestAnimationFrame(look);
      else requestAnimationFrame(() => done(performance.now()));
    };
    look();
  });
}
