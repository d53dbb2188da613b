/** What a card is drawn and told as: a plant of a cult, one of both, a spell that is played, or one that is kept. */
export type Suit = 'sun' | 'moon' | 'herb' | 'kept' | 'spell';

const kept = ['cauldron', 'harp', 'magic-image', 'teutates', 'lug'];
const herbs = ['mistletoe', 'belladonna'];

/** The suit of a card. */
export function suitOf(card: string): Suit {
  if (card.startsWith('sun-')) return 'sun';
  if (card.startsWith('moon-')) return 'moon';
  if (herbs.includes(card)) return 'herb';
  return kept.includes(card) ? 'kept' : 'spell';
}

/** The value printed on a plant; 0 for all other cards. */
export function valueOf(card: string): number {
  const suit = suitOf(card);
  return suit === 'sun' || suit === 'moon' ? Number(card.slice(suit.length + 1)) : 0;
}
