// @vitest-environment jsdom
import { describe, expect, it } from 'vitest';
import { pressedKey } from './keys';

const press = (key: string, code = '', more: KeyboardEventInit = {}): string =>
  pressedKey(new KeyboardEvent('keydown', { key, code, ...more }));

describe('the key of a press', () => {
  it.each([
    ['m', 'KeyM', 'm'],
    ['M', 'KeyM', 'm'],
    ['m', 'Semicolon', 'm'], // AZERTY
    ['b', 'KeyN', 'b'], // Dvorak
    ['ö', 'Semicolon', 'ö'],
    ['ı', 'KeyI', 'ı'],
    ['ь', 'KeyM', 'm'], // Russian
    ['Ь', 'KeyM', 'm'],
    ['μ', 'KeyM', 'm'], // Greek
    ['ة', 'KeyM', 'm'], // Arabic
    ['צ', 'KeyM', 'm'], // Hebrew
    ['ท', 'KeyM', 'm'], // Thai
    ['ㅡ', 'KeyM', 'm'], // Korean
    ['も', 'KeyM', 'm'], // Japanese kana
    ['Enter', 'Enter', 'Enter'],
    ['Escape', 'Escape', 'Escape'],
    [' ', 'Space', ' '],
    ['ArrowUp', 'ArrowUp', 'ArrowUp'],
    ['1', 'Digit1', '1'],
    ['١', 'Digit1', '١'],
  ])('%s of %s is %s', (key, code, want) => expect(press(key, code)).toBe(want));

  it('is a question mark on each layout that has one there', () => {
    expect(press('?', 'Digit7', { shiftKey: true })).toBe('?');
    expect(press('؟', 'Slash', { shiftKey: true })).toBe('?');
  });

  it('is none while an input method handles it, also after the composition as in WebKit', () => {
    for (const key of ['Enter', 'Escape', 'Process', 'm', 'ArrowDown']) {
      expect(press(key, '', { isComposing: true })).toBe('');
      expect(press(key, '', { keyCode: 229 })).toBe('');
    }
    expect(press('Enter', 'Enter', { keyCode: 13 })).toBe('Enter');
  });
});
