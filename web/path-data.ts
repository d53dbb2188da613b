/** A position or an offset. */
export interface Point {
  x: number;
  y: number;
}

/** A rectangle that contains a drawing. */
export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** The kinds of the numbers of each path command: x and y coordinates, and others. */
const numbersOf: Readonly<Record<string, string>> = {
  ...{ m: 'xy', l: 'xy', t: 'xy', h: 'x', v: 'y' },
  ...{ c: 'xyxyxy', s: 'xyxy', q: 'xyxy', a: '-----xy', z: '' },
};
/** Coordinates are counted in parts of a unit, so that sums are exact. */
const parts = 100;

/**
 * Moves SVG path data, and writes it with relative coordinates, which are shorter. Also returns a box that contains the path without its
 * stroke. Throws if the data is broken.
 */
export function movedPath(d: string, by: Point = { x: 0, y: 0 }): { d: string; box: Box } {
  const tokens = d.match(/[a-z]|-?(?:\d+\.?\d*|\.\d+)/gi) ?? [];
  const move = { x: Math.round(by.x * parts), y: Math.round(by.y * parts) };
  const at = { x: 0, y: 0 };
  const start = { x: 0, y: 0 };
  const xs: number[] = [];
  const ys: number[] = [];
  let out = '';
  let last = '';
  for (let i = 0, command = ''; i < tokens.length;) {
    const token = tokens[i] ?? '';
    if (/[a-z]/i.test(token)) {
      command = token;
      i++;
    }
    const kind = command.toLowerCase();
    const kinds = numbersOf[kind];
    const numbers = tokens.slice(i, i + (kinds?.length ?? 0)).map((number) => Math.round(Number(number) * parts));
    if (kinds === undefined || numbers.length < kinds.length || numbers.some(Number.isNaN))
      throw new Error(`broken path data: ${d}`);
    i += kinds.length;
    if (kind === 'z') {
      out += 'z';
      last = 'z';
      Object.assign(at, start);
      continue;
    }
    // A relative move at the beginning is absolute.
    const absolute = command !== kind || out === '';
    const offset = (k: number): number => {
      const axis = kinds[k];
      if (axis !== 'x' && axis !== 'y') return 0;
      return absolute ? (out === '' ? -move[axis] : at[axis] - move[axis]) : 0;
    };
    const relative = numbers.map((n, k) => n - offset(k));
    // The first move is written as it is, because it is relative to 0.
    relative.forEach((n, k) => {
      if (kinds[k] === 'x') xs.push(at.x + n);
      if (kinds[k] === 'y') ys.push(at.y + n);
    });
    if (kind === 'a') {
      const [rx = 0, ry = 0, turn = 0, large = 0, sweep = 0, dx = 0, dy = 0] = relative;
      const around = ellipse({ rx, ry }, turn / parts, large !== sweep, { x: dx, y: dy });
      xs.push(at.x + around.left, at.x + around.right);
      ys.push(at.y + around.top, at.y + around.bottom);
    }
    at.x += relative.findLast((_, k) => kinds[k] === 'x') ?? 0;
    at.y += relative.findLast((_, k) => kinds[k] === 'y') ?? 0;
    if (kind === 'm') Object.assign(start, at);
    const named = kind !== last || kind === 'm';
    if (named) out += kind;
    relative.forEach((n, k) => {
      const number = String(n / parts).replace(/^(-?)0\./, '$1.');
      out += (k > 0 || !named) && n >= 0 ? ` ${number}` : number;
    });
    last = kind;
    // The pairs after the first one of a move are lines.
    if (kind === 'm') command = command === 'm' ? 'l' : 'L';
  }
  const box = { left: Math.min(...xs), top: Math.min(...ys), right: Math.max(...xs), bottom: Math.max(...ys) };
  return {
    d: out,
    box: { left: box.left / parts, top: box.top / parts, right: box.right / parts, bottom: box.bottom / parts },
  };
}

/** Returns a box around the whole ellipse of an arc from 0, 0. The formulas are those of the SVG specification, appendix F.6. */
function ellipse({ rx, ry }: { rx: number; ry: number }, degrees: number, positive: boolean, to: Point): Box {
  const [cos, sin] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)];
  // The middle of the chord, in the axes of the ellipse.
  const middle = { x: (cos * to.x + sin * to.y) / 2, y: (cos * to.y - sin * to.x) / 2 };
  const far = (middle.x / rx) ** 2 + (middle.y / ry) ** 2;
  const away = Math.sqrt(Math.max(0, (1 - far) / far)) * (positive ? 1 : -1);
  const center = { x: middle.x - (away * rx * middle.y) / ry, y: middle.y + (away * ry * middle.x) / rx };
  const [x, y] = [cos * center.x - sin * center.y, sin * center.x + cos * center.y];
  // Radii that are too small grow.
  const grown = Math.max(1, Math.sqrt(far));
  const [wide, high] = [grown * Math.hypot(rx * cos, ry * sin), grown * Math.hypot(rx * sin, ry * cos)];
  return { left: x - wide, top: y - high, right: x + wide, bottom: y + high };
}
