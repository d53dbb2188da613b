/** A notification to show, with the options that browsers understand. */
export interface Notice {
  title: string;
  options: {
    body?: string;
    lang?: string;
    tag: string;
    icon: string;
    badge: string;
    data: { path: string };
    renotify: boolean;
  };
}

/** The text `push.fallback` by the path of the file of each language. */
const fallbacks: Record<string, { 'push.fallback'?: string }> = import.meta.glob('../../../texts/*/client.json', {
  eager: true,
  query: '?notice',
  import: 'default',
});

/** The text of a notification that states none, in a language of the browser or in English. */
function fallback(language: string): string {
  const of = (code: string): string | undefined =>
    Object.entries(fallbacks).find(([path]) => path.includes(`/${code}/`))?.[1]['push.fallback'];
  return of(language.split('-')[0] ?? '') ?? of('en') ?? '';
}

/**
 * Returns the notification for a push message, always: browsers end a subscription whose messages show nothing. The message is a declarative one
 * (`web_push` 8030), which some browsers show without this worker.
 */
export function noticeOf(text: string | undefined, origin: string, language: string): Notice {
  const told = read(text);
  const title = typeof told.title === 'string' && told.title !== '' ? told.title : fallback(language);
  return {
    title,
    options: {
      ...(typeof told.body === 'string' ? { body: told.body } : {}),
      ...(typeof told.lang === 'string' ? { lang: told.lang } : {}),
      tag: typeof told.tag === 'string' ? told.tag : 'nemeton',
      icon: '/icon-192.png',
      badge: '/badge-96.png',
      data: { path: pathOf(told.navigate, origin) },
      renotify: typeof told.tag === 'string',
    },
  };
}

function read(text: string | undefined): Record<string, unknown> {
  try {
    const message: unknown = JSON.parse(text ?? '');
    if (typeof message === 'object' && message !== null && 'notification' in message) {
      const { notification } = message;
      if (typeof notification === 'object' && notification !== null) return notification as Record<string, unknown>;
    }
  } catch {
    // An unreadable message shows the fallback.
  }
  return {};
}

/** Returns the path of a page of this site; the first page for other sites. */
function pathOf(navigate: unknown, origin: string): string {
  try {
    const url = new URL(typeof navigate === 'string' ? navigate : '/', origin);
    return url.pathname.startsWith('/t/') || url.pathname === '/settings' ? url.pathname : '/';
  } catch {
    return '/';
  }
}

/** Returns the number of tables that wait for the reader, as the message states it; undefined if it states none. */
export function badgeOf(text: string | undefined): number | undefined {
  try {
    const message: unknown = JSON.parse(text ?? '');
    if (
      typeof message === 'object' &&
      message !== null &&
      'app_badge' in message &&
      typeof message.app_badge === 'number'
    )
      return message.app_badge;
  } catch {
    // An unreadable message has no number.
  }
  return undefined;
}
