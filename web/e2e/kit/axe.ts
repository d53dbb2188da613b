import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';

/**
 * axeViolations returns the accessibility problems on a page that axe rates as serious or critical, one line each. With `colors`, it
 * checks only the contrast of colors. It checks the first lines of a log only, because all lines are alike and axe is slow.
 */
export async function axeViolations(page: Page, only?: 'colors'): Promise<string[]> {
  // The legacy mode collects the results in the page itself. The default mode opens a second page, which only frames need.
  const axe = new AxeBuilder({ page })
    .setLegacyMode()
    .options({ resultTypes: ['violations'], ...(only && { runOnly: ['color-contrast'] }) })
    .exclude('[data-testid="log-entry"]:nth-child(n + 12)');
  const { violations } = await axe.analyze();
  const grave = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
  return grave.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`);
}
