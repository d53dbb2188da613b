import { pressedKey } from '../environment/keys';

/**
 * One gesture answers one question. A press that follows another one at the same place counts only if it is a gesture of its own, and if the reader
 * could read what it means now. The page ignores any other press. All places that answer or confirm something are protected without code of their own.
 */

/** Two presses at one place that are closer in time are one gesture, in milliseconds. Double clicks of systems take up to 500. */
const gesture = 600;
/** A question that was shown for less time before a press was not read, in milliseconds. */
const unread = 300;
/** Presses that are closer are at the same place, in CSS pixels. */
const near = 30;

/** Elements with this attribute may be pressed quickly, while the question and the pressed control stay the same: steppers, zoom, spots of a board. */
const repeatable = '[data-repeats]';
const control = '[data-spot], button, a[href], summary, label, [role="button"]';
const textField =
  'textarea, select, option, [contenteditable], input:not([type=checkbox], [type=radio], [type=submit])';

/** These keys go with others. */
const modifiers = new Set(['Shift', 'Control', 'Alt', 'AltGraph', 'Meta', 'CapsLock']);

/** These attributes tell that an element asks another question, or that it can be pressed from now on. */
const changes = ['data-question', 'disabled', 'open', 'hidden', 'inert'];

interface Press {
  /** Times are those of the events. */
  at: number;
  /** Null for a key: its place is the focus, until another key moves it. */
  place: { x: number; y: number } | null;
  target: Element;
  question: string;
  ignored: boolean;
}

/**
 * Ignores presses that belong to the gesture before. The root element counts them in `data-ignored-presses`, so that a program that presses
 * faster than people can press again. The returned function ends it. `now` has the origin of `Event.timeStamp`.
 */
export function guardGestures(now: () => number = () => performance.now()): () => void {
  const root = document.documentElement;
  /** The times at which elements were added, or changed their question. */
  const shown = new WeakMap<Node, number>();
  /** The press in progress, and the last one that counted. */
  let press: Press | undefined;
  let last: Press | undefined;

  function note(records: MutationRecord[]): void {
    const at = now();
    for (const { type, target, addedNodes } of records) {
      if (type === 'attributes') shown.set(target, at);
      else for (const node of addedNodes) shown.set(node, at);
    }
  }

  /** Returns the time at which the newest of an element and its ancestors was shown. */
  function shownAt(element: Element): number {
    let newest = -Infinity;
    for (let at: Node | null = element; at; at = at.parentNode) newest = Math.max(newest, shown.get(at) ?? -Infinity);
    return newest;
  }

  function begin(event: Event, element: Element, place: Press['place']): void {
    note(observer.takeRecords());
    const target = element.closest(control) ?? element;
    press = { at: event.timeStamp, place, target, question: questionOf(target), ignored: false };
    press.ignored = follows(press);
  }

  /** Tells whether a press belongs to the gesture of the last one. */
  function follows({ at, place, target, question }: Press): boolean {
    if (!last || (place === null) !== (last.place === null)) return false;
    if (place && last.place && Math.hypot(place.x - last.place.x, place.y - last.place.y) > near) return false;
    const same = target === last.target && question === last.question;
    if (same && target.closest(repeatable)) return false;
    return at - last.at < gesture || at - shownAt(target) < unread;
  }

  function ignore(event: Event): void {
    event.preventDefault();
    event.stopImmediatePropagation();
  }

  function count(): void {
    root.dataset.ignoredPresses = String(Number(root.dataset.ignoredPresses ?? 0) + 1);
  }

  function pointerDown(event: PointerEvent): void {
    if (!event.isPrimary || !(event.target instanceof Element)) return;
    begin(event, event.target, { x: event.clientX, y: event.clientY });
  }

  /** A click without a detail comes from a key, which was judged already, from a screen reader or from a script. */
  function click(event: MouseEvent): void {
    const { target } = event;
    if (event.detail === 0 || !press?.place || !(target instanceof Element) || target.closest(textField)) return;
    // The question may have changed while the button was down.
    if (press.ignored || questionOf(target) !== press.question) {
      ignore(event);
      count();
      press = undefined;
      return;
    }
    last = { ...press, at: event.timeStamp };
  }

  function keyDown(event: KeyboardEvent): void {
    const { target } = event;
    const key = pressedKey(event);
    if (!(target instanceof Element) || key === '') return;
    if (key !== 'Enter' && key !== ' ') {
      // Another key ends the gesture, for example one that moves the focus.
      if (!modifiers.has(key) && last?.place === null) last = undefined;
      return;
    }
    const writes = target.closest(textField) !== null && (key === ' ' || !(target instanceof HTMLInputElement));
    if (!event.repeat) {
      begin(event, target, null);
      if (press && writes && last?.target === press.target) press.ignored = false;
    } else if (!press) {
      // The key went down before this page could see it.
      if (!writes) ignore(event);
    } else if (!mayRepeat(press, target, writes)) press.ignored = true;
    if (!press) return;
    if (press.ignored) {
      ignore(event);
      if (!event.repeat) count();
    } else last = { ...press, at: event.timeStamp };
  }

  /** Text from a touch keyboard, by voice or from the clipboard comes without keys of its own. It ends the gesture as another key does. */
  function write({ target }: Event): void {
    const isText =
      target instanceof HTMLTextAreaElement || (target instanceof HTMLInputElement && target.matches(textField));
    if (isText && last?.place === null) last = undefined;
  }

  /** Tells whether a key that is held down may go on with its press. */
  function mayRepeat({ target, question }: Press, element: Element, writes: boolean): boolean {
    const same = (element.closest(control) ?? element) === target && questionOf(target) === question;
    return same && (writes || target.closest(repeatable) !== null);
  }

  /** The space bar presses a button when it is released. */
  function keyUp(event: KeyboardEvent): void {
    const { target } = event;
    if (pressedKey(event) !== ' ' || press?.place !== null || !(target instanceof Element) || target.closest(textField))
      return;
    if (press.ignored || (target.closest(control) ?? target) !== press.target || questionOf(target) !== press.question)
      ignore(event);
    else last = { ...press, at: event.timeStamp };
  }

  const observer = new MutationObserver(note);
  observer.observe(root, { childList: true, subtree: true, attributeFilter: changes });
  const end = new AbortController();
  const options = { capture: true, signal: end.signal };
  addEventListener('pointerdown', pointerDown, options);
  addEventListener('click', click, options);
  addEventListener('keydown', keyDown, options);
  addEventListener('keyup', keyUp, options);
  addEventListener('input', write, options);
  return () => {
    observer.disconnect();
    end.abort();
  };
}

function questionOf(element: Element): string {
  const questions: string[] = [];
  for (let at = element.closest('[data-question]'); at; at = at.parentElement?.closest('[data-question]') ?? null)
    questions.push(at.getAttribute('data-question') ?? '');
  return questions.join(' ');
}
