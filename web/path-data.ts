/** The number of coordinates of each path command. Arcs are left out. */
const lengths: Readonly<Record<string, number>> = { m: 2, l: 2, h: 1, v: 1, c: 6, s: 4, q: 4, t: 2, z: 0 };
/** Coordinates are counted in parts of a unit, so that sums are exact. */
const parts = 100;

/** Writes SVG path data with relative coordinates, which are shorter. Path data with an arc is returned as it is. */
export function relativePath(d: string): string {
  const tokens = d.match(/[a-z]|-?(?:\d+\.?\d*|\.\d+)/gi) ?? [];
  const at = { x: 0, y: 0 };
  const start = { x: 0, y: 0 };
  let out = '';
  let last = '';
  for (let i = 0, command = ''; i < tokens.length;) {
    const token = tokens[i] ?? '';
    if (/[a-z]/i.test(token)) {
      command = token;
      i++;
    }
    const kind = command.toLowerCase();
    const length = lengths[kind];
    if (length === undefined) return d;
    const numbers = tokens.slice(i, i + length).map((number) => Math.round(Number(number) * parts));
    if (numbers.length < length || numbers.some(Number.isNaN)) throw new Error(`broken path data: ${d}`);
    i += length;
    if (kind === 'z') {
      out += 'z';
      last = 'z';
      Object.assign(at, start);
      continue;
    }
    const isY = (k: number): boolean => kind === 'v' || (kind !== 'h' && k % 2 === 1);
    const relative = numbers.map((n, k) => (command === kind ? n : n - (isY(k) ? at.y : at.x)));
    for (const [k, n] of relative.slice(kind === 'h' || kind === 'v' ? -1 : -2).entries())
      if (isY(k)) at.y += n;
      else at.x += n;
    if (kind === 'm') Object.assign(start, at);
    if (kind !== last || kind === 'm') out += kind;
    relative.forEach((n, k) => {
      const number = String(n / parts).replace(/^(-?)0\./, '$1.');
      out += (k > 0 || (kind === last && kind !== 'm')) && n >= 0 ? ` ${number}` : number;
    });
    last = kind;
    // The pairs after the first one of a move are lines.
    if (kind === 'm') command = command === 'm' ? 'l' : 'L';
  }
  return out;
}
