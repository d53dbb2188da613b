import { later } from '../ui/later';

/** The styles that an svg takes from the style sheets of the page; a picture has none of them. */
const drawn = [
  'clip-path',
  'color',
  'display',
  'dominant-baseline',
  'fill',
  'fill-opacity',
  'fill-rule',
  'filter',
  'font-family',
  'font-size',
  'font-variant-numeric',
  'font-weight',
  'letter-spacing',
  'mask',
  'mix-blend-mode',
  'opacity',
  'overflow',
  'paint-order',
  'stroke',
  'stroke-dasharray',
  'stroke-dashoffset',
  'stroke-linecap',
  'stroke-linejoin',
  'stroke-opacity',
  'stroke-width',
  'text-anchor',
  'transform',
  'transform-box',
  'transform-origin',
  'vector-effect',
  'visibility',
] as const;

/** A player of a picture. */
export interface PicturedSeat {
  name: string;
  color: string;
  /** The points, in words; absent for a title without points. */
  points?: string;
}

/** The words of a picture. */
export interface PictureText {
  title: string;
  /** The moment, such as "Entry 12". */
  moment: string;
  seats: readonly PicturedSeat[];
}

/** The width of a picture, in pixels. The board is a square of this width. */
const width = 1200;
const [margin, line, columns] = [40, 56, 2];

/** The layers of the board on the page; empty for a plain table. */
export function boardLayers(): (SVGSVGElement | HTMLImageElement)[] {
  // The first one is the ground, beside which its other layers are.
  const board = document.querySelector('.square .board-layer')?.parentElement;
  return [...(board?.children ?? [])].filter(
    (child): child is SVGSVGElement | HTMLImageElement =>
      child.matches('.board-layer') && (child instanceof SVGSVGElement || child instanceof HTMLImageElement),
  );
}

/** Calls `found` once the page has drawn its board whole. A plain table has none. Returns a function that ends the wait. */
export function whenBoard(found: () => void): () => void {
  let end = (): void => changes.disconnect();
  const look = (): void => {
    if (boardLayers().length === 0) return;
    end();
    end = later('summary', found);
  };
  const changes = new MutationObserver(look);
  changes.observe(document.body, { childList: true, subtree: true });
  look();
  return () => end();
}

/** The width and height of a picture with this number of players, in pixels. */
export function pictureSize(seats: number): [number, number] {
  return [width, width + 2 * margin + (Math.ceil(seats / columns) + 1) * line];
}

/** Draws the board of the page as it is now, with the players below it. Resolves with a PNG. Rejects if the browser cannot draw it. */
export async function drawPicture(text: PictureText): Promise<Blob> {
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = pictureSize(text.seats.length);
  const pen = canvas.getContext('2d');
  if (!pen) throw new Error('there is no canvas');
  const styles = getComputedStyle(document.documentElement);
  const style = (name: string): string => styles.getPropertyValue(name).trim();
  pen.fillStyle = style('--ground') || style('--sheet');
  pen.fillRect(0, 0, canvas.width, canvas.height);
  for (const layer of boardLayers()) {
    if (layer instanceof HTMLImageElement) await layer.decode();
    pen.drawImage(layer instanceof HTMLImageElement ? layer : await imageOf(layer, width), 0, 0, width, width);
  }

  const face = getComputedStyle(document.body).fontFamily;
  const write = (words: string, x: number, y: number, room: number, font: string, ink: string): void => {
    pen.font = `${font} ${face}`;
    pen.fillStyle = style(ink);
    pen.fillText(words, x, y, room);
  };
  pen.textBaseline = 'middle';
  const top = width + margin + line / 2;
  write(text.title, margin, top, width / 2, '600 34px', '--ink');
  pen.textAlign = 'end';
  write(text.moment, width - margin, top, width / 3, '400 28px', '--ink-soft');
  const column = (width - 2 * margin) / columns;
  for (const [i, { name, color, points }] of text.seats.entries()) {
    const x = margin + (i % columns) * column;
    const y = top + (Math.floor(i / columns) + 1) * line;
    const emblem = document.querySelector<SVGSVGElement>(`svg.emblem.${CSS.escape(color)}`);
    if (emblem) pen.drawImage(await imageOf(emblem, 36), x, y - 18, 36, 36);
    pen.textAlign = 'start';
    write(name, x + 50, y, column * 0.6, '600 28px', '--ink');
    pen.textAlign = 'end';
    if (points) write(points, x + column - margin, y, column * 0.3, '400 28px', '--ink');
  }
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('the canvas has no picture'))), 'image/png');
  });
}

/** An svg of the page as an image: a copy that carries its styles itself, because an image does not have those of the page. */
async function imageOf(svg: SVGSVGElement, size: number): Promise<HTMLImageElement> {
  const copy = svg.cloneNode(true) as SVGSVGElement;
  const [originals, copies] = [
    [svg, ...svg.querySelectorAll('*')],
    [copy, ...copy.querySelectorAll('*')],
  ];
  for (const [i, original] of originals.entries()) {
    const [computed, target] = [getComputedStyle(original), copies[i]];
    if (!(target instanceof SVGElement)) continue;
    target.removeAttribute('class');
    for (const name of drawn) target.style.setProperty(name, computed.getPropertyValue(name));
  }
  // The place of the layer on the page is none of the picture's.
  for (const name of ['transform', 'transform-origin', 'visibility'] as const) copy.style.removeProperty(name);
  for (const side of ['width', 'height']) copy.setAttribute(side, String(size));
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(new XMLSerializer().serializeToString(copy))}`;
  await image.decode();
  return image;
}
