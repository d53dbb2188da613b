import { clients } from './games/catalog';
import { firstRoute } from './lib/app/route';
import { loadCommonTexts } from './lib/i18n/common-texts';
import { openEarly } from './lib/net/early-live';
import { liveAddress } from './lib/net/table-address';
import { pages } from './pages';
import { openTableCode, resultCode } from './pages/table/parts';

// This small script runs first. It asks for everything that the first page needs, so that no request waits for the code of another. Its
// modules use no component.

const texts = loadCommonTexts();
pages.begin(firstRoute);
if (firstRoute.page === 'table') openEarly(liveAddress(firstRoute.id, firstRoute.invite), loadItsTitle);
// Without code or texts the page keeps its offer to load again.
void Promise.all([import('./main'), texts]).then(
  ([{ show }]) => {
    // The evaluation of the scripts and the first drawing are two tasks, so that the browser can answer in between.
    setTimeout(show);
  },
  () => undefined,
);

/** Loads the code of a table's title and state as soon as its first message names them. */
function loadItsTitle(message: unknown): void {
  const [, title] = /"title":"([a-z]+)"/.exec(String(message)) ?? [];
  const [, state] = /"state":"([a-z]+)"/.exec(String(message)) ?? [];
  if (title) clients.begin(title);
  if (state === 'open') openTableCode.begin(state);
  if (state === 'finished') resultCode.begin(state);
}
