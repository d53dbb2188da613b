import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';

/** What shuts out people who cannot see well, or use a keyboard: what axe finds on a page that is serious or worse, in words. */
export async function barriers(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  const grave = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
  return grave.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`);
}
