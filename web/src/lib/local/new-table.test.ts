// @vitest-environment jsdom
import { expect, it, vi } from 'vitest';
import { keepBranch } from './new-table';

it('begins a game while the browser asks whether it may keep games for good', async () => {
  const persist = vi.fn(() => new Promise<boolean>(() => undefined));
  vi.stubGlobal('navigator', { storage: { persist } });
  const store = vi.fn().mockResolvedValue(undefined);
  expect(await keepBranch('{"entries":[]}', 0, store)).not.toBe('');
  expect(store).toHaveBeenCalledOnce();
  expect(persist).toHaveBeenCalledOnce();
});
