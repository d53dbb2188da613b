import type { Component } from 'svelte';
import { Early } from '../lib/app/early';
import { oidcProblem } from '../lib/app/oidc-problem';
import type { Route } from '../lib/app/route';

type Props = Record<string, unknown>;

export interface LoadedPage {
  Page: Component<Props>;
  props: Props;
  /** Routes with the same key share a page: it stays mounted when the URL changes. */
  key: string;
}

// The types of page and props are checked here, so that callers need not know them.
async function show<P extends Props>(
  key: string,
  page: Promise<{ default: Component<P> }>,
  props: P,
): Promise<LoadedPage> {
  return { key, Page: (await page).default as unknown as Component<Props>, props };
}

/** Loads the page of a route. Each page is a separate chunk, so that an invitation loads only the table page. */
export const pages = new Early(pageOf);

function pageOf(route: Route): Promise<LoadedPage> {
  switch (route.page) {
    case 'home':
      return show('home', import('./Home.svelte'), {});
    case 'table':
      return show(`table ${route.id}`, import('./Table.svelte'), { id: route.id, invite: route.invite });
    case 'replay':
      return show(`replay ${route.id}`, import('./Replay.svelte'), {
        ...{ id: route.id, invite: route.invite, seq: route.seq, eyes: route.eyes, hidden: route.hidden ?? false },
        group: route.group,
      });
    case 'local':
      return show(`local ${route.id}`, import('./Local.svelte'), { id: route.id });
    case 'rules':
      return show(`rules ${route.title}`, import('./Rules.svelte'), { id: route.title });
    case 'learn':
      return show(`learn ${route.title} ${route.chapter ?? ''}`, import('./Learn.svelte'), {
        ...{ title: route.title, chapter: route.chapter },
      });
    case 'player':
      return show(`player ${route.id}`, import('./Player.svelte'), { id: route.id, other: route.other });
    case 'settings':
      return show('settings', import('./Settings.svelte'), { problem: oidcProblem(route.problem) });
    case 'circle':
      return show('circle', import('./Circle.svelte'), {});
    case 'about':
      return show('about', import('./About.svelte'), {});
    case 'check':
      return show('check', import('./Check.svelte'), {});
    case 'link':
      return show('link', import('./LinkDevice.svelte'), { code: route.code });
    case 'claim':
      return show('claim', import('./Claim.svelte'), { id: route.id, code: route.code });
    case 'sign-in':
      return show('sign-in', import('./SignIn.svelte'), {
        guest: route.guest,
        code: route.code,
        problem: oidcProblem(route.problem),
      });
    case 'approve':
      return show(`approve ${route.code}`, import('./Approve.svelte'), { code: route.code });
    case 'missing':
      return show('missing', import('./Missing.svelte'), {});
  }
}
