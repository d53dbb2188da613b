import type { CDPSession } from 'playwright-core';

/** The sampling interval of a profile, in microseconds. */
const interval = 200;
/** The number of functions that a profile prints. */
const shown = 60;

/**
 * Starts a profile of a page's scripts. The returned function stops it and formats the functions with the longest times, in milliseconds an update:
 * the own time, and the time with the functions that they call. Names are those of the build: `vite build --minify false` keeps
 * those of the sources.
 */
export async function profile(cdp: CDPSession): Promise<(updates: number) => Promise<string>> {
  await cdp.send('Profiler.enable');
  await cdp.send('Profiler.setSamplingInterval', { interval });
  await cdp.send('Profiler.start');
  return async (updates) => {
    const { profile } = await cdp.send('Profiler.stop');
    const own = new Map<number, number>();
    profile.samples?.forEach((id, i) => {
      own.set(id, (own.get(id) ?? 0) + (profile.timeDeltas?.[i] ?? 0) / 1000 / updates);
    });
    const nodes = new Map(profile.nodes.map((node) => [node.id, node]));
    const sums = new Map<string, { own: number; whole: number }>();
    // A function that calls itself counts once in its whole time.
    const walk = (id: number, above: ReadonlySet<string>): number => {
      const node = nodes.get(id);
      if (!node) return 0;
      const { functionName, url, lineNumber } = node.callFrame;
      const name = `${functionName || 'anonymous'} ${url.split('/').at(-1) ?? ''}:${lineNumber + 1}`;
      const inside = new Set(above).add(name);
      const self = own.get(id) ?? 0;
      const whole = (node.children ?? []).reduce((sum, child) => sum + walk(child, inside), self);
      const sum = sums.get(name) ?? { own: 0, whole: 0 };
      sums.set(name, { own: sum.own + self, whole: sum.whole + (above.has(name) ? 0 : whole) });
      return whole;
    };
    const [root] = profile.nodes;
    if (root) walk(root.id, new Set());
    return [...sums]
      .filter(([name]) => !name.startsWith('(idle)') && !name.startsWith('(root)'))
      .sort(([, a], [, b]) => b.whole - a.whole)
      .slice(0, shown)
      .map(([name, { own, whole }]) => `${whole.toFixed(1)} (own ${own.toFixed(1)}) ${name}`)
      .join('\n');
  };
}
