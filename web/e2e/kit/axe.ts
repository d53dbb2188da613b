import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { headingFaults } from './headings';
import type { Person } from './person';
import { until } from './until';
import { untilPainted } from './log';

/** These are the tags of the WCAG rules at the levels A and AA. */
const levels = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/**
 * axeViolations returns the violations of WCAG 2.2 A and AA on a page that axe finds, one line each. With `colors`, it checks only the
 * contrast of colors. It checks the first lines of a log only, because all lines are alike and axe is slow.
 */
export async function axeViolations(page: Page, only?: 'colors'): Promise<string[]> {
  // A page that was checked before has the script of axe, which has more than a megabyte.
  const loaded = await page.evaluate(() => 'axe' in window);
  // The legacy mode collects the results in the page itself. The default mode opens a second page, which only frames need.
  const axe = new AxeBuilder({ page, ...(loaded && { axeSource: 'undefined' }) })
    .setLegacyMode()
    .options({
      resultTypes: ['violations'],
      preload: false, // none of these rules needs the files of the page once more
      runOnly: only ? ['color-contrast'] : levels,
      // This rule of WCAG 2.2 is off by default.
      ...(!only && { rules: { 'target-size': { enabled: true } } }),
    })
    .exclude('[data-testid="log-entry"]:nth-child(n + 12)');
  const { violations } = await axe.analyze();
  return violations.flatMap(({ id, nodes }) => {
    // Spots have an equivalent: the list of all choices has large buttons (exception "Equivalent" of success criterion 2.5.8).
    const found = nodes.filter(({ html }) => id !== 'target-size' || !html.includes('data-spot='));
    return found.length === 0 ? [] : [`${id}: ${found.map(({ html }) => html.slice(0, 200)).join(' | ')}`];
  });
}

/** Shows a page by day or by night. */
export async function useTheme(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme });
  const theme = colorScheme === 'light' ? 'day' : 'night';
  await until(`it is ${theme}`, () =>
    page.evaluate((wanted) => document.documentElement.dataset.theme === wanted, theme),
  );
}

/** Collects the problems of a person's page in these themes, by default in both: violations of WCAG, and faults of the headings. */
export async function accessProblems(
  { page, name }: Person,
  state: string,
  themes: readonly ('light' | 'dark')[] = ['light', 'dark'],
): Promise<string[]> {
  const problems = await headingFaults(page);
  for (const colorScheme of themes) {
    await useTheme(page, colorScheme);
    await untilPainted(page);
    // Night differs in colors only.
    problems.push(...(await axeViolations(page, colorScheme === 'dark' ? 'colors' : undefined)));
  }
  return problems.map((problem) => `${state} (${name}): ${problem}`);
}
