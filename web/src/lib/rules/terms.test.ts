// @vitest-environment jsdom
import { expect, it } from 'vitest';
import { languages } from '../i18n/text';

const catalogs = import.meta.glob<Record<string, string>>('../../games/*/texts/*.json', {
  eager: true,
  import: 'default',
});
const shown = /^(goal|first|decision|aid)\.|^(spot|effect)\./;

/** A term whose forms no text contains would never be explained. */
it.each(
  Object.entries(catalogs)
    .filter(([, texts]) => Object.keys(texts).some((key) => key.startsWith('term.')))
    .map(([path, texts]) => [path.replace('../../games/', ''), texts] as const),
)('the terms of %s are in its texts', (_, texts) => {
  const all = Object.entries(texts)
    .filter(([key]) => shown.test(key))
    .map(([, text]) => JSON.stringify(text).toLowerCase());
  for (const [key, forms] of Object.entries(texts).filter(([key]) => /^term\.\w+$/.test(key)))
    expect(
      String(forms)
        .toLowerCase()
        .split(/,\s*/)
        .some((form) => all.some((text) => text.includes(form))),
      key,
    ).toBe(true);
});

it('reads all languages', () =>
  expect(Object.keys(catalogs).length).toBeGreaterThanOrEqual(3 * Object.keys(languages).length));
