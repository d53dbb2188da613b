import { describe, expect } from 'vitest';
import { scheduleSound } from '../src/lib/sound/schedule';
import { soundLength, sounds, type Voice } from '../src/lib/sound/sounds';
import { openPages, startTable } from './kit/api';
import { test } from './kit/fixture';
import { ListPlayer } from './kit/list-player';
import { Random } from './kit/random';
import { en } from './kit/text';

declare global {
  interface Window {
    /** The oscillators and buffers that the page has started. */
    started: number;
    contexts: number;
  }
}

/** The samples of a second of every sound, and features that distinguish sounds. */
interface Rendered {
  name: string;
  peak: number;
  /** The root of the mean square over the length of the sound. */
  level: number;
  /** The highest amplitude after the length of the sound. */
  after: number;
  /** The number of sign changes and the level in each twelfth of the sound. */
  shape: number[];
}

describe('sounds', () => {
  test('are audible, not too loud, short, and different', async ({ fixture }) => {
    const { page } = await fixture.person('Ada');
    await page.goto(fixture.url);
    const all = Object.entries(sounds).map(([name, voices]) => ({ name, voices, ms: soundLength(voices) }));
    // The function runs in the page, from its source.
    const source = `(${render.toString()})(${JSON.stringify(all)}, ${scheduleSound.toString()})`;
    const rendered = await page.evaluate<Rendered[]>(source);
    expect(rendered.map(({ name }) => name)).toEqual(Object.keys(sounds));
    for (const { name, peak, level, after } of rendered) {
      expect(level, `level of ${name}`).toBeGreaterThan(0.01);
      expect(peak, `peak of ${name}`).toBeLessThanOrEqual(1);
      expect(peak, `peak of ${name}`).toBeGreaterThan(0.05);
      expect(after, `amplitude of ${name} after its end`).toBeLessThan(0.001);
    }
    for (const [i, one] of rendered.entries())
      for (const other of rendered.slice(i + 1)) {
        const apart = Math.hypot(...one.shape.map((value, k) => value - (other.shape[k] ?? 0)));
        expect(apart, `difference between ${one.name} and ${other.name}`).toBeGreaterThan(0.1);
      }
  });

  test('begin after the first press, and stop with one button', async ({ fixture }) => {
    const ada = await fixture.person('Ada', { settings: { plain: true, sound: true } });
    await ada.context.addInitScript(() => {
      window.started = 0;
      window.contexts = 0;
      if (typeof AudioScheduledSourceNode === 'undefined') return;
      for (const kind of [OscillatorNode, AudioBufferSourceNode]) {
        const start = kind.prototype.start;
        kind.prototype.start = function (this: OscillatorNode & AudioBufferSourceNode, ...times: [number?]) {
          window.started++;
          start.apply(this, times);
        };
      }
      const Context = window.AudioContext;
      window.AudioContext = class extends Context {
        constructor() {
          super();
          window.contexts++;
        }
      };
    });
    const people = [ada, await fixture.person('Ben', { settings: { plain: true } })];
    const table = await startTable(fixture.url, people);
    await openPages(fixture.url, people, table);
    const { page } = ada;
    expect(await page.evaluate(() => [window.contexts, window.started])).toEqual([0, 0]);
    const player = new ListPlayer(new Random(3));
    await player.play(people, () => page.evaluate(() => window.started > 0));
    expect(await page.evaluate(() => window.contexts)).toBe(1);
    await page.getByRole('button', { name: en['app.mute'] }).click();
    const before = await page.evaluate(() => window.started);
    const count = player.count;
    await player.play(people, () => player.count >= count + 3);
    expect(await page.evaluate(() => window.started), 'sounds after the sound was turned off').toBe(before);
    await page.reload();
    await page.getByRole('button', { name: en['app.unmute'] }).waitFor();
  });
});

/** Renders sounds in a page. It may use nothing of this module. */
async function render(
  all: { name: string; voices: readonly Voice[]; ms: number }[],
  schedule: typeof scheduleSound,
): Promise<Rendered[]> {
  const rate = 44_100;
  const results: Rendered[] = [];
  for (const { name, voices, ms } of all) {
    const context = new OfflineAudioContext(1, rate, rate);
    schedule(context, context.destination, voices, 0);
    const samples = (await context.startRendering()).getChannelData(0);
    const length = Math.ceil((rate * ms) / 1000);
    const within = samples.slice(0, length);
    const highest = (part: Float32Array): number => part.reduce((most, x) => Math.max(most, Math.abs(x)), 0);
    const level = (part: Float32Array): number =>
      Math.sqrt(part.reduce((sum, x) => sum + x * x, 0) / Math.max(1, part.length));
    const shape: number[] = [];
    for (let i = 0; i < 12; i++) {
      const part = samples.slice((i * rate) / 20, ((i + 1) * rate) / 20);
      const crossings = part.filter((x, k) => k > 0 && x * (part[k - 1] ?? 0) < 0).length;
      shape.push(crossings / 200, level(part) * 4);
    }
    results.push({
      name,
      peak: highest(within),
      level: level(within),
      after: highest(samples.slice(length + 64)),
      shape,
    });
  }
  return results;
}
