import { describe, expect, it } from 'vitest';
import { choiceView, framing, larger, resized, zoomAt, type ChoiceTarget, type ZoomMoment } from './choice-zoom';
import { fullView } from './zoom';

const frame = 400;

/** A square target of a board. */
function target(x: number, y: number, side: number): ChoiceTarget {
  return { left: x - side / 2, right: x + side / 2, top: y - side / 2, bottom: y + side / 2, least: side };
}

/** Expects a viewport to show all of the targets. */
function expectVisible(targets: readonly ChoiceTarget[], { scale, x, y }: typeof fullView): void {
  for (const { left, right, top, bottom } of targets) {
    for (const at of [left, right]) expect(at * frame * scale + x).toBeGreaterThanOrEqual(0);
    for (const at of [left, right]) expect(at * frame * scale + x).toBeLessThanOrEqual(frame);
    for (const at of [top, bottom]) expect(at * frame * scale + y).toBeGreaterThanOrEqual(0);
    for (const at of [top, bottom]) expect(at * frame * scale + y).toBeLessThanOrEqual(frame);
  }
}

const some = [target(0.2, 0.3, 0.05), target(0.35, 0.5, 0.06)];
const around = [target(0.05, 0.5, 0.05), target(0.95, 0.5, 0.05)];
const corner = [target(0.03, 0.03, 0.05)];

describe('the view of a choice', () => {
  it.each([
    ['some', some],
    ['in a corner', corner],
  ])('shows all small targets, large enough for a finger: %s', (_, targets) => {
    const view = choiceView(targets, frame);
    expectVisible(targets, view);
    expect(Math.min(...targets.map(({ least }) => least)) * frame * view.scale).toBeGreaterThanOrEqual(44);
  });

  it('shows as much as it can of targets far apart', () => {
    const apart = [target(0.2, 0.3, 0.02), target(0.7, 0.5, 0.02)];
    const view = choiceView(apart, frame);
    expect(view).toEqual(framing(apart, frame));
    expectVisible(apart, view);
  });

  it('is the whole board if the targets are large, are everywhere, or do not exist', () => {
    expect(choiceView([target(0.3, 0.3, 0.2)], frame)).toEqual(fullView);
    expect(choiceView(around, frame)).toEqual(fullView);
    expect(choiceView([], frame)).toEqual(fullView);
  });
});

describe('the zoom', () => {
  const moment: ZoomMoment = { decision: '4-1', playing: false, busy: false, targets: some, allowed: true, frame };
  const start = { viewport: fullView, by: 'board' as const, own: '', playing: false };
  const zoomedIn = zoomAt(start, moment);

  it('goes to the choices when a decision opens, and follows the steps of the choice', () => {
    expect(zoomedIn.viewport).toEqual(choiceView(some, frame));
    expect(zoomAt(zoomedIn, { ...moment, targets: corner }).viewport).toEqual(choiceView(corner, frame));
    expect(zoomAt(zoomedIn, { ...moment, targets: around }).viewport).toEqual(fullView);
  });

  it('shows the whole board while events play, and after the decision', () => {
    expect(zoomAt(zoomedIn, { ...moment, playing: true }).viewport).toEqual(fullView);
    expect(zoomAt(zoomedIn, { ...moment, decision: '', targets: [] }).viewport).toEqual(fullView);
  });

  it('stays while a command is in flight', () => {
    expect(zoomAt(zoomedIn, { ...moment, busy: true, targets: [] }).viewport).toEqual(zoomedIn.viewport);
  });

  it('stays as the reader left it until the next decision', () => {
    const out = { ...zoomedIn, viewport: fullView, by: 'hand' as const, own: '4-1' };
    expect(zoomAt(out, { ...moment, targets: corner }).viewport).toEqual(fullView);
    const after = zoomAt(zoomAt(out, { ...moment, playing: true }), moment);
    expect(after.viewport).toEqual(fullView);
    expect(zoomAt(out, { ...moment, decision: '5-2' }).viewport).toEqual(choiceView(some, frame));
  });

  it('keeps the hand of a reader who looks around, except when a playback begins', () => {
    const near = { viewport: { scale: 2, x: -9, y: -9 }, by: 'hand' as const, own: '', playing: false };
    expect(zoomAt(near, { ...moment, decision: '', targets: [] }).viewport).toEqual(near.viewport);
    expect(zoomAt(near, { ...moment, playing: true }).viewport).toEqual(fullView);
    expect(zoomAt({ ...near, playing: true }, { ...moment, playing: true }).viewport).toEqual(near.viewport);
  });

  it('is never the board’s where the reader or the screen has no need of it', () => {
    expect(zoomAt(start, { ...moment, allowed: false }).viewport).toEqual(fullView);
  });
});

it('enlarges onto the choices first, and then step by step', () => {
  const view = larger(fullView, some, frame);
  expect(view).toEqual(framing(some, frame));
  expect(larger(fullView, [], frame).scale).toBe(1.6);
  expect(larger(fullView, around, frame).scale).toBe(1.6);
});

it('shows the same part after a change of the window', () => {
  expect(resized({ scale: 2, x: -100, y: -50 }, 400, 200)).toEqual({ scale: 2, x: -50, y: -25 });
});
