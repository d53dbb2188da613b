/** The current page with its parameters. */
export type Route =
  | { page: 'home' }
  | { page: 'table'; id: string; invite?: string }
  | { page: 'rules'; title: string }
  | { page: 'player'; id: string; other?: string }
  | { page: 'settings' }
  | { page: 'about' }
  | { page: 'check' }
  | { page: 'link'; code: string }
  | { page: 'mail'; action: string; token: string }
  | { page: 'claim'; id: string; code: string }
  | { page: 'missing' };

/** Parses a URL. */
export function routeOf(url: Pick<URL, 'pathname' | 'searchParams' | 'hash'>): Route {
  const [first = '', second = '', ...rest] = url.pathname.split('/').filter(Boolean).map(decode);
  if (rest.length > 0) return { page: 'missing' };
  if (first === '') return { page: 'home' };
  if (first === 't' && second !== '') {
    const invite = url.searchParams.get('invite');
    return { page: 'table', id: second, ...(invite ? { invite } : {}) };
  }
  if (first === 'rules' && second !== '') return { page: 'rules', title: second };
  if (first === 'p' && second !== '') {
    const other = url.searchParams.get('with');
    return { page: 'player', id: second, ...(other ? { other } : {}) };
  }
  if (first === 'settings' && second === '') return { page: 'settings' };
  if (first === 'about' && second === '') return { page: 'about' };
  if (first === 'check' && second === '') return { page: 'check' };
  // The code is in the fragment, which browsers do not send to servers.
  if (first === 'link' && second === '') return { page: 'link', code: decode(url.hash.slice(1)) };
  if (first === 'mail' && second === '') {
    const [action = '', ...token] = decode(url.hash.slice(1)).split('.');
    return { page: 'mail', action, token: token.join('.') };
  }
  if (first === 'seat' && second !== '') return { page: 'claim', id: second, code: decode(url.hash.slice(1)) };
  return { page: 'missing' };
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

class Router {
  route: Route = $state.raw(routeOf(new URL(location.href)));

  /** Navigates to a path of this client. */
  go(path: string): void {
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

/** The router of this page. */
export const router = new Router();
