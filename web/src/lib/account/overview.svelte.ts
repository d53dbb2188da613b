import { browserEnvironment } from '../net/browser-environment';
import { PlayerSocket } from '../net/player-socket';
import type { OwedTable } from '../wire/notifications';
import { LastSeen } from './last-seen';
import { me } from './me.svelte.ts';
import { router } from '../app/router.svelte.ts';
import { titles } from '../app/titles.svelte.ts';
import { alertTurn } from './turn-alert';

/** The turns and invitations of the reader at all tables, live on every page. */
class OverviewState {
  turns: readonly OwedTable[] = $state.raw([]);
  /** The open tables that wait for the reader: for the answer to a rematch, or for the start. */
  waiting: readonly OwedTable[] = $state.raw([]);
  invitations = $state(0);
  /** Counts the messages, so that lists know when to load again. See live-list. */
  changes = $state(0);
  /** The stream is connected. Without it, lists ask the server more often. */
  live = $state(false);
  private known = false;

  /** All tables that wait for the reader. The badge and the home page count them. */
  readonly all = $derived([...this.turns, ...this.waiting]);

  /** The tables that wait for the reader, without the one on this page. */
  readonly elsewhere = $derived(
    this.all.filter(({ table }) => router.route.page !== 'table' || router.route.id !== table),
  );

  /** Connects for the signed-in reader. The returned function disconnects. */
  watch(): () => void {
    const url = `${location.origin.replace('http', 'ws')}/api/v1/me/socket?ping=1`;
    const socket = new PlayerSocket(
      url,
      ({ turns, waiting, invitations }) => this.accept(turns, waiting, invitations),
      browserEnvironment,
      (live) => (this.live = live),
      // The session was ended on another device.
      () => void me.load(),
    );
    const lastSeen = new LastSeen(() => socket.attend());
    const hurry = (): void => socket.hurry();
    socket.start();
    const stopReports = lastSeen.watch();
    addEventListener('online', hurry);
    document.addEventListener('visibilitychange', hurry);
    return () => {
      stopReports();
      removeEventListener('online', hurry);
      document.removeEventListener('visibilitychange', hurry);
      socket.stop();
      this.live = false;
      this.known = false;
      this.accept([], [], 0);
      this.known = false;
    };
  }

  /** Takes over what waits. A turn that is new, and not at the table of this page, alerts the reader. */
  accept(turns: readonly OwedTable[], waiting: readonly OwedTable[], invitations: number): void {
    const before = new Set(this.turns.map(({ table }) => table));
    this.turns = turns;
    this.waiting = waiting;
    this.invitations = invitations;
    this.changes++;
    const fresh = this.known
      ? turns.find((turn) => !before.has(turn.table) && this.elsewhere.includes(turn))
      : undefined;
    this.known = true;
    if (fresh) alertTurn(titles.name(fresh.title));
  }
}

/** The turns and invitations of the reader at all tables. */
export const overview = new OverviewState();

interface BadgeNavigator {
  setAppBadge?: (count: number) => Promise<void>;
  clearAppBadge?: () => Promise<void>;
}

/** Shows the number of waiting tables in the icon of the tab and of the installed app. */
export function showBadge(count: number): void {
  const icon = document.querySelector<HTMLLinkElement>('link[rel=icon]');
  const wanted = count > 0 ? '/favicon-turn.svg' : '/favicon.svg';
  if (icon && icon.getAttribute('href') !== wanted) icon.setAttribute('href', wanted);
  const app = navigator as BadgeNavigator;
  void (count > 0 ? app.setAppBadge?.(count) : app.clearAppBadge?.())?.catch(() => undefined);
}
