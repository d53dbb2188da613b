// @vitest-environment jsdom
import { render, screen } from '@testing-library/svelte';
import { expect, it } from 'vitest';
import { seatsOf, tableContexts } from '../../dev/contexts';
import { unknownTitle } from '../../games/catalog';
import Podium from './Podium.svelte';

it.each([true, false])('leads to the pages of players if the game is at this server: %s', (linked) => {
  const ranking = [
    { seat: 0, rank: 1, score: 5 },
    { seat: 1, rank: 2, score: 3 },
  ];
  render(Podium, {
    props: { ranking, winners: [0], linked },
    context: tableContexts(unknownTitle, seatsOf('Ada', 'Ben')),
  });
  expect(screen.getByText('Ada')).toBeTruthy();
  expect(screen.queryAllByRole('link').map(({ textContent }) => textContent)).toEqual(linked ? ['Ada', 'Ben'] : []);
});
