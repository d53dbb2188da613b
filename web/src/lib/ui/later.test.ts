import { beforeEach, expect, it, vi } from 'vitest';
import { later, type Turn } from './later';

let frames: (() => void)[] = [];
let clock = 0;

beforeEach(() => {
  frames = [];
  vi.useFakeTimers();
  vi.spyOn(performance, 'now').mockImplementation(() => clock);
  vi.stubGlobal('requestAnimationFrame', (frame: () => void) => frames.push(frame));
});

/** Paints a frame, and runs the task after it. */
function paint(): void {
  for (const frame of frames.splice(0)) frame();
  vi.advanceTimersByTime(1);
}

function begin(...turns: Turn[]): { done: string[]; cancel: (() => void)[] } {
  const done: string[] = [];
  const cancel = turns.map((turn, i) =>
    later(turn, () => {
      done.push(`${turn} ${i}`);
      // The time of a task is used up.
      clock += 50;
    }),
  );
  return { done, cancel };
}

it('draws one large part after each frame, in the order of turns', () => {
  const { done } = begin('log', 'spots', 'panel', 'spots');
  expect(done).toEqual([]);
  const seen: number[] = [];
  for (let i = 0; i < 6; i++) {
    paint();
    seen.push(done.length);
  }
  expect(done).toEqual(['spots 1', 'spots 3', 'panel 2', 'log 0']);
  // The frame with all spots is on the screen when the next one begins. Then come the others.
  expect(seen).toEqual([1, 2, 2, 3, 4, 4]);
});

it('draws without frames too, as in a page in the background', () => {
  const { done } = begin('spots', 'log');
  vi.advanceTimersByTime(1000);
  expect(done).toHaveLength(2);
});

it('leaves work that nobody sees to an idle moment, without a frame', () => {
  const idle = new Map<number, () => void>();
  let last = 0;
  vi.stubGlobal('requestIdleCallback', (moment: () => void) => (idle.set(++last, moment), last));
  vi.stubGlobal('cancelIdleCallback', (no: number) => idle.delete(no));
  const rest = (): void => {
    for (const [no, moment] of [...idle]) {
      idle.delete(no);
      moment();
    }
  };
  const { done } = begin('labels', 'log', 'summary');
  expect([frames.length, idle.size], 'a part that is seen waits for a frame').toEqual([1, 0]);
  paint();
  expect([done, frames.length, idle.size]).toEqual([['log 1'], 0, 1]);
  rest();
  rest();
  expect(done).toEqual(['log 1', 'summary 2', 'labels 0']);
  expect([frames.length, idle.size]).toEqual([0, 0]);
});

it('does not draw a part that is gone', () => {
  const { done, cancel } = begin('spots', 'log');
  cancel[0]?.();
  paint();
  expect(done).toEqual(['log 1']);
});

it('goes on after a part that fails', () => {
  later('spots', () => {
    throw new Error('broken');
  });
  const { done } = begin('log');
  expect(paint).toThrow('broken');
  paint();
  paint();
  expect(done).toEqual(['log 0']);
});
