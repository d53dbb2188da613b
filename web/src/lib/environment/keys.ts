/** The code that browsers give to a key press that an input method handles. WebKit sends such an Enter after the end of the composition. */
const handledByInputMethod = 229;

/**
 * The key of a press: a letter in lower case, another character, or a name such as Enter. Empty if an input method handles the press. Layouts without Latin
 * letters have the letter of the same key on a Latin keyboard, so that shortcuts by letter work there too.
 */
export function pressedKey(event: KeyboardEvent): string {
  // No other member tells of the Enter in WebKit.
  if (event.isComposing || event.keyCode === handledByInputMethod) return '';
  const { key, code, shiftKey } = event;
  if ([...key].length !== 1) return key;
  if (/^[\p{ASCII}\p{Script=Latin}]$/u.test(key)) return key.toLowerCase();
  const letter = /^Key([A-Z])$/.exec(code)?.[1];
  if (letter) return letter.toLowerCase();
  return code === 'Slash' && shiftKey ? '?' : key;
}

/** Reports whether the focus is on no control: on nothing, or on a heading to which the page moves it. */
export function isFree(focus: EventTarget | null): boolean {
  return focus instanceof Element && focus.matches('body, h1, h2');
}
