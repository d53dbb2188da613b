import type { Person } from './person';

/** These are the events of a mouse, a finger or a pen. A click by a key has none of them. */
const pointing = ['pointerdown', 'pointermove', 'pointerover', 'mousedown', 'mousemove', 'touchstart'];

/** Returns a list to which every later pointer event on the person's pages is added. */
export async function recordPointerEvents({ name, context }: Person): Promise<string[]> {
  const pointed: string[] = [];
  await context.exposeBinding('pointed', (_, kind: string) => pointed.push(`${name}: ${kind}`));
  await context.addInitScript(listen, pointing);
  return pointed;
}

/** Runs in the page and reports every pointer event. */
function listen(kinds: string[]): void {
  const report = (window as unknown as { pointed: (kind: string) => void }).pointed;
  for (const kind of kinds) addEventListener(kind, () => report(kind), { capture: true });
  addEventListener('click', (event) => event.detail > 0 && report('click'), { capture: true });
}
