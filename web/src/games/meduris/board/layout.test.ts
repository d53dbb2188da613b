import { describe, expect, it } from 'vitest';
import {
  druidPosition,
  fieldPosition,
  materials,
  neighbours,
  onField,
  plateauPosition,
  riverPosition,
  runePosition,
  scorePosition,
  size,
  slabDepth,
  slotOf,
  spaces,
  scoreMarks,
  stockNumberPosition,
  stockPosition,
  workerPosition,
  type Point,
} from './layout';

const distance = (a: Point, b: Point): number => Math.hypot(a.x - b.x, a.y - b.y);
/** The angle clockwise from twelve o'clock, as a share of the full turn. */
const clock = ({ x, y }: Point): number => (Math.atan2(x - 500, 500 - y) / (2 * Math.PI) + 1) % 1;

describe.each([32, 40])('a ring of %i fields', (fields) => {
  const all = Array.from({ length: fields }, (_, i) => fieldPosition(fields, i));
  const first = fieldPosition(fields, 0);

  it('begins between nine and ten o’clock and goes clockwise', () => {
    expect(clock(first)).toBeGreaterThan(9.4 / 12);
    expect(clock(first)).toBeLessThan(10.2 / 12);
    const turned = all.map((spot) => (clock(spot) - clock(first) + 1) % 1);
    expect([...turned].sort((a, b) => a - b)).toEqual(turned);
  });

  it('keeps all slabs apart', () => {
    all.forEach((spot, i) => {
      all.slice(i + 1).forEach((other) => expect(distance(spot, other)).toBeGreaterThan(slotOf(fields) * 0.85));
    });
  });

  it('has the river only between the last field and field 0', () => {
    const near = all.map((spot, i) => ({ i, d: distance(spot, riverPosition()) })).sort((a, b) => a.d - b.d);
    expect(
      near
        .slice(0, 2)
        .map(({ i }) => i)
        .sort((a, b) => a - b),
    ).toEqual([0, fields - 1]);
    const step = distance(first, fieldPosition(fields, 1));
    expect(distance(first, fieldPosition(fields, fields - 1))).toBeGreaterThan(step * 1.5);
  });

  it('has the nearest fields as neighbors, the last next to the first', () => {
    expect(neighbours(fields, 0)).toEqual([fields - 1, 1]);
    expect(neighbours(fields, fields - 1)).toEqual([fields - 2, 0]);
    const [left, right] = neighbours(fields, 9);
    const near = all
      .map((spot, i) => ({ i, d: distance(spot, fieldPosition(fields, 9)) }))
      .sort((a, b) => a.d - b.d)
      .slice(1, 3)
      .map(({ i }) => i);
    expect(near.sort((a, b) => a - b)).toEqual([left, right]);
  });

  it('never has the druid on the number of a stock', () => {
    for (const material of materials) {
      const plate = stockNumberPosition(material);
      all.forEach((_, no) => {
        const { x, y } = druidPosition(fields, { at: 'field', no });
        const covered = Math.abs(x - plate.x) < 22 + 24 && plate.y + 16 > y - 62 && plate.y - 16 < y + 6;
        expect(covered, `${material}, field ${no}`).toBe(false);
      });
    }
  });

  it('stays inside the board, with the rune stones further out and the druid further in', () => {
    const regionOf = all.map((_, i) => Math.floor((i * 9) / fields));
    for (let region = 0; region < 9; region++) {
      const { x, y } = runePosition(regionOf, region);
      expect(Math.min(x, y, size - x, size - y)).toBeGreaterThan(40);
    }
    all.forEach((spot, no) => {
      expect(Math.min(spot.x, spot.y, size - spot.x, size - spot.y)).toBeGreaterThan(slabDepth);
      const inner = onField(fields, no, 0, -slabDepth);
      expect(distance(inner, { x: 500, y: 500 })).toBeLessThan(distance(spot, { x: 500, y: 500 }));
    });
  });
});

describe('the mountain', () => {
  it('has its plateaus in the four quarters, with space for three workers each', () => {
    expect(materials.map((m) => [plateauPosition(m).x < 500, plateauPosition(m).y < 520])).toEqual([
      [true, true],
      [false, true],
      [false, false],
      [true, false],
    ]);
    for (const m of materials) {
      expect(workerPosition(m, 3).y).toBeLessThan(workerPosition(m, 2).y);
      expect(workerPosition(m, 2).y).toBeLessThan(workerPosition(m, 1).y);
      expect(distance(stockPosition(m), workerPosition(m, 1))).toBeGreaterThan(100);
    }
  });

  it('has the druid walk from his temple over three stones to the gap before field 0', () => {
    const path = [
      druidPosition(32, { at: 'temple', no: 0 }),
      ...[1, 2, 3].map((no) => druidPosition(32, { at: 'stone', no })),
    ];
    const toGo = path.map((spot) => distance(spot, riverPosition(-slabDepth)));
    expect([...toGo].sort((a, b) => b - a)).toEqual(toGo);
  });
});

describe('the score track', () => {
  it('wraps, and does not go below 0', () => {
    expect(scorePosition(spaces + 3)).toEqual(scorePosition(3));
    expect(scorePosition(-1)).toEqual(scorePosition(0));
  });

  it('keeps players on the same space apart', () => {
    for (let points = 0; points < spaces; points++) {
      for (const count of [2, 3, 4]) {
        const marks = scoreMarks([0, 1, 2, 3].slice(0, count).map((seat) => ({ seat, points })));
        for (const { x, y, size: wide } of marks)
          expect(Math.min(x, y, size - x, size - y), 'inside the board').toBeGreaterThan(wide / 2 + 1);
        marks.forEach((a, i) =>
          marks.slice(i + 1).forEach((b) => expect(distance(a, b)).toBeGreaterThan((a.size + b.size) / 2 + 3.6)),
        );
      }
    }
    expect(scoreMarks([{ seat: 0, points: 5 }]).map(({ x, y }) => ({ x, y }))).toEqual(
      [scorePosition(5)].map(({ x, y }) => ({ x, y })),
    );
  });
});
