/** Runs `load` now, every `every` milliseconds while the page is visible, and whenever it becomes visible. The returned function stops it. */
export function pollWhileVisible(load: () => void, every: number): () => void {
  load();
  const whenVisible = (): void => void (document.hidden || load());
  const timer = setInterval(whenVisible, every);
  document.addEventListener('visibilitychange', whenVisible);
  return () => {
    clearInterval(timer);
    document.removeEventListener('visibilitychange', whenVisible);
  };
}
