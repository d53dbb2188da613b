import type { Component, Snippet } from 'svelte';
import type { Part } from '../lib/i18n/text';
import type { Texts } from '../lib/i18n/lazy-texts';
import type { TableProps, AnyDraft } from '../lib/board/draft.svelte';
import type { TextCatalog, TitleTexts, WordedTitle } from '../lib/board/title-texts';
import type { AnimationState, AnimateEntry } from '../lib/animation/step';
import type { EndingRole } from '../lib/animation/ending';
import type { ScoreChange } from '../lib/animation/score-history';
import type { SoundOf } from '../lib/sound/event-sounds';
import type { Decision, GameEvent, JsonObject, Move } from '../lib/wire/game';
import type { MessageCheck } from '../lib/wire/guard';

export type { TableProps, TextCatalog };

/** How to show a member of the view if its value does not imply it. */
export type Shape =
  /** The generic layout leaves it out. */
  | 'hidden'
  /** A seat or a list of seats; -1 is none. */
  | 'seat'
  | 'by-seat';

/** Props of a title's layout component. */
export interface LayoutProps {
  view: JsonObject;
}

/** Props of a title's board. */
export interface BoardProps {
  /** The displayed view: the newest one, or an intermediate one during an animation. */
  view: JsonObject;
  animation?: AnimationState | undefined;
  /** The reader skips the animation. */
  onskip?: () => void;
}

/** Props of a title's panel. */
export interface PanelProps {
  /** A list of all legal moves as buttons. It must always be reachable. */
  moves: Snippet;
}

/** Props of a title's hand. */
export interface HandProps {
  /** The reader's newest view. */
  view: JsonObject;
}

/** A title's own table. Its parts share a draft. */
export interface CustomTable {
  /** Creates the draft, which the other parts share. Called during component initialization. */
  createDraft: (table: () => TableProps) => AnyDraft;
  /** The interactive board. It is square and fills the width that it is given. */
  Board: Component<BoardProps>;
}

/** The parts of a title around its board. Their code comes after the board's, so that the board is there first. */
export interface TitleAround {
  /** The choices that are not made on the board. The panel is below the question to the reader. */
  Panel?: Component<PanelProps>;
  /** Replaces the generic hand. It renders nothing if the reader has no hand. Its root has the test id `hand`. */
  Hand?: Component<HandProps>;
  /** The player aid beside the board of a wide window. */
  Aid?: Component<LayoutProps>;
  /** A layout of the members in `covers`; the generic layout shows the others. */
  layout?: { component: Component<LayoutProps>; covers: readonly string[] };
  /** An additional section of the result page, rendered from the last view. */
  Ending?: Component<LayoutProps>;
}

/** The handling of a title's events: animation, sound, score, recap and final scoring. */
interface TitleEvents {
  animate: AnimateEntry;
  /** The sound of an event. It begins with the animation of the event, and sounds once. Secret events have none. */
  sound?: SoundOf;
  /** The points that an event gives or takes. Each source has a text `source.<id>`, or that of the member `view.<id>`. */
  scoreChanges: (event: GameEvent) => ScoreChange[];
  /**
   * The sum of all score changes in the last view, by seat; without it, the scores. The texts `chart`, `chart.label`, `sources`,
   * `change` (the number `{n}` as `{signed}`, as in "+3 goods") then name the counted thing.
   */
  totals?: (view: JsonObject) => number[];
  /** The player under whom the recap lists an event; undefined leaves it out. */
  recapSeat: (event: GameEvent) => number | undefined;
  /** The role of an event in the end of the game; see lib/animation/ending.ts. */
  endingRole: (event: GameEvent) => EndingRole | undefined;
  /**
   * The keys of the spots that an event is about, at most a few; `view` is the view of the moment that the board shows. A key without a
   * spot on the board is ignored.
   */
  places?: (event: GameEvent, view: JsonObject) => string[];
}

export interface TitleClient extends WordedTitle {
  /** Checks the title's data when it arrives. Without it, the data is not checked; only generic components may use it then. */
  guard?: MessageCheck;
  /** How to show members, by path; `*` matches any key or index, as in `fields.*.hut`. */
  shapes?: Record<string, Shape>;
  /** The list of the view with one object for each seat, and the member with its points. */
  points?: { list: string; member: string };
  /** The seat whose turn it is; undefined if nobody has the turn, for example during the setup. */
  turn?: (view: JsonObject) => number | undefined;
  /**
   * The public standing of a seat in sentences, for the key that announces every player's standing. The first one names the player. The
   * points are announced in any case.
   */
  standing?: (texts: TitleTexts, seat: number, view: JsonObject) => Part[][];
  /** A description of a seat's final score in a few words, for titles whose score is not meaningful as a number. */
  resultText?: (seat: number, view: JsonObject) => { key: string; values: JsonObject };
  events?: TitleEvents;
  /** The keys of the spots of the board that a move is about, for moves that a decision does not offer. */
  spotsOf?: (move: JsonObject, view: JsonObject) => string[];
  /** The member of the view with the reader's own hidden hand. */
  hand?: string;
  /** The legal move that a click on a piece of the hand makes, if any. */
  fromHand?: (decision: Decision, piece: string) => Move | undefined;
  /** The interactive table. Without it, or if the reader prefers the plain view, the layout is shown. */
  table?: CustomTable;
}

/** The title card: the presentation of a title on the home page and at a table before the start. */
export interface TitleCard {
  texts: Texts;
  /** A decorative SVG picture. It fills its frame, which may crop its edges. */
  Picture?: Component;
  /**
   * The addresses of pictures of the board, by file name: `./board-day-small.webp`, and likewise with `night` and `large`. `npm run boards`
   * writes the files. Without them the card has no board.
   */
  board?: Readonly<Record<string, string>>;
}

/** Props of a miniature board of a running game. */
export interface SmallProps {
  view: JsonObject;
  colors: readonly string[];
}

/** A dynamic import, loaded on first use. */
type Lazy<T> = () => Promise<{ default: T }>;

/** The lazily loaded parts of a title, so that each page loads only the parts that it shows. */
export interface TitleLoader {
  /** The texts of the title and of its card, as in their own members. They are loaded in the reader's language only. */
  texts: { card: Texts; client: Texts };
  card: Lazy<TitleCard>;
  client: Lazy<TitleClient>;
  around?: Lazy<TitleAround>;
  /** The rules page for newcomers, by the path of the file of each language. */
  rules?: Readonly<Record<string, () => Promise<Component>>>;
  /** The lesson: the text of its file, and the minutes of its short course. */
  lesson?: { minutes: number; text: Lazy<string> };
  /** The miniature board, for display only. */
  Small?: Lazy<Component<SmallProps>>;
}
