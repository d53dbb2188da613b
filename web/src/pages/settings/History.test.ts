// @vitest-environment jsdom
import { fireEvent, render, screen } from '@testing-library/svelte';
import { expect, it, vi } from 'vitest';
import { eventually } from '../../eventually';
import History from './History.svelte';

it('moves the focus to its heading when a block ends, with whose button it would go', async () => {
  vi.stubGlobal('fetch', (path: string, { method }: { method: string }) =>
    Promise.resolve(
      method === 'DELETE'
        ? new Response(null, { status: 204 })
        : Response.json(path.endsWith('/blocks') ? { players: [{ id: 'b', name: 'Ben' }] } : { history: 'companions' }),
    ),
  );
  render(History);
  const unblock = await screen.findByRole('button', { name: 'Unblock Ben' });
  unblock.focus();
  await fireEvent.click(unblock);
  await eventually(() => expect(document.activeElement?.tagName).toBe('H2'));
});
