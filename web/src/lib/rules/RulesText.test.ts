// @vitest-environment jsdom
import { fireEvent, render, screen, waitFor } from '@testing-library/svelte';
import { describe, expect, it, vi } from 'vitest';
import { loaders, loadRules } from '../../games/catalog';
import { languages, type Language } from '../i18n/text';
import RulesText from './RulesText.svelte';

// These tests load and compile whole titles, which is slow on a busy machine. Speed is not tested here.
vi.setConfig({ testTimeout: 60_000 });

async function shown(title: string, language: Language, at?: string): Promise<HTMLElement> {
  const Text = await loadRules(title, language);
  if (!Text) throw new Error(`no rules of ${title} in ${language}`);
  return render(RulesText, { Text, at }).container;
}

describe('the rules', () => {
  it.each(
    Object.keys(loaders).flatMap((title) => Object.keys(languages).map((one) => [title, one as Language] as const)),
  )('of %s in %s have one anchor for each rule id, and parts that the contents list', async (title, language) => {
    const container = await shown(title, language);
    const ids = [...container.querySelectorAll('.rules [id]')].map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    for (const span of container.querySelectorAll<HTMLElement>('[data-rule]')) expect(ids).toContain(span.dataset.rule);
    await waitFor(() =>
      expect(container.querySelectorAll('.contents a').length).toBe(
        container.querySelectorAll('.rules :is(h2, h3)').length,
      ),
    );
  });

  it('open at a rule, whose paragraph has the focus and the mark', async () => {
    const container = await shown('meduris', 'en', 'M25');
    await waitFor(() => expect(document.activeElement?.textContent).toContain('Build a temple'));
    expect(container.querySelectorAll('.shown').length).toBe(1);
  });

  it('mark all paragraphs of a rule', async () => {
    const container = await shown('druids', 'en', 'D53');
    await waitFor(() => expect(container.querySelectorAll('.shown').length).toBe(2));
  });

  it('are searched without accents and case', async () => {
    await shown('druids', 'nl');
    const field = screen.getByTestId('rules-search');
    await fireEvent.input(field, { target: { value: 'DRUIDE bos' } });
    expect(screen.queryAllByRole('button')).toEqual([]);
    await fireEvent.input(field, { target: { value: 'een druide' } });
    expect(screen.getAllByRole('button').length).toBeGreaterThan(0);
    await fireEvent.keyDown(field, { key: 'Enter' });
    await waitFor(() => expect(document.activeElement?.textContent.toLowerCase()).toContain('druïde'));
  });
});
