import type { Page } from 'playwright-core';
import type { Person } from './person';
import { until } from './until';

/** The decision that a page asks of its reader, with the moves that it lists. */
export interface Offer<Move> {
  decision: string;
  /** The headings above a long list. Only the moves of one group are on the page. */
  groups: string[];
  /** Whether the list is folded. */
  folded: boolean;
  moves: Move[];
}

/** Returns the offer of a page; undefined if it asks nothing of its reader or is still sending a move. */
export async function offerOf<Move>({ page }: Person): Promise<Offer<Move> | undefined> {
  const offer = await page.evaluate(() => {
    const prompt = document.querySelector<HTMLElement>('[data-decision]');
    const buttons = [...document.querySelectorAll<HTMLButtonElement>('[data-testid="move-button"]')];
    if (!prompt || buttons.length === 0 || buttons.some((button) => button.disabled)) return undefined;
    return {
      decision: prompt.dataset.decision ?? '',
      groups: [...document.querySelectorAll('.groups button')].map((tab) => tab.textContent),
      folded: buttons[0]?.closest('details:not([open])') != null,
      moves: buttons.map((button) => button.dataset.move ?? '{}'),
    };
  });
  return offer && { ...offer, moves: offer.moves.map((move) => JSON.parse(move) as Move) };
}

/** Returns the id of the decision that a page asks of its reader. */
export function decisionOn(page: Page): Promise<string | undefined> {
  return page.evaluate(() => document.querySelector<HTMLElement>('[data-decision]')?.dataset.decision);
}

/** Waits until a page offers a move, and returns its person and offer; null if the first page shows the result instead. */
export function nextOffer<Move>(people: readonly Person[]): Promise<{ person: Person; offer: Offer<Move> } | null> {
  return until('a page offers a move, or the game is over', async () => {
    for (const person of people) {
      const offer = await offerOf<Move>(person);
      if (offer) return { person, offer };
    }
    return (await isOver(people)) ? null : undefined;
  });
}

/** Tells whether the first person's page shows the result. */
export async function isOver(people: readonly Person[]): Promise<boolean> {
  return ((await people[0]?.page.getByTestId('result').count()) ?? 0) > 0;
}

/** Waits until the page no longer asks a decision. */
export async function untilAnswered(person: Person, decision: string): Promise<void> {
  await until(`the move of ${person.name} is made`, async () => (await decisionOn(person.page)) !== decision);
}

/** Unfolds the list of moves by a press on its heading. */
export async function unfold(
  page: Page,
  press: (heading: ReturnType<Page['locator']>) => Promise<void>,
): Promise<void> {
  await press(page.locator('details:not([open]):has([data-testid="move-button"]) > summary').first());
}
