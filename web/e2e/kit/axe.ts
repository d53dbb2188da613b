import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';

/** axeViolations returns the accessibility problems on a page that axe rates as serious or critical, one line each. */
export async function axeViolations(page: Page): Promise<string[]> {
  // The legacy mode collects the results in the page itself. The default mode opens a second page, which frames alone need.
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] });
  const { violations } = await axe.analyze();
  const grave = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
  return grave.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`);
}
