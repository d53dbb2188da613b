import { movedPath, type Box, type Point } from './path-data.ts';

/** An element of a drawing. */
interface Element {
  name: string;
  attributes: Map<string, string>;
  children: Element[];
}

/** The position and size of a group in its drawing. */
interface Frame extends Point {
  scale: number;
  /** The width and height of the surrounding svg, in units of the frame. */
  size: number;
  /** The tags of the groups around, without their transforms. */
  around: readonly string[];
}

/** Shapes of one paint that do not overlap, as one path. */
interface Layer {
  around: readonly string[];
  paint: string;
  paths: string[];
  boxes: Box[];
}

/**
 * Joins shapes of the same paint to one path if nothing between them in the order of painting overlaps, so that a drawing has few
 * elements. `drawing` is the inside of an svg of this size. It has groups, paths and simple shapes, transforms that move and scale, and
 * svg elements with a square box. Attributes and `styles` state stroke widths in numbers. Throws on anything else.
 */
export function mergePaths(drawing: string, styles: string, size: number): string {
  const widths = strokeWidths(styles);
  const layers: Layer[] = [];
  const visit = (element: Element, frame: Frame): void => {
    if (element.name === 'g' || element.name === 'svg') {
      const inner = inside(element, frame);
      for (const child of element.children) visit(child, inner);
      return;
    }
    const { scale, x, y, paint, d } = shape(element, frame);
    const { d: path, box } = movedPath(d, { x: x / scale, y: y / scale });
    const own = new Set(element.attributes.get('class')?.split(' '));
    const stroke = Math.max(
      Number(element.attributes.get('stroke-width') ?? 0),
      ...widths.filter(({ classes }) => classes.every((one) => own.has(one))).map(({ width }) => width),
    );
    const margin = stroke / 2 + 0.25;
    const reach = {
      left: (box.left - margin) * scale,
      top: (box.top - margin) * scale,
      right: (box.right + margin) * scale,
      bottom: (box.bottom + margin) * scale,
    };
    const around = scale === 1 ? frame.around : [...frame.around, `<g transform="scale(${round(scale)})">`];
    for (const layer of [...layers].reverse()) {
      const overlaps = layer.boxes.some((other) => meet(other, reach));
      if (!overlaps && layer.paint === paint && layer.around.join('') === around.join('')) {
        layer.paths.push(path);
        layer.boxes.push(reach);
        return;
      }
      if (overlaps) break;
    }
    layers.push({ around, paint, paths: [path], boxes: [reach] });
  };
  for (const element of parse(drawing)) visit(element, { x: 0, y: 0, scale: 1, size, around: [] });
  return write(layers);
}

/** Writes layers as paths in their groups. Layers in the same groups share them. */
function write(layers: readonly Layer[]): string {
  let out = '';
  let open: readonly string[] = [];
  for (const { around, paint, paths } of [...layers, { around: [], paint: '', paths: [] }]) {
    let same = 0;
    while (same < open.length && open[same] === around[same]) same++;
    out += '</g>'.repeat(open.length - same) + around.slice(same).join('');
    open = around;
    // Each path begins with a move that is relative to the end of the path before, so it becomes absolute.
    if (paths.length > 0) out += `<path${paint} d="${paths.map((d) => `M${d.slice(1)}`).join('')}"/>`;
  }
  return out;
}

/** Returns the frame of the content of a group or svg. */
function inside(element: Element, frame: Frame): Frame {
  const { attributes, name } = element;
  const moved = transformed(attributes.get('transform'), frame);
  if (name === 'svg') {
    const number = (key: string, otherwise: number): number => Number(attributes.get(key) ?? otherwise);
    const wide = number('width', moved.size);
    const box = attributes.get('viewBox')?.split(' ').map(Number) ?? [0, 0, wide, wide];
    if (box[2] !== box[3] || number('height', moved.size) !== wide) throw new Error('an svg is not square');
    const zoom = wide / (box[2] ?? 0);
    return {
      ...moved,
      x: moved.x + (number('x', 0) - (box[0] ?? 0) * zoom) * moved.scale,
      y: moved.y + (number('y', 0) - (box[1] ?? 0) * zoom) * moved.scale,
      scale: moved.scale * zoom,
      size: box[2] ?? 0,
    };
  }
  const paint = paintOf(attributes);
  return paint === '' ? moved : { ...moved, around: [...moved.around, `<g${paint}>`] };
}

