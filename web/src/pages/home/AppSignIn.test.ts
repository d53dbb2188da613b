// @vitest-environment jsdom
import { fireEvent, render, screen } from '@testing-library/svelte';
import { expect, it, vi } from 'vitest';
import { accountApi } from '../../lib/net/account-api';
import { me } from '../../lib/account/me.svelte.ts';
import AppSignIn from './AppSignIn.svelte';

it.each(['123456', '１２３４５６', '123 456', '١٢٣٤٥٦', '1 2 3-4 5 6'])(
  'hands the code %s to the server as it is',
  async (code) => {
    me.player = null;
    const used = vi.spyOn(accountApi, 'useCode').mockResolvedValue({ player: { id: 'a', name: 'Ada' } });
    render(AppSignIn);
    const field = screen.getByTestId<HTMLInputElement>('app-digits');
    await fireEvent.input(field, { target: { value: code } });
    expect(field.form?.checkValidity()).toBe(true);
    await fireEvent.click(screen.getByTestId('use-app-code'));
    await vi.waitFor(() => expect(used).toHaveBeenCalledWith(code));
  },
);
