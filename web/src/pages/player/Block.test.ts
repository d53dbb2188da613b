// @vitest-environment jsdom
import { fireEvent, render, screen } from '@testing-library/svelte';
import { expect, it, vi } from 'vitest';
import { eventually } from '../../eventually';
import Block from './Block.svelte';

/** Presses the control with the focus, as Enter does. */
const press = (): Promise<boolean> => fireEvent.click(document.activeElement ?? document.body);
const focused = (id: string): Promise<void> =>
  eventually(() => expect(document.activeElement?.getAttribute('data-testid')).toBe(id));

it('keeps the focus while a keyboard blocks a person and ends the block', async () => {
  vi.stubGlobal('fetch', (_: string, { method }: { method: string }) =>
    Promise.resolve(method === 'GET' ? Response.json({ players: [] }) : new Response(null, { status: 204 })),
  );
  const onchanged = vi.fn();
  render(Block, { player: { id: 'b', name: 'Ben' }, onchanged });
  (await screen.findByTestId('block')).focus();
  await press();
  await eventually(() => expect(document.activeElement?.textContent).toBe('Cancel'));
  await press();
  await focused('block');
  await press();
  (await screen.findByTestId('block-sure')).focus();
  await press();
  await focused('unblock');
  expect(onchanged).toHaveBeenCalledOnce();
  await press();
  await focused('block');
  expect(onchanged).toHaveBeenCalledTimes(2);
});
