import { beforeEach, describe, expect, it, vi } from 'vitest';
import { SoundPlayer } from './sound-player';
import { sounds, soundLength, type SoundName } from './sounds';

beforeEach(() => void vi.useFakeTimers());
/** A parameter of a node: keeps its highest value and the time of its last change. */
class FakeParam {
  value = 0;
  peak = 0;
  until = 0;
  private set = (value: number, time: number): void => {
    this.peak = Math.max(this.peak, value);
    this.until = Math.max(this.until, time);
  };
  setValueAtTime = this.set;
  linearRampToValueAtTime = this.set;
  exponentialRampToValueAtTime = this.set;
}

class FakeNode {
  gain = new FakeParam();
  frequency = new FakeParam();
  Q = new FakeParam();
  buffer: unknown = null;
  type = '';
  to: unknown;
  times: number[] = [];
  connect<Node>(to: Node): Node {
    this.to = to;
    return to;
  }
  start = (time: number): number => this.times.push(time);
  stop = (time: number): number => this.times.push(time);
}

class FakeContext {
  state = 'suspended';
  currentTime = 10;
  sampleRate = 8000;
  destination = new FakeNode();
  /** Oscillators and buffers, which make the sound. */
  sources: FakeNode[] = [];
  gains: FakeNode[] = [];
  resume = (): Promise<void> => Promise.resolve(void (this.state = 'running'));
  suspend = (): Promise<void> => Promise.resolve(void (this.state = 'suspended'));
  createGain = (): FakeNode => this.kept(this.gains);
  createOscillator = (): FakeNode => this.kept(this.sources);
  createBufferSource = (): FakeNode => this.kept(this.sources);
  createBiquadFilter = (): FakeNode => new FakeNode();
  createBuffer = (_: number, length: number): unknown => ({ getChannelData: () => new Float32Array(length) });
  private kept(list: FakeNode[]): FakeNode {
    const node = new FakeNode();
    list.push(node);
    return node;
  }
}

function begin() {
  const page = { hidden: false, made: 0 };
  const choices = { sound: true, volume: 0.5 };
  const context = new FakeContext();
  const player = new SoundPlayer(choices, {
    createContext: () => (page.made++, context as unknown as AudioContext),
    hidden: () => page.hidden,
  });
  const unlock = async (): Promise<void> => {
    player.unlock();
    await vi.advanceTimersByTimeAsync(0);
  };
  return { player, context, choices, page, unlock };
}

describe('the sound player', () => {
  it('makes no sound output and no sound before the first touch or key', async () => {
    const { player, context, page, unlock } = begin();
    await player.play('dice');
    expect(page.made).toBe(0);
    await unlock();
    expect(page.made).toBe(1);
    expect(context.sources).toEqual([]);
    await player.play('dice');
    expect(context.sources).toHaveLength(sounds.dice.length);
  });

  it('schedules the voices of a sound from now on, each with its own loudness, and all with the volume', async () => {
    const { player, context, choices, unlock } = begin();
    await unlock();
    choices.volume = 0.5;
    await player.play('step');
    const [volume, ...levels] = context.gains;
    expect(volume?.gain.value).toBe(0.25);
    expect(volume?.to).toBe(context.destination);
    expect(levels.map(({ gain }) => gain.peak)).toEqual(sounds.step.map(({ loud }) => loud));
    expect(levels.every(({ to }) => to === volume)).toBe(true);
    const starts = context.sources.map(({ times }) => Math.round(((times[0] ?? 0) - 10) * 1000));
    expect(starts).toEqual(sounds.step.map(({ at }) => at));
    const ends = context.sources.map(({ times }) => Math.round(((times[1] ?? 0) - 10) * 1000));
    expect(Math.max(...ends)).toBe(soundLength(sounds.step));
  });

  it('is silent if sound is off or the page is hidden, except for the turn there', async () => {
    const { player, context, choices, page, unlock } = begin();
    await unlock();
    choices.sound = false;
    await player.play('win');
    choices.sound = true;
    choices.volume = 0;
    await player.play('win');
    choices.volume = 1;
    page.hidden = true;
    await player.play('win');
    expect(context.sources).toEqual([]);
    await player.play('turn', true);
    expect(context.sources).toHaveLength(sounds.turn.length);
  });

  it('does not start the sound output while sound is off', async () => {
    const { choices, page, unlock } = begin();
    choices.sound = false;
    await unlock();
    expect(page.made).toBe(0);
  });

  it('rests when no sound was played for a while, and wakes up for the next', async () => {
    const { player, context, unlock } = begin();
    await unlock();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(context.state).toBe('suspended');
    await player.play('card');
    expect(context.state).toBe('running');
    expect(context.sources).toHaveLength(sounds.card.length);
  });
});

it.each(Object.keys(sounds) as SoundName[])('the sound %s is short, quiet, and begins at once', (name) => {
  const voices = sounds[name];
  expect(soundLength(voices)).toBeGreaterThanOrEqual(80);
  expect(soundLength(voices)).toBeLessThanOrEqual(600);
  expect(Math.min(...voices.map(({ at }) => at))).toBe(0);
});
