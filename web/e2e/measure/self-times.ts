import type { TraceEvent } from './trace-event';

/** Sums the time of each kind of event without the events inside of it, in milliseconds. */
export function selfTimes(events: readonly TraceEvent[]): Record<string, number> {
  const sorted = [...events].sort((a, b) => a.ts - b.ts || (b.dur ?? 0) - (a.dur ?? 0));
  const open: { name: string; end: number; self: number }[] = [];
  const sums: Record<string, number> = {};
  const close = (until: number): void => {
    for (let last = open.at(-1); last && last.end <= until; last = open.at(-1)) {
      open.pop();
      sums[last.name] = (sums[last.name] ?? 0) + last.self / 1000;
    }
  };
  for (const { name, ts, dur = 0, tdur = dur } of sorted) {
    close(ts);
    const parent = open.at(-1);
    if (parent) parent.self -= tdur;
    open.push({ name, end: ts + dur, self: tdur });
  }
  close(Infinity);
  return sums;
}

/** The kinds of events by the work that they are. Everything else is "other": tasks without a name, timers, and messages. */
const kinds: readonly (readonly [kind: string, names: RegExp])[] = [
  ['collecting garbage', /GC|Weakness/],
  ['scripts', /^(FunctionCall|EvaluateScript|v8\.|FireAnimationFrame|TimerFire|EventDispatch|RunMicrotasks)/],
  ['styles', /^(UpdateLayoutTree|ParseAuthorStyleSheet)$/],
  ['layout', /^Layout$/],
  ['painting', /^(Paint|PaintImage|PrePaint)$/],
  ['layers', /^(Layerize|Commit|UpdateLayer)$/],
];

/** Formats the average time of each kind of work in records of self times, the largest first. */
export function sharesOf(records: readonly Readonly<Record<string, number>>[]): string {
  const sums = new Map<string, number>();
  for (const [name, ms] of records.flatMap((record) => Object.entries(record))) {
    const kind = kinds.find(([, names]) => names.test(name))?.[0] ?? 'other';
    sums.set(kind, (sums.get(kind) ?? 0) + ms / records.length);
  }
  return [...sums]
    .sort(([, a], [, b]) => b - a)
    .map(([kind, ms]) => `${kind} ${ms.toFixed(1)} ms`)
    .join(', ');
}
