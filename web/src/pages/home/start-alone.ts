import { me } from '../../lib/account/me.svelte.ts';
import { api } from '../../lib/net/api';
import type { Table } from '../../lib/wire/table';
import { freeSeats, isAlone, seatOf } from './table-status';

/**
 * Starts a new table at which the reader plays against bots alone: nobody has to confirm, so the game starts at once. After a failure, the table is open,
 * and its page has the steps that are left. A second try of the caller would make another table.
 */
export async function startAlone(created: Table): Promise<void> {
  const seat = seatOf(created, me.player);
  if (seat === undefined || freeSeats(created) > 0 || !isAlone(created, me.player)) return;
  try {
    const { answerNew } = await import('../../lib/device/answering'); // few pages need it
    await answerNew(created, seat);
    await api.start(created.id);
  } catch {
    // The page of the table shows what is left.
  }
}
