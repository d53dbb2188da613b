/** The keys of the quick phrases, in the order of the list. A test compares them with the server's. */
export const phrases = [
  'hello',
  'good_luck',
  'your_turn',
  'one_moment',
  'back_soon',
  'nice_move',
  'oops',
  'sorry',
  'thanks',
  'good_game',
  'again',
] as const;

export type Phrase = (typeof phrases)[number];

export const reactionKeys = ['heart', 'laugh', 'wow', 'sad', 'star', 'clover'] as const;

/** A reaction to a line of the log. */
export type ReactionKey = (typeof reactionKeys)[number];

export const isPhrase = (key: string): key is Phrase => phrases.some((one) => one === key);

/** The longest message, in characters. */
export const maxText = 500;
