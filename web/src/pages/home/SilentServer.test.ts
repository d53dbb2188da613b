// @vitest-environment jsdom
import { render, screen } from '@testing-library/svelte';
import { expect, it, vi } from 'vitest';
import { notifyApi } from '../../lib/net/notify-api';
import SilentServer from './SilentServer.svelte';

it.each([
  [false, false, true],
  [true, false, false],
  [false, true, false],
])('with push %s and mail %s, says %s that nobody is notified', async (push, mail, said) => {
  const asked = vi.spyOn(notifyApi, 'channels').mockResolvedValue({ push, mail });
  render(SilentServer);
  await vi.waitFor(() => expect(asked).toHaveResolved());
  await vi.waitFor(() => expect(screen.queryByTestId('silent-server') !== null).toBe(said));
});
