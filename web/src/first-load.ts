import { clients } from './games/catalog';
import { firstRoute } from './lib/app/route';
import { listFormat } from './lib/environment/locale';
import { loadCommonTexts } from './lib/i18n/common-texts';
import { openEarly } from './lib/net/early-live';
import { liveAddress } from './lib/net/table-address';
import { pages } from './pages';
import { aroundCode, openTableCode, resultCode } from './pages/table/parts';

// This small script runs first. It asks for everything that the first page needs, so that no request waits for the code of another. Its
// modules use no component.

/** This is the longest time in milliseconds for which a table's page waits for its fonts. */
const longestWait = 5000;

// Main script and texts draw the place of the page, so they come before its code.
const texts = loadCommonTexts();
setTimeout(loadPage);
// The first formatter of a page takes a slow phone 50 to 100 ms. They pass while the page waits for its code.
setTimeout(() => listFormat('en'));
// Without code or texts the page keeps its offer to load again.
void Promise.all([import('./main'), texts]).then(
  ([{ show }]) => {
    // The evaluation of the scripts and the first drawing are two tasks, so that the browser can answer in between.
    setTimeout(show);
  },
  () => undefined,
);

function loadPage(): void {
  void pages.begin(firstRoute);
  if (firstRoute.page === 'table')
    openEarly(liveAddress(firstRoute.id, firstRoute.invite), (message) => void loadItsTitle(message));
  // The fonts are as large as a title, so a first visit to a table loads them after its code. A service worker has them already.
  const worker = (navigator as Partial<Navigator>).serviceWorker?.controller;
  if (firstRoute.page === 'table' && !worker) setTimeout(showFonts, longestWait);
  else showFonts();
}

/** Loads the code of a table's title and state as soon as its first message names them, and then what comes after the board. */
async function loadItsTitle(message: unknown): Promise<void> {
  const [, title] = /"title":"([a-z]+)"/.exec(String(message)) ?? [];
  const [, state] = /"state":"([a-z]+)"/.exec(String(message)) ?? [];
  const [there] = await Promise.all([
    title && clients.begin(title),
    state === 'open' && openTableCode.begin(state),
    state === 'finished' && resultCode.begin(state),
  ]);
  // Scripts that ask for a lost one are lost too, until the page is loaded again. So they come only after the title.
  if (title && there) await aroundCode.begin(title);
  await loadFonts();
}

/** Loads both fonts before it shows them, so that the texts are laid out anew only once. */
async function loadFonts(): Promise<void> {
  await Promise.allSettled(["1em 'Inter Variable'", '600 1em Cinzel'].map((font) => document.fonts.load(font)));
  showFonts();
}

/** Shows texts in the fonts of the client. The browser loads them if it has not. The parts of a table come in turn: all together are a long task. */
function showFonts(): void {
  const parts = [...document.querySelectorAll<HTMLElement>('.table > *')];
  const showNext = (): void => {
    const part = parts.shift();
    if (!part) return void delete document.documentElement.dataset.fonts;
    part.dataset.fonts = 'own';
    requestAnimationFrame(() => setTimeout(showNext));
  };
  showNext();
}
