import { accountApi } from '../net/account-api';
import { announcer } from '../app/announcer.svelte.ts';
import { me } from './me.svelte.ts';
import { signInPath } from '../app/route';
import { router } from '../app/router.svelte.ts';
import { spoken, t } from '../i18n/translate';
import type { SignedIn, SignInWays, Ways } from '../wire/account';

/** The ways in that the server offers here; undefined until loaded. */
class WaysIn {
  ways: SignInWays | undefined = $state.raw(undefined);

  /** The provider without which no new person comes in. */
  get gate(): string | undefined {
    return this.ways?.door === 'oidc' ? this.ways.oidc : undefined;
  }

  /** Says how new people come in by a door that is not open. */
  get aboutDoor(): string {
    return this.gate === undefined ? t('signIn.lead.door') : t('signIn.lead.oidc', { way: this.gate });
  }

  /** Loads the ways. Throws Refusal. */
  async load(): Promise<void> {
    this.ways = await accountApi.signInWays();
  }
}

export const waysIn = new WaysIn();

/** The reader's ways back; null until loaded. */
class WaysBack {
  known: Ways | null = $state.raw(null);

  /** Loads the ways back. Throws Refusal. */
  async load(): Promise<void> {
    this.known = await accountApi.ways();
  }

  get count(): number {
    return (this.known?.ways.length ?? 0) + (this.known?.mail ? 1 : 0);
  }
}

export const waysBack = new WaysBack();

/** The page that the reader sees after the sign-in. */
export const pageBack = (): string => (router.route.page === 'sign-in' ? router.route.back : '/');

/** Ends a sign-in: the page of the question about the guest of before, or the page from which the reader came. */
export function signedIn({ player, guest }: SignedIn): void {
  me.player = player;
  announcer.announce(spoken('link.done', { name: player.name }));
  router.go(guest ? signInPath(pageBack(), `?guest=${encodeURIComponent(guest.id)}`) : pageBack());
}
