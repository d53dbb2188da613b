import './styles/fonts.css';
import './styles/tokens.css';
import './styles/base.css';
import { mount } from 'svelte';
import App from './App.svelte';
import { router } from './lib/app/router.svelte.ts';
import { loadCommonTexts } from './lib/i18n/translate';
import { guardGestures } from './lib/ui/one-gesture';
import { guardText } from './lib/ui/text-guard';
import { markUnevenText } from './lib/ui/uneven-text';
import { pageOf } from './pages';

markUnevenText();
guardGestures();
const target = document.getElementById('app');
// The evaluation of the scripts and the first drawing are two tasks, so that the browser can answer in between.
const texts = loadCommonTexts();
// The code of the page comes at the same time as its texts. If it is lost, the app loads it again.
void pageOf(router.route).catch(() => undefined);
const show = (): void => {
  target?.replaceChildren();
  guardText(document);
  if (target) mount(App, { target });
};
// Without texts the page keeps its offer to load again.
setTimeout(() => void texts.then(show, () => undefined));
