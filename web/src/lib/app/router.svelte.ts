import { firstRoute, routeOf, type Route } from './route';

class Router {
  route: Route = $state.raw(firstRoute);

  /** The scroll position at which the reader left the page that back or forward leads to; 0 for any other page. */
  get place(): number {
    return (history.state as { scroll?: number } | null)?.scroll ?? 0;
  }

  go(path: string): void {
    history.replaceState({ scroll: scrollY }, '');
    history.pushState(null, '', path);
    this.read();
    scrollTo(0, 0);
  }

  /** Updates the route after back and forward. */
  read(): void {
    this.route = routeOf(new URL(location.href));
  }

  /** Handles plain clicks on internal links; the browser handles all others. */
  follow(event: MouseEvent): void {
    if (
      event.defaultPrevented ||
      event.button !== 0 ||
      event.metaKey ||
      event.ctrlKey ||
      event.shiftKey ||
      event.altKey
    )
      return;
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    if (!link || link.target !== '' || link.hasAttribute('download') || link.origin !== location.origin) return;
    if (link.pathname.startsWith('/api/') || (link.hash !== '' && link.pathname === location.pathname)) return;
    event.preventDefault();
    this.go(link.pathname + link.search + link.hash);
  }
}

export const router = new Router();
