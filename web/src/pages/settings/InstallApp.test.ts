// @vitest-environment jsdom
import { render, screen } from '@testing-library/svelte';
import { afterEach, expect, it, vi } from 'vitest';
import InstallApp from './InstallApp.svelte';

let standalone = false;

function show(secure: boolean): void {
  vi.stubGlobal('isSecureContext', secure);
  vi.stubGlobal('matchMedia', () => ({ matches: standalone }));
  render(InstallApp);
}
afterEach(() => {
  standalone = false;
});

it('says over plain HTTP what needs https', () => {
  show(false);
  expect(screen.getByTestId('install-insecure').textContent).toContain('https');
});

it('says nothing over https, and on this machine', () => {
  show(true);
  expect(screen.queryByTestId('install-insecure')).toBeNull();
});

it('says nothing in the installed app', () => {
  standalone = true;
  show(false);
  expect(screen.queryByTestId('install-insecure')).toBeNull();
});
