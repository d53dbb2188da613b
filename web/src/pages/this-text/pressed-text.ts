import { collapse, type PressedText } from '../../lib/i18n/find-text';

interface Point {
  x: number;
  y: number;
}

/** A sentence and its emphasized words are in few elements. A larger text is more than one sentence. */
const mostLevels = 4;
const mostCharacters = 600;
/** The search below a large element ends after so many texts. */
const mostNodes = 4000;

const named = '[aria-label], [title], [alt], [placeholder]';

/** The texts at a pressed point of an element. Without a text there, that of the whole element, or else its name. */
export function pressedTexts(target: Element, point?: Point): PressedText[] {
  const hit = point && textAt(target, point);
  const texts = hit ? around(hit) : small(target) ? [{ text: collapse(target.textContent), at: undefined }] : [];
  const shown = texts.map(trimmed).filter(({ text }) => text !== '');
  return shown.length > 0 ? shown : names(target);
}

const small = ({ textContent }: Element): boolean => textContent.length <= mostCharacters;

/** The text of a node and those of the elements around it. */
function around(hit: Hit): PressedText[] {
  const texts: PressedText[] = [{ text: collapse(hit.node.data), at: collapse(hit.node.data.slice(0, hit.at)).length }];
  let at = hit.node.parentElement;
  for (let level = 0; at && small(at) && level < mostLevels; level++) {
    texts.push(marked(at, hit));
    at = at.parentElement;
  }
  return texts;
}

function trimmed({ text, at }: PressedText): PressedText {
  const start = text.length - text.trimStart().length;
  return { text: text.trim(), at: at === undefined ? undefined : at - start };
}

/** The names of the closest element that has one, as screen readers say them. */
function names(target: Element): PressedText[] {
  const texts = [target.closest(named), target instanceof HTMLSelectElement ? target.selectedOptions[0] : null].flatMap(
    (element) =>
      element
        ? [
            ...['aria-label', 'title', 'alt', 'placeholder'].map((name) => element.getAttribute(name)),
            element instanceof HTMLOptionElement ? element.label : null,
          ]
        : [],
  );
  const labels = 'labels' in target && target.labels instanceof NodeList ? [...target.labels] : [];
  return [...texts, ...labels.map((label) => label.textContent)]
    .filter((text) => text !== null)
    .map((text) => ({ text: collapse(text), at: undefined }));
}

interface Hit {
  node: Text;
  /** The index of the character in the node. */
  at: number;
}

/** The text of an element around a hit. */
function marked(element: Element, hit: Hit): PressedText {
  const before = document.createRange();
  before.setStart(element, 0);
  before.setEnd(hit.node, hit.at);
  const start = before.toString();
  return { text: collapse(element.textContent), at: collapse(start).length };
}

/** The character at a point, below an element. Also finds texts that no press can reach, such as those of disabled buttons. */
function textAt(root: Element, { x, y }: Point): Hit | undefined {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  const holds = ({ left, right, top, bottom }: DOMRect): boolean => left <= x && x <= right && top <= y && y <= bottom;
  for (let n = 0; n < mostNodes; n++) {
    const node = walker.nextNode();
    if (!(node instanceof Text)) return undefined;
    if (node.data.trim() === '') continue;
    range.selectNodeContents(node);
    if (![...range.getClientRects()].some(holds)) continue;
    for (let at = 0; at < node.length; at++) {
      range.setStart(node, at);
      range.setEnd(node, at + 1);
      if ([...range.getClientRects()].some(holds)) return { node, at };
    }
  }
  return undefined;
}
