/**
 * The parts of a table page that are drawn after its frame, in this order, and then the work that nobody sees. Each part is drawn in a task of
 * its own, so that the browser paints and answers in between.
 */
const turns = ['board', 'spots', 'panel', 'players', 'notes', 'log', 'aid', 'list', 'summary', 'labels'] as const;

/** This is the first turn of the work that nobody sees. It waits for no frame of its own. */
const unseen = turns.indexOf('summary');

/** This is the last turn of the board. */
const board = turns.indexOf('spots');

/** Work that is done later. */
export type Turn = (typeof turns)[number];

/** This is the longest wait for a frame, in milliseconds. A page in the background draws no frames. */
const longestWait = 100;

/** This is the time in milliseconds after which a task begins no other job. Small jobs share a task. */
const enough = 4;

/** The settings of drawing in slices. Unit tests draw everything at once. */
export const slices = { atOnce: false };

interface Job {
  turn: number;
  run: () => void;
}

const waiting: Job[] = [];
/** The next task: after a frame, or in the idle moment with this number. */
let planned: 'frame' | number | undefined;
/** The turn of the last job. */
let done = -1;

/** Runs a job in another task, after a frame was painted and after the jobs with an earlier turn. The returned function cancels it. */
export function later(turn: Turn, run: () => void): () => void {
  const job = { turn: turns.indexOf(turn), run };
  waiting.push(job);
  // A part that is seen waits for no idle moment.
  if (job.turn < unseen && typeof planned === 'number') {
    cancelIdleCallback(planned);
    planned = undefined;
  }
  plan();
  return () => {
    const at = waiting.indexOf(job);
    if (at >= 0) waiting.splice(at, 1);
  };
}

/** Plans the next task. After a part that is seen, it waits for a frame. Work that nobody sees waits for an idle moment and asks for no frame. */
function plan(painted = false): void {
  if (planned !== undefined || waiting.length === 0) return;
  const idle = waiting.every(({ turn }) => turn >= unseen);
  // Some browsers do not tell when they are idle.
  const { requestIdleCallback: whenIdle } = globalThis as Partial<typeof globalThis>;
  if (idle && whenIdle) {
    planned = whenIdle(next, { timeout: longestWait });
    return;
  }
  planned = 'frame';
  if (idle && painted) {
    setTimeout(next);
    return;
  }
  let begun = false;
  const begin = (): void => {
    if (begun) return;
    begun = true;
    setTimeout(next);
  };
  // The frame of the board is on the screen when the next one begins.
  const shown = done >= 0 && done <= board && waiting.every(({ turn }) => turn > board);
  requestAnimationFrame(shown ? () => requestAnimationFrame(begin) : begin);
  setTimeout(begin, longestWait);
}

function next(): void {
  planned = undefined;
  const begin = performance.now();
  let painted = true;
  try {
    while (waiting.length > 0 && performance.now() - begin < enough) {
      const job = first();
      if (job && job.turn < unseen) painted = false;
      done = job?.turn ?? done;
      job?.run();
    }
  } finally {
    plan(painted);
  }
}

/** Takes the oldest of the jobs whose turn is first. */
function first(): Job | undefined {
  const turn = Math.min(...waiting.map((job) => job.turn));
  return waiting.splice(
    waiting.findIndex((job) => job.turn === turn),
    1,
  )[0];
}
