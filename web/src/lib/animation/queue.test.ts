import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { AnimationStep, AnimationState, AnimationSpeed, EntryChange } from './step';
import { AnimationQueue } from './queue';

beforeEach(() => void vi.useFakeTimers());
/** An entry whose view is its seq, with a step of 100 ms for each event. */
function entry(seq: number, steps = 2): EntryChange {
  const events = Array.from({ length: steps }, (_, i) => ({ name: `${seq}.${i + 1}`, data: {} }));
  return { seq, events, views: [], before: { seq: seq - 1 }, after: { seq } };
}

function stepsOf(change: EntryChange): AnimationStep[] {
  return change.events.map((event) => ({ event, ms: 100, view: { during: event.name } }));
}

function begin(animate = stepsOf) {
  const shown: AnimationState[] = [];
  const reported: string[] = [];
  const page = { speed: 'normal' as AnimationSpeed, hidden: false };
  const queue = new AnimationQueue(animate, {
    show: (animation) => void shown.push(animation),
    speed: () => page.speed,
    hidden: () => page.hidden,
    shown: (events, skipped) =>
      void reported.push(`${skipped ? 'skipped ' : ''}${events.map(({ name }) => name).join(' ')}`),
  });
  const names = (): string[] => shown.map(({ step, view }) => step?.event.name ?? `view ${String(view.seq)}`);
  return { queue, shown, page, names, reported };
}

describe('the animation queue', () => {
  it('shows step after step and ends at the view of the entry', () => {
    const { queue, names } = begin();
    queue.add(entry(1));
    expect(names()).toEqual(['1.1']);
    vi.advanceTimersByTime(99);
    expect(names()).toEqual(['1.1']);
    vi.advanceTimersByTime(1);
    expect(names()).toEqual(['1.1', '1.2']);
    expect(queue.busy).toBe(true);
    vi.advanceTimersByTime(100);
    expect(names()).toEqual(['1.1', '1.2', 'view 1']);
    expect(queue.busy).toBe(false);
  });

  it('shows the view of the running step', () => {
    const { queue, shown } = begin();
    queue.add(entry(1));
    expect(shown[0]?.view).toEqual({ during: '1.1' });
  });

  it('shows an entry without steps at once', () => {
    const { queue, names } = begin();
    queue.add(entry(1, 0));
    expect(names()).toEqual(['view 1']);
  });

  it('speeds up while entries are waiting', () => {
    const { queue, shown, names } = begin();
    queue.add(entry(1));
    queue.add(entry(2));
    vi.advanceTimersByTime(100);
    expect(names()).toEqual(['1.1', '1.2']);
    expect(shown.map(({ ms }) => ms)).toEqual([100, 50]);
    vi.advanceTimersByTime(50);
    expect(names().at(-1)).toBe('2.1');
    expect(shown.at(-1)?.ms).toBe(100);
  });

  it('drops the older entries if too many are waiting', () => {
    const { queue, names } = begin();
    for (let seq = 1; seq <= 5; seq++) queue.add(entry(seq));
    expect(names()).toEqual(['1.1', '5.1']);
    vi.runAllTimers();
    expect(names()).toEqual(['1.1', '5.1', '5.2', 'view 5']);
  });

  it('skips to the newest view, not to the end of the entry in progress', () => {
    const { queue, names } = begin();
    queue.add(entry(1));
    queue.add(entry(2));
    queue.skip();
    expect(names()).toEqual(['1.1', 'view 2']);
    vi.runAllTimers();
    expect(names()).toEqual(['1.1', 'view 2']);
  });

  it('continues after a skip', () => {
    const { queue, names } = begin();
    queue.add(entry(1));
    queue.skip();
    queue.add(entry(2));
    expect(names().at(-1)).toBe('2.1');
  });

  it('follows the chosen speed', () => {
    const { queue, shown, page, names } = begin();
    page.speed = 'fast';
    queue.add(entry(1));
    expect(shown[0]?.ms).toBe(45);
    page.speed = 'off';
    vi.advanceTimersByTime(45);
    expect(names()).toEqual(['1.1', 'view 1']);
    queue.add(entry(2));
    expect(names().at(-1)).toBe('view 2');
  });

  it('jumps to the end if the page is hidden', () => {
    const { queue, page, names } = begin();
    queue.add(entry(1));
    page.hidden = true;
    queue.add(entry(2));
    expect(names()).toEqual(['1.1', 'view 2']);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('replaces all waiting entries by a given view', () => {
    const { queue, names } = begin();
    queue.add(entry(1));
    queue.jump({ seq: 9 });
    vi.runAllTimers();
    expect(names()).toEqual(['1.1', 'view 9']);
  });

  it('shows the view if an animation throws', () => {
    const complaint = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const { queue, names } = begin(() => {
      throw new Error('no such field');
    });
    queue.add(entry(1));
    expect(names()).toEqual(['view 1']);
    expect(complaint).toHaveBeenCalledOnce();
    complaint.mockRestore();
  });

  it('is silent once closed', () => {
    const { queue, names } = begin();
    queue.add(entry(1));
    queue.close();
    vi.runAllTimers();
    expect(names()).toEqual(['1.1']);
  });

  it('reports each event once, when its step begins', () => {
    const { queue, reported } = begin();
    queue.add(entry(1));
    queue.add(entry(2));
    expect(reported).toEqual(['1.1']);
    vi.advanceTimersByTime(100);
    expect(reported).toEqual(['1.1', '1.2']);
    vi.runAllTimers();
    expect(reported).toEqual(['1.1', '1.2', '2.1', '2.2']);
  });

  it('reports skipped events together', () => {
    const { queue, page, reported } = begin();
    queue.add(entry(1));
    queue.add(entry(2, 1));
    queue.skip();
    queue.skip();
    expect(reported).toEqual(['1.1', 'skipped 1.2 2.1']);
    page.speed = 'off';
    queue.add(entry(3));
    expect(reported.at(-1)).toBe('skipped 3.1 3.2');
  });

  it('reports events without a step after the steps of their entry', () => {
    const { queue, reported } = begin((change) => stepsOf(change).slice(0, 1));
    queue.add(entry(1, 3));
    vi.runAllTimers();
    expect(reported).toEqual(['1.1', 'skipped 1.2 1.3']);
  });

  it('reports nothing of a snapshot or a replay', () => {
    const { queue, reported } = begin();
    queue.add(entry(1));
    queue.jump({ seq: 9 });
    queue.add({ ...entry(1), seq: 0 });
    vi.runAllTimers();
    queue.add({ ...entry(1), seq: 0 });
    queue.skip();
    expect(reported).toEqual(['1.1']);
  });
});
