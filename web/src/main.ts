import './styles/fonts.css';
import './styles/tokens.css';
import './styles/base.css';
import { mount } from 'svelte';
import App from './App.svelte';
import { me } from './lib/account/me.svelte.ts';
import { router } from './lib/app/router.svelte.ts';
import { loadCommonTexts } from './lib/i18n/translate';
import { openEarly } from './lib/net/early-live';
import { liveAddress } from './lib/net/table-address';
import { guardGestures } from './lib/ui/one-gesture';
import { guardText } from './lib/ui/text-guard';
import { markUnevenText } from './lib/ui/uneven-text';
import { pages } from './pages';

markUnevenText();
guardGestures();
const target = document.getElementById('app');
void me.load();
// The evaluation of the scripts and the first drawing are two tasks, so that the browser can answer in between.
const texts = loadCommonTexts();
// The code of the page comes at the same time as its texts.
const { route } = router;
pages.begin(route);
if (route.page === 'table') openEarly(liveAddress(route.id, route.invite), loadItsTitle);
const show = (): void => {
  target?.replaceChildren();
  guardText(document);
  if (target) mount(App, { target });
};
// Without texts the page keeps its offer to load again.
setTimeout(() => void texts.then(show, () => undefined));

/** Loads the code of a table's title as soon as its first message names it. */
function loadItsTitle(message: unknown): void {
  const [, title] = /"title":"([a-z]+)"/.exec(String(message)) ?? [];
  if (title) void import('./games/catalog').then(({ clients }) => clients.begin(title)).catch(() => undefined);
}
