import type { Page } from 'playwright-core';
import { selfTimes } from './self-times';
import type { TraceEvent } from './trace-event';

/**
 * The tasks of a page's main thread in a span of time. All times are times of the thread in milliseconds, so that other programs of a busy
 * machine count little. A throttled thread spends its pauses in its tasks.
 */
export interface Tasks {
  /** The sum of all tasks. */
  sum: number;
  longest: number;
  /** The number of tasks over 50 ms. */
  long: number;
  /** The time of each kind of work, in milliseconds. */
  work: Record<string, number>;
}

/** This is the limit of a long task, in milliseconds. */
const limit = 50;

/** Records the main thread of a page. The returned function stops the recording. */
export async function recordTasks(page: Page): Promise<() => Promise<Tasks>> {
  const browser = page.context().browser();
  if (!browser) throw new Error('the page has no browser');
  await browser.startTracing(page, { categories: ['disabled-by-default-devtools.timeline', 'devtools.timeline'] });
  return async () => {
    const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: TraceEvent[] };
    return tasksOf(traceEvents);
  };
}

/** Sums the tasks of the renderer that did most. The recorded browser has other renderers without work. */
function tasksOf(events: readonly TraceEvent[]): Tasks {
  const threads = new Map<string, TraceEvent[]>();
  for (const { name, args, pid, tid } of events)
    if (name === 'thread_name' && args?.name === 'CrRendererMain') threads.set(`${pid} ${tid}`, []);
  for (const event of events) if (event.ph === 'X') threads.get(`${event.pid} ${event.tid}`)?.push(event);
  const all = [...threads.values()].map((own) => {
    const tasks = own.flatMap(({ name, dur = 0, tdur = dur }) => (name === 'RunTask' ? [tdur / 1000] : []));
    return {
      sum: tasks.reduce((a, b) => a + b, 0),
      longest: Math.max(0, ...tasks),
      long: tasks.filter((ms) => ms > limit).length,
      own,
    };
  });
  const most = all.sort((a, b) => b.sum - a.sum)[0];
  if (!most) throw new Error('the trace has no renderer');
  const { own, ...tasks } = most;
  return { ...tasks, work: selfTimes(own) };
}
