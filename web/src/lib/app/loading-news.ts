import { t } from '../i18n/translate';
import { announcer } from './announcer.svelte.ts';

/** The time in milliseconds after which screen readers hear of a load. Loads with a shorter break between them count as one. */
const patience = 1_000;

let loads = 0;
/** The time at which the last load ended. */
let ended = -Infinity;
let announced = false;
let timer: ReturnType<typeof setTimeout> | undefined;

/** Announces once that something loads, if that takes long. A page loads in several parts. The returned function ends the load. */
export function beginLoading(): () => void {
  if (loads++ === 0 && performance.now() - ended >= patience) announced = false;
  if (!announced) timer ??= setTimeout(announce, patience);
  return () => {
    if (--loads > 0) return;
    clearTimeout(timer);
    timer = undefined;
    ended = performance.now();
  };
}

function announce(): void {
  timer = undefined;
  announced = true;
  announcer.announce(t('app.loading'));
}
