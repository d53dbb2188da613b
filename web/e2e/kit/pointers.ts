import type { Person } from './person';

/** Whatever a mouse, a finger or a pen would make a page hear; a click made by a key has no pointer. */
const pointing = ['pointerdown', 'pointermove', 'pointerover', 'mousedown', 'mousemove', 'touchstart'];

/** Keeps a list of every event that a pointer makes on a person's pages from now on. */
export async function listenForPointers({ name, context }: Person): Promise<string[]> {
  const pointed: string[] = [];
  await context.exposeBinding('pointed', (_, what: string) => pointed.push(`${name}: ${what}`));
  await context.addInitScript(listen, pointing);
  return pointed;
}

/** Runs in the page: tells of every event that a pointer makes. */
function listen(kinds: string[]): void {
  const tell = (window as unknown as { pointed: (what: string) => void }).pointed;
  for (const kind of kinds) addEventListener(kind, () => tell(kind), { capture: true });
  addEventListener('click', (event) => event.detail > 0 && tell('click'), { capture: true });
}
