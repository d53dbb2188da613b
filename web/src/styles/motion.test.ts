import { expect, it } from 'vitest';
import { throwing, turned } from '../games/meduris/animation/stage/roll-keyframes';
import { held, keyframes } from '../lib/animation/motion';

/** Browsers animate these without layout and paint. */
const cheap = ['transform', 'opacity'];

/** These files may animate other properties. */
const exceptions: Readonly<Record<string, readonly string[]>> = {
  // The way on appears at once after a delay. Nothing moves, and no script can show it.
  './layout.css': ['visibility'],
};

const sources: Record<string, string> = import.meta.glob(['../**/*.{css,svelte,ts}', '!../**/*.test.ts'], {
  eager: true,
  query: '?raw',
  import: 'default',
});

/** Returns the properties that the keyframes and transitions of a style sheet animate. */
function animated(source: string): string[] {
  const css = source.replace(/\/\*[^]*?\*\//g, '');
  const keyframes = [...css.matchAll(/@keyframes\s+[\w-]+\s*\{((?:[^{}]*\{[^{}]*\})*)[^{}]*\}/g)]
    .flatMap(([, steps = '']) => [...steps.matchAll(/\{([^{}]*)\}/g)])
    .flatMap(([, step = '']) => step.split(';'))
    .map((declaration) => declaration.split(':')[0]?.trim() ?? '')
    .filter((property) => property !== '' && property !== 'animation-timing-function');
  const transitions = [...css.matchAll(/(?<![\w-])transition(?:-property)?:\s*([^;}]*)/g)]
    .flatMap(([, value = '']) => value.replace(/\([^()]*\)/g, '').split(','))
    .map((one) => one.trim().split(/\s+/)[0] ?? '')
    .filter((property) => property !== 'none');
  return [...keyframes, ...transitions];
}

it('finds the properties that are animated', () => {
  expect(
    animated(`@keyframes a { from { left: 0; opacity: 0 } 50%, to { /* width: 1px; */ r: 3px } }
      .a { transition: fill 1s cubic-bezier(0.1, 0.2, 0.3, 0.4), transform var(--calm) }
      .b { transition-property: width, opacity; transition-duration: 2s } .c { transition: 1s; transition: none }`),
  ).toEqual(['left', 'opacity', 'r', 'fill', 'transform', 'width', 'opacity', '1s']);
});

it('is transform and opacity alone', () => {
  const checked = Object.entries(sources).filter(([path]) => !path.endsWith('.ts'));
  const found = checked.flatMap(([path, source]) =>
    animated(source)
      .filter((property) => !cheap.includes(property) && !exceptions[path]?.includes(property))
      .map((property) => `${path} animates ${property}`),
  );
  expect(found).toEqual([]);
  expect(checked.flatMap(([, source]) => animated(source)).length).toBeGreaterThan(15);
});

it('has no other source: scripts animate keyframes of two functions, and no svg animates itself', () => {
  const using = (pattern: RegExp): string[] =>
    Object.entries(sources)
      .filter(([, source]) => pattern.test(source))
      .map(([path]) => path);
  const calls = Object.values(sources).flatMap((source) => [...source.matchAll(/\.animate(?:\?\.)?\(\s*(\w*)/g)]);
  // A title's function of this name gets a change of the table. Held keyframes keep their properties.
  expect([...new Set(calls.map(([, first]) => first))].sort()).toEqual(['change', 'entry', 'held']);
  const played = Object.values(sources).flatMap((source) => [...source.matchAll(/\banimatePiece\(\w+, (\w+)/g)]);
  expect([...new Set(played.map(([, first]) => first))].sort()).toEqual(['keyframes', 'throwing']);
  const path = [
    { x: 1, y: 2 },
    { x: 3, y: 4 },
  ];
  const frames: object[] = [
    ...Object.keys(turned).flatMap((face) => throwing(face, 50)),
    ...(['fly', 'walk', 'rise', 'float', 'glow', 'roll'] as const).flatMap((motion) =>
      held(keyframes({ motion, path, from: 0, to: 1 }, 1), 500, 0.2, 0.8),
    ),
  ];
  const moved = new Set(frames.flatMap((frame) => Object.keys(frame)));
  expect([...moved].filter((name) => !['offset', 'easing'].includes(name)).sort()).toEqual(['opacity', 'transform']);
  expect(using(/\bnew (?:Animation|KeyframeEffect)\b/)).toEqual([]);
  expect(using(/<(?:animate|animateTransform|animateMotion|set)\b/)).toEqual([]);
  expect(using(/from 'svelte\/(?:transition|animate|motion)'/)).toEqual([]);
});