/** Applies the transform of an element to its frame. */
function transformed(transform: string | undefined, frame: Frame): Frame {
  let { x, y, scale } = frame;
  for (const [, name, values = ''] of (transform ?? '').matchAll(/(\w+)\(([^)]*)\)/g)) {
    const [a = 0, b] = values.split(/[\s,]+/).map(Number);
    if (name === 'translate') [x, y] = [x + a * scale, y + (b ?? 0) * scale];
    else if (name === 'scale' && b === undefined) scale *= a;
    else throw new Error(`unknown transform: ${transform}`);
  }
  return { ...frame, x, y, scale };
}

/** Returns a shape as a path, its paint and its frame. */
function shape({ name, attributes }: Element, around: Frame): { paint: string; d: string } & Point & { scale: number } {
  const number = (key: string): number => Number(attributes.get(key) ?? 0);
  const turn = /^rotate\((-?[\d.]+) ([\d.]+) ([\d.]+)\)$/.exec(attributes.get('transform') ?? '');
  const { x, y, scale } = transformed(turn ? undefined : attributes.get('transform'), around);
  const frame = { paint: paintOf(attributes), x, y, scale };
  if (name === 'path') return { ...frame, d: attributes.get('d') ?? '' };
  if (name === 'circle' || name === 'ellipse') {
    const [cx, cy] = [number('cx'), number('cy')];
    const [rx, ry] = name === 'circle' ? [number('r'), number('r')] : [number('rx'), number('ry')];
    // An ellipse turns around its own center alone.
    if (turn && (Number(turn[2]) !== cx || Number(turn[3]) !== cy)) throw new Error('an ellipse turns around a point');
    const angle = Number(turn?.[1] ?? 0);
    const [dx, dy] = [rx * Math.cos((angle * Math.PI) / 180), rx * Math.sin((angle * Math.PI) / 180)];
    const arc = (side: number): string => `a${rx} ${ry} ${angle} 0 1 ${round(side * dx)} ${round(side * dy)}`;
    return { ...frame, d: `M${round(cx + dx)} ${round(cy + dy)}${arc(-2)}${arc(2)}z` };
  }
  if (name === 'rect' && !turn) {
    const [r, wide, high] = [number('rx'), number('width'), number('height')];
    const arc = (right: number, down: number): string => (r > 0 ? `a${r} ${r} 0 0 1 ${right * r} ${down * r}` : '');
    return {
      ...frame,
      d:
        `M${number('x') + r} ${number('y')}h${wide - 2 * r}${arc(1, 1)}v${high - 2 * r}${arc(-1, 1)}` +
        `h${2 * r - wide}${arc(-1, -1)}v${2 * r - high}${arc(1, -1)}z`,
    };
  }
  throw new Error(`unknown shape: ${name}`);
}

/** The attributes that paint, as they are written. */
function paintOf(attributes: ReadonlyMap<string, string>): string {
  return [...attributes]
    .filter(([name]) => /^(class|style|fill|stroke|opacity)\b/.test(name))
    .map(([name, value]) => ` ${name}="${value}"`)
    .join('');
}

/** The stroke widths that the styles state, each with the classes that a shape must have. */
function strokeWidths(styles: string): { classes: string[]; width: number }[] {
  return [...styles.matchAll(/([^{}]+)\{[^{}]*stroke-width:\s*([\d.]+)/g)].flatMap(([, selectors = '', width]) =>
    selectors.split(',').map((selector) => {
      const last = selector.trim().split(/\s+/).at(-1) ?? '';
      return { classes: [...last.matchAll(/\.([\w-]+)/g)].map(([, name = '']) => name), width: Number(width) };
    }),
  );
}

function meet(a: Box, b: Box): boolean {
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}

function round(n: number): number {
  return Math.round(n * 10_000) / 10_000;
}

/** Parses elements without texts. */
function parse(xml: string): Element[] {
  const root: Element = { name: '', attributes: new Map(), children: [] };
  const open = [root];
  for (const [, close, name = '', written = '', self] of xml.matchAll(/<(\/?)([a-z]+)([^>]*?)(\/?)>/gi)) {
    if (close) {
      open.pop();
      continue;
    }
    const attributes = new Map(
      [...written.matchAll(/([\w:-]+)="([^"]*)"/g)].map(([, key = '', value = '']) => [key, value]),
    );
    const element: Element = { name, attributes, children: [] };
    open.at(-1)?.children.push(element);
    if (!self) open.push(element);
  }
  return root.children;
}
