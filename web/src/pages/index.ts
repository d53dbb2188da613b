import type { Component } from 'svelte';
import type { Route } from '../lib/state/route.svelte';

type Props = Record<string, unknown>;

/** A page, loaded, with what it is given. */
export interface Shown {
  Page: Component<Props>;
  props: Props;
  /** Pages of one key are one page: it stays as it is when the address changes within it. */
  key: string;
}

// The pairs are checked here, so that whoever shows a page need not know which it is.
async function show<P extends Props>(key: string, page: Promise<{ default: Component<P> }>, props: P): Promise<Shown> {
  return { key, Page: (await page).default as unknown as Component<Props>, props };
}

/** Loads the page of a route. Every page is a file of its own: who is invited to a table loads the table, not the rules. */
export function pageOf(route: Route): Promise<Shown> {
  switch (route.page) {
    case 'home':
      return show('home', import('./Home.svelte'), {});
    case 'table':
      return show(`table ${route.id}`, import('./Table.svelte'), { id: route.id, invite: route.invite });
    case 'rules':
      return show(`rules ${route.title}`, import('./Rules.svelte'), { id: route.title });
    case 'settings':
      return show('settings', import('./Settings.svelte'), {});
    case 'about':
      return show('about', import('./About.svelte'), {});
    case 'link':
      return show('link', import('./LinkDevice.svelte'), { code: route.code });
    case 'claim':
      return show('claim', import('./Claim.svelte'), { id: route.id, code: route.code });
    case 'missing':
      return show('missing', import('./Missing.svelte'), {});
  }
}
