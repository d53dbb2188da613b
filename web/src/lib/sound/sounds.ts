/** A part of a sound: an oscillator with a wave form, or filtered noise. Times are in milliseconds, pitches in hertz. */
export interface Voice {
  wave: 'sine' | 'triangle' | 'noise';
  /** The pitch at the start; for noise, the middle of its band. */
  pitch: number;
  /** The pitch at the end, if it glides. */
  to?: number;
  /** The narrowness of the band of noise. */
  narrow?: number;
  at: number;
  /** The time until the loudest point, and from there until silence. */
  rise: number;
  fall: number;
  /** The loudest amplitude, from 0 to 1. */
  loud: number;
}

/** A dull click of wood. */
const click = (at: number, pitch: number, loud: number): Voice[] => [
  { wave: 'triangle', pitch, to: pitch * 0.7, at, rise: 1, fall: 45, loud },
  { wave: 'noise', pitch: pitch * 2.4, narrow: 2, at, rise: 1, fall: 25, loud },
];

/** A soft bell. */
const bell = (at: number, pitch: number, loud: number, fall: number): Voice[] => [
  { wave: 'sine', pitch, at, rise: 8, fall, loud },
  { wave: 'sine', pitch: pitch * 2.76, at, rise: 4, fall: fall * 0.4, loud: loud * 0.25 },
];

/** All sounds. Each is short, quiet, and made of a few voices. */
const all = {
  // A die bounces and comes to rest.
  dice: [...click(0, 880, 0.3), ...click(95, 760, 0.26), ...click(170, 920, 0.2), ...click(225, 700, 0.14)],
  stone: [
    { wave: 'sine', pitch: 210, to: 120, at: 0, rise: 2, fall: 150, loud: 0.5 },
    { wave: 'noise', pitch: 480, narrow: 1.2, at: 0, rise: 1, fall: 70, loud: 0.5 },
  ],
  wood: [
    { wave: 'triangle', pitch: 560, to: 410, at: 0, rise: 2, fall: 110, loud: 0.4 },
    { wave: 'noise', pitch: 1500, narrow: 3, at: 0, rise: 1, fall: 30, loud: 0.4 },
  ],
  wool: [{ wave: 'noise', pitch: 620, narrow: 0.6, at: 0, rise: 50, fall: 150, loud: 0.35 }],
  coin: [
    { wave: 'sine', pitch: 2093, at: 0, rise: 2, fall: 140, loud: 0.16 },
    { wave: 'sine', pitch: 2794, at: 70, rise: 2, fall: 230, loud: 0.14 },
    { wave: 'noise', pitch: 5200, narrow: 4, at: 0, rise: 1, fall: 20, loud: 0.2 },
  ],
  card: [
    { wave: 'noise', pitch: 3600, to: 1700, narrow: 0.8, at: 0, rise: 25, fall: 95, loud: 0.3 },
    { wave: 'noise', pitch: 900, narrow: 1, at: 95, rise: 2, fall: 40, loud: 0.25 },
  ],
  river: [
    { wave: 'noise', pitch: 520, to: 1300, narrow: 0.9, at: 0, rise: 170, fall: 400, loud: 0.4 },
    { wave: 'sine', pitch: 480, to: 820, at: 120, rise: 20, fall: 90, loud: 0.12 },
    { wave: 'sine', pitch: 560, to: 980, at: 290, rise: 20, fall: 90, loud: 0.1 },
  ],
  step: [
    { wave: 'noise', pitch: 320, narrow: 1.2, at: 0, rise: 6, fall: 75, loud: 0.5 },
    { wave: 'sine', pitch: 120, to: 80, at: 0, rise: 4, fall: 90, loud: 0.4 },
    { wave: 'noise', pitch: 270, narrow: 1.2, at: 210, rise: 6, fall: 75, loud: 0.4 },
    { wave: 'sine', pitch: 105, to: 75, at: 210, rise: 4, fall: 90, loud: 0.35 },
  ],
  offering: [...bell(0, 392, 0.28, 300), ...bell(110, 523.25, 0.24, 380)],
  vote: [
    { wave: 'triangle', pitch: 300, to: 230, at: 0, rise: 2, fall: 90, loud: 0.4 },
    { wave: 'triangle', pitch: 340, to: 260, at: 130, rise: 2, fall: 110, loud: 0.4 },
  ],
  gong: [
    { wave: 'sine', pitch: 147, to: 142, at: 0, rise: 12, fall: 580, loud: 0.4 },
    { wave: 'sine', pitch: 353, to: 346, at: 0, rise: 6, fall: 420, loud: 0.14 },
    { wave: 'sine', pitch: 589, at: 0, rise: 4, fall: 240, loud: 0.07 },
  ],
  spell: [
    { wave: 'sine', pitch: 520, to: 1240, at: 0, rise: 90, fall: 290, loud: 0.18 },
    { wave: 'triangle', pitch: 780, to: 1560, at: 60, rise: 80, fall: 300, loud: 0.1 },
  ],
  refused: [
    { wave: 'triangle', pitch: 196, to: 185, at: 0, rise: 6, fall: 120, loud: 0.35 },
    { wave: 'triangle', pitch: 165, to: 150, at: 140, rise: 6, fall: 170, loud: 0.35 },
  ],
  turn: [...bell(0, 659.25, 0.24, 380), ...bell(160, 987.77, 0.24, 420)],
  clock: [...click(0, 990, 0.3), ...click(160, 880, 0.3)],
  win: [...bell(0, 523.25, 0.22, 300), ...bell(90, 659.25, 0.22, 300), ...bell(180, 783.99, 0.24, 400)],
} satisfies Record<string, readonly Voice[]>;

export type SoundName = keyof typeof all;

export const sounds: Readonly<Record<SoundName, readonly Voice[]>> = all;

export function soundLength(voices: readonly Voice[]): number {
  return Math.max(...voices.map(({ at, rise, fall }) => at + rise + fall));
}
