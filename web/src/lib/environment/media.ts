/** A query of the device's media. A browser without queries matches none. */
export function media(query: string): Pick<MediaQueryList, 'matches' | 'addEventListener' | 'removeEventListener'> {
  if (typeof matchMedia === 'function') return matchMedia(query);
  return { matches: false, addEventListener: () => undefined, removeEventListener: () => undefined };
}
