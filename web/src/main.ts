import './styles/fonts.css';
import './styles/tokens.css';
import './styles/base.css';
import { mount } from 'svelte';
import App from './App.svelte';
import { me } from './lib/account/me.svelte.ts';
import { guardGestures } from './lib/ui/one-gesture';
import { guardText } from './lib/ui/text-guard';
import { markUnevenText } from './lib/ui/uneven-text';

markUnevenText();
guardGestures();
void me.load();

/** Draws the page. Its texts must be loaded. */
export function show(): void {
  const target = document.getElementById('app');
  target?.replaceChildren();
  guardText(document);
  if (target) mount(App, { target });
}
