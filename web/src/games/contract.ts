import type { Component, Snippet } from 'svelte';
import type { Language } from '../lib/i18n/text';
import type { AnimationState, AnimateEntry } from '../lib/animation/step';
import type { EndingRole } from '../lib/animation/ending';
import type { ScoreChange } from '../lib/animation/score-history';
import type { Decision, GameEvent, JsonObject, Move } from '../lib/wire/game';

/**
 * What a title says, by key. All of it is optional: what has no message is shown by its bare name.
 *
 * - of the face: `about`, one sentence for those who choose a game; `option.<id>`, `option.<id>.<choice>`, options of a table
 * - `decision.<kind>`: what is asked of the reader; `decision.<kind>.other`: the same asked of another, `{seat:player}`
 * - `move.<kind>`: a button. `group.<kind>.<member>=<value>`: a heading above many buttons
 * - `event.<name>`: a line of the log; `event.<name>.less`: where the reader learns only a part of it;
 *   an empty one keeps the event out of the log
 * - `view.<member>`: the name of a member of the view. `word.<value>` or `word.<member>.<value>`: the word for a value
 *
 * A key may go on with `.<member>=<value>` for messages that differ by a member (`move.turn.do=hut`). A message whose placeholders
 * are not all given is passed over. Placeholders and their formats: see `lib/board/speech.ts`.
 */
export type TextCatalog = Readonly<Record<string, string>>;

/** How a member of the view is to be shown where its value alone does not tell. */
export type Shape =
  /** Not shown by the generic layout. */
  | 'hidden'
  /** A seat or a list of seats; -1 is none. */
  | 'seat'
  /** A list with one value for each seat. */
  | 'by-seat';

/** What a layout of a title is given. */
export interface LayoutProps {
  view: JsonObject;
}

/** What the desk of a title is given: what the table knows and does. */
export interface DraftScopeProps {
  view: JsonObject;
  /** What the reader is asked, if anything. */
  decision: Decision | undefined;
  /** A command is under way: nothing can be chosen now. */
  busy: boolean;
  /** The listed move that a bot would choose, where the reader asked for it. */
  hint?: Move | undefined;
  act: (move: Move) => void;
  children: Snippet;
}

/** What a title's board is given. */
export interface BoardProps {
  /** What is to be seen: the newest view, or one on the way to it while something is shown happening. */
  view: JsonObject;
  /** What is shown happening, for drawing what moves. */
  animation?: AnimationState | undefined;
  /** The reader has seen enough of it. */
  onskip?: () => void;
}

/** What a title's panel is given. */
export interface PanelProps {
  /** The list of all listed moves as buttons; it must stay within reach. */
  moves: Snippet;
}

/** What a title's hand is given. */
export interface HandProps {
  /** The reader's newest view. */
  view: JsonObject;
}

/** A title's own table. Its parts stand on the page at once, all within the desk, which knows for them. */
export interface CustomTable {
  /** Draws nothing itself. */
  Draft: Component<DraftScopeProps>;
  /** The board, played on. It is as wide as it is given room, and square. */
  Board: Component<BoardProps>;
  /** Under the sentence that tells the reader what is asked: what is composed there rather than on the board. */
  Panel: Component<PanelProps>;
  /** The reader's hand, instead of the generic one; it draws nothing for who has none. Its box has the test id `hand`. */
  Hand?: Component<HandProps>;
}

/** How a title's events are shown happening, counted and told again. */
export interface TitleEvents {
  animate: AnimateEntry;
  /** Points that an event gave or took; their sources have messages `source.<id>`. */
  scoreChanges: (event: GameEvent) => ScoreChange[];
  /**
   * What everybody's gains add up to in the last view, by seat; without it, the scores. The messages `chart`, `chart.label`, `sources`,
   * `change.one` and `change.more` (`{n}`, as in "+3 goods") then say what is counted.
   */
  totals?: (view: JsonObject) => number[];
  /** The player under whom an event is told again to one who was away; undefined for what is not worth it. */
  recapSeat: (event: GameEvent) => number | undefined;
  /** What an event is to the final scoring: its beginning, a step of it that is told at the end, or neither; see lib/animation/ending.ts. */
  endingRole: (event: GameEvent) => EndingRole | undefined;
  /**
   * The view before the end, worked out backwards from the last one and all that happened since the end began; without it the end is
   * not shown again.
   */
  rewind?: (last: JsonObject, events: readonly GameEvent[]) => JsonObject;
}

/** What it takes to play a title, or to watch it. Only the messages are needed. */
export interface TitleClient {
  texts: Record<Language, TextCatalog>;
  /** Drawings for values that are pieces, such as materials; an object of numbers by such names is a count of pieces. */
  pieces?: Record<string, Component>;
  /** More values for the placeholders of a message about `data`. */
  textValues?: (data: JsonObject, view: JsonObject) => JsonObject;
  /** How members are shown, by path; `*` stands for any one key or index (`fields.*.hut`). */
  shapes?: Record<string, Shape>;
  /** Which list of the view has an object for each seat, with which member as its points. */
  points?: { list: string; member: string };
  /** What a seat's final score stands for, in a few words, where the number itself would say nothing to people. */
  resultText?: (seat: number, view: JsonObject) => { key: string; values: JsonObject };
  events?: TitleEvents;
  /** The member of the view that is the reader's own hidden hand. */
  hand?: string;
  /** The listed move, if there is one, that is made by choosing a piece of that hand. */
  fromHand?: (decision: Decision, piece: string) => Move | undefined;
  /** A layout of some members of the view; the generic one shows the rest. */
  layout?: { component: Component<LayoutProps>; covers: readonly string[] };
  /** What the page of the result shows besides the points, from the last view. */
  Ending?: Component<LayoutProps>;
  /** A board to play on. Without it, or where the reader asks for the plain view, the layout shows the table. */
  table?: CustomTable;
}

/** What is shown of a title where it is not played: on the first page, and at a table before the start. */
export interface TitleCard {
  /** `about` and its options. */
  texts: Record<Language, TextCatalog>;
  /** A picture that fills the frame it is put in and may be cut at its edges; it speaks to the eye alone. */
  Picture?: Component;
}

/** What a small picture of a running game is given. */
export interface SmallProps {
  view: JsonObject;
  /** The colour of each seat. */
  colors: readonly string[];
}

/** Whatever is loaded when it is needed, and not before. */
type Lazy<T> = () => Promise<{ default: T }>;

/** What a title's web folder brings, each part by itself, so that no page waits for what it does not show. */
export interface TitleLoader {
  card: Lazy<TitleCard>;
  client: Lazy<TitleClient>;
  /** The rules, written for a newcomer. */
  rules?: Record<Language, Lazy<Component>>;
  /** The board as an ornament, to look at only. */
  Small?: Lazy<Component<SmallProps>>;
}
