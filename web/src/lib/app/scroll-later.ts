/** The time in milliseconds in which the content of the page may grow to a scroll position. */
const growTime = 3_000;

/** Scrolls to a position as soon as the content is long enough. The returned function gives up. */
export function scrollLater(position: number): () => void {
  let end = performance.now() + growTime;
  const look = (): void => {
    if (performance.now() >= end) return;
    if (document.documentElement.scrollHeight >= position + innerHeight) scrollTo(0, position);
    else requestAnimationFrame(look);
  };
  look();
  return () => (end = 0);
}
