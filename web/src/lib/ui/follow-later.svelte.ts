import { slices } from './later';

/**
 * Runs work that depends on signals, and again after they change. `plan` puts each run off: it calls the given function later, and returns a function
 * that cancels. It also reads signals, and plans again when they change, so it may plan nothing at first. While `now` returns true, the work
 * runs at once. Call it during the initialization of a component or an attachment.
 */
export function followLater(
  plan: (run: () => void) => (() => void) | undefined,
  { run, now = () => false }: { run: () => void; now?: () => boolean },
): void {
  let turn = $state(0);
  let mine = slices.atOnce;
  $effect(() => {
    void turn;
    if (now() || mine) {
      mine = slices.atOnce;
      run();
      return;
    }
    return plan(() => {
      mine = true;
      turn++;
    });
  });
}
