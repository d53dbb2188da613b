// @vitest-environment jsdom
import { fireEvent, render, screen } from '@testing-library/svelte';
import { expect, it, vi } from 'vitest';
import { eventually } from '../../eventually';
import { peopleApi } from '../../lib/net/people-api';
import { freePace } from '../../lib/wire/pace';
import type { Invitation } from '../../lib/wire/people';
import type { Table } from '../../lib/wire/table';
import Invitations from './Invitations.svelte';

const table = { id: 't', title: 'meduris', state: 'open', seats: [], pace: freePace } as unknown as Table;
const invitation: Invitation = { from: { id: 'b', name: 'Ben' }, table, createdAt: '' } as Invitation;

it('asks before it declines an invitation', async () => {
  vi.spyOn(peopleApi, 'invitations').mockResolvedValue([invitation]);
  const decline = vi.spyOn(peopleApi, 'decline').mockResolvedValue();
  render(Invitations);
  await fireEvent.click(await screen.findByTestId('decline-invitation'));
  expect(decline).not.toHaveBeenCalled();
  expect(screen.getByRole('dialog', { hidden: true }).textContent).toContain('Decline the invitation of Ben?');
  await fireEvent.click(screen.getByTestId('sure-yes'));
  await eventually(() => expect(decline.mock.calls).toEqual([['t']]));
  await eventually(() => expect(screen.queryByTestId('decline-invitation')).toBeNull());
});
