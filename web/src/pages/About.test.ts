// @vitest-environment jsdom
import { render, screen } from '@testing-library/svelte';
import { expect, it, vi } from 'vitest';
import About from './About.svelte';

function serve(texts: Record<string, string>): void {
  vi.stubGlobal('fetch', (path: string) =>
    Promise.resolve(path in texts ? new Response(texts[path]) : new Response('', { status: 404 })),
  );
}

it('shows the version, the license and the notices', async () => {
  serve({ '/version.txt': 'v1.2.3\n', '/license.txt': 'MIT License', '/third-party-notices.txt': 'svelte 5 (npm)' });
  render(About);
  expect((await screen.findByTestId('version')).textContent).toContain('v1.2.3');
  expect(await screen.findByText('MIT License')).toBeTruthy();
  expect(await screen.findByText('svelte 5 (npm)')).toBeTruthy();
});

it('says if a text could not be loaded', async () => {
  serve({ '/version.txt': 'v1.2.3\n', '/license.txt': 'MIT License' });
  render(About);
  expect((await screen.findByRole('alert')).textContent).toContain('could not be loaded');
  expect(await screen.findByText('MIT License')).toBeTruthy();
});
