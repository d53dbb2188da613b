/** The tail of the queue of each lock in this page, for browsers without Web Locks. */
const queues = new Map<string, Promise<unknown>>();

/**
 * Runs work while no other tab of this browser runs work under the same name. Without Web Locks, which plain http lacks, it only
 * excludes other work of this page; callers then check the storage for changes by other tabs.
 */
export async function exclusively<T>(name: string, work: () => Promise<T>): Promise<T> {
  // jsdom and plain http have no navigator.locks.
  const locks = (globalThis.navigator as Partial<Navigator> | undefined)?.locks;
  if (locks) return locks.request(`nemeton.${name}`, work);
  const turn = (queues.get(name) ?? Promise.resolve()).then(work);
  queues.set(
    name,
    turn.catch(() => undefined),
  );
  return turn;
}
