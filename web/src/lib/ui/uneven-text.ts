/** The parts of `navigator` that name the engine and the system. */
type Platform = Pick<Navigator, 'vendor' | 'platform'>;

/**
 * Tells whether a browser draws dark texts lighter and light texts heavier than other engines. WebKit on Linux does, because it blends the edges of
 * glyphs in another way.
 */
export function drawsUnevenText({ vendor, platform }: Platform): boolean {
  return vendor.startsWith('Apple') && platform.startsWith('Linux');
}

/** Marks the page of such a browser, so that `styles/tokens.css` corrects the weights of its texts. */
export function markUnevenText(): void {
  if (drawsUnevenText(navigator)) document.documentElement.dataset.text = 'uneven';
}
