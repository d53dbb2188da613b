import { describe, expect } from 'vitest';
import { openPages, startTable } from '../kit/api';
import { DruidsPlayer } from '../kit/druids-player';
import { test } from '../kit/fixture';
import { keyboardAndTouch } from '../kit/keyboard-and-touch';
import { long } from '../kit/long';
import { PangeaPlayer } from '../kit/pangea-player';
import { Random } from '../kit/random';
import { expectResult } from '../kit/result';

const titles = {
  druids: { Player: DruidsPlayer, language: 'fr', outside: 80, kinds: ['dice', 'figure', 'stone'] },
  pangea: { Player: PangeaPlayer, language: 'it', outside: undefined, kinds: ['tower', 'end'] },
};

describe.for(Object.entries(titles))('%s', ([title, { Player, language, outside, kinds }]) => {
  test('is played by keyboard and by touch', async ({ fixture, annotate }) => {
    const { people, touch, inputOf, check } = await keyboardAndTouch(fixture, language);
    await openPages(fixture.url, people, await startTable(fixture.url, people, { title }));
    const player = new Player(new Random(5), inputOf, outside);
    await player.play(people, () => !long && player.decisions >= 12);
    if (long) await expectResult(fixture.url, people);
    for (const kind of kinds) expect(player.pressed.get(kind) ?? 0, `choices: ${kind}`).toBeGreaterThan(0);
    expect(touch.explained, 'taps that only explained a spot').toBeGreaterThan(0);
    await check(annotate, `${player.decisions} decisions, ${JSON.stringify([...player.pressed])}`);
  });
});
