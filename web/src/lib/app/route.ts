import { decode, queryParameter, tidy, tidyId } from './tidy-link';

/** The current page with its parameters. */
export type Route =
  | { page: 'home' }
  | { page: 'table'; id: string; invite?: string }
  | { page: 'replay'; id: string; invite?: string; seq?: number; eyes?: number | 'open'; hidden?: true; group?: string }
  | { page: 'local'; id: string }
  | { page: 'rules'; title: string }
  | { page: 'learn'; title: string; chapter?: string }
  | { page: 'player'; id: string; other?: string }
  | { page: 'settings'; problem: string }
  | { page: 'circle' }
  | { page: 'about' }
  | { page: 'check' }
  | { page: 'link'; code: string }
  | { page: 'claim'; id: string; code: string }
  | { page: 'sign-in'; guest: string; code: string; problem: string; back: string }
  | { page: 'approve'; code: string }
  | { page: 'missing' };

/** Punctuation of the sentence around a link. */
const punctuation = /^[\p{Pe}\p{Pf}\p{Pi}\p{Ps}\s.,;:!?"'<>…]+$/u;

/** Parses a URL, also one that was damaged on its way. */
export function routeOf(url: Pick<URL, 'pathname' | 'searchParams' | 'hash'>): Route {
  // A quote or an angle bracket begins the text around a link.
  const [path = ''] = url.pathname.split(/["<>]|%22|%3[ce]/i);
  const parts = path
    .split('/')
    .map(decode)
    .filter((part) => part !== '' && !punctuation.test(part));
  if (parts.length > 2) return { page: 'missing' };
  if (parts.length === 0) return { page: 'home' };
  const [first = '', second = ''] = parts.map(tidy);
  // A program may have encoded the question mark or the fragment.
  const [, query = '', fragment = ''] = /(?:\?([^#]*))?(?:#(.*))?$/.exec(parts.join('/')) ?? [];
  const parameter = (name: string): string => tidy(url.searchParams.get(name) ?? queryParameter(query, name));
  const hash = url.hash.slice(1) || fragment;
  return pageOf(first.toLowerCase(), second, parameter, hash);
}

function pageOf(first: string, second: string, parameter: (name: string) => string, hash: string): Route {
  if (first === 't' && second !== '') {
    const invite = parameter('invite');
    return { page: 'table', id: tidyId(second), ...(invite ? { invite } : {}) };
  }
  if (first === 'replay') {
    const invite = parameter('invite');
    const number = (name: string): Record<string, number> =>
      /^\d{1,6}$/.test(parameter(name)) ? { [name]: Number(parameter(name)) } : {};
    const group = /^[0-9a-z]{8,32}$/.test(parameter('together')) ? { group: parameter('together') } : {};
    const hidden = parameter('spoilers') === '0' ? { hidden: true as const } : {};
    return {
      page: 'replay',
      id: tidyId(second),
      ...(invite ? { invite } : {}),
      ...number('seq'),
      ...(parameter('eyes') === 'open' ? { eyes: 'open' as const } : number('eyes')),
      ...hidden,
      ...group,
    };
  }
  if (first === 'local') return { page: 'local', id: tidyId(second) };
  if (first === 'learn' && second !== '') {
    const chapter = parameter('chapter');
    return { page: 'learn', title: second.toLowerCase(), ...(chapter ? { chapter } : {}) };
  }
  if (first === 'rules' && second !== '') return { page: 'rules', title: second.toLowerCase() };
  if (first === 'p' && second !== '') {
    const other = tidyId(parameter('with'));
    return { page: 'player', id: tidyId(second), ...(other ? { other } : {}) };
  }
  if (first === 'settings' && second === '') return { page: 'settings', problem: parameter('problem') };
  if (first === 'circle' && second === '') return { page: 'circle' };
  if (first === 'about' && second === '') return { page: 'about' };
  if (first === 'check' && second === '') return { page: 'check' };
  // The code is in the fragment, which browsers do not send to servers.
  if (first === 'link' && second === '') return { page: 'link', code: decode(hash) };
  if (first === 'sign-in' && second === '') {
    const code = /^code=(\d{6})$/.exec(hash)?.[1] ?? '';
    // One slash at the beginning: the page is one of this server. Browsers read a backslash as a slash, and no tabs or line ends.
    const [, back = '/'] = /^back=(\/(?!\/)[^\s\\]*)$/.exec(decode(hash)) ?? [];
    return { page: 'sign-in', guest: parameter('guest'), problem: parameter('problem'), code, back };
  }
  if (first === 'approve' && second === '') return { page: 'approve', code: decode(hash) };
  if (first === 'seat' && second !== '') return { page: 'claim', id: tidyId(second), code: tidy(hash) };
  return { page: 'missing' };
}

/** The path of the page for people who come back. After that they see the page `back`, whose codes stay in the fragment. */
export const signInPath = (back = location.pathname + location.search + location.hash, query = ''): string =>
  `/sign-in${query}${back === '/' ? '' : `#back=${encodeURIComponent(back)}`}`;

/** The route that the page was opened with. */
export const firstRoute = routeOf(new URL(location.href));
