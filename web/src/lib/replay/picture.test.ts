// @vitest-environment jsdom
import { expect, it, vi } from 'vitest';
import { whenBoard } from './picture';

it('waits for a board that is still to be drawn, and only once', async () => {
  const [found, ended] = [vi.fn(), vi.fn()];
  whenBoard(found);
  whenBoard(ended)();
  expect(found).not.toHaveBeenCalled();
  for (let i = 0; i < 2; i++) {
    document.body.innerHTML = '<div class="square"><div><img class="board-layer" alt=""></div></div>';
    await Promise.resolve();
  }
  await vi.waitFor(() => expect(found).toHaveBeenCalledOnce());
  expect(ended).not.toHaveBeenCalled();
});
