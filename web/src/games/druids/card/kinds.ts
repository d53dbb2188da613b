/** The suit of a card: plant of a cult, plant of both, spell to play, or spell to keep. */
type Suit = 'sun' | 'moon' | 'herb' | 'kept' | 'spell';

const kept = ['cauldron', 'harp', 'magic-image', 'teutates', 'lug'];
const herbs = ['mistletoe', 'belladonna'];

export function suitOf(card: string): Suit {
  if (card.startsWith('sun-')) return 'sun';
  if (card.startsWith('moon-')) return 'moon';
  if (herbs.includes(card)) return 'herb';
  return kept.includes(card) ? 'kept' : 'spell';
}

/** The value printed on a plant; 0 for other cards. */
export function valueOf(card: string): number {
  const suit = suitOf(card);
  return suit === 'sun' || suit === 'moon' ? Number(card.slice(suit.length + 1)) : 0;
}
