import { describe, expect } from 'vitest';
import { startTable } from './kit/api';
import { test } from './kit/fixture';
import { introduce, openTable } from './kit/lobby';
import { en } from './kit/text';
import { until } from './kit/until';

// Every test fails if a page violates the policy, because a violation is an error of the page. This one visits the other pages, and checks that
// violations are blocked and seen.
describe('the content security policy', () => {
  test('fits all pages and blocks everything else', async ({ fixture }) => {
    const ada = await fixture.person('Ada');
    await introduce(ada, fixture.url);
    for (const title of ['meduris', 'druids', 'pangea']) {
      await ada.page.goto(`${fixture.url}/rules/${title}`);
      await ada.page.locator('article p').first().waitFor();
    }
    await ada.page.goto(`${fixture.url}/about`);
    await ada.page.locator('main h1').waitFor();
    await ada.page.goto(`${fixture.url}/settings`);
    await ada.page.getByTestId('let-in').waitFor();
    await ada.page.goto(`${fixture.url}/t/${crypto.randomUUID()}`);
    await ada.page.getByText(en['connection.stopped.4001']).waitFor();
    await ada.page.goto(fixture.url);
    await openTable(ada, { seats: 2, visibility: 'public' });
    expect(ada.faults).toEqual([]);

    const blocked = await ada.page.evaluate(async () => {
      const threw = (act: () => unknown): boolean => {
        try {
          act();
          return false;
        } catch {
          return true;
        }
      };
      const host = document.createElement('div');
      document.body.append(host);
      host.setAttribute('style', 'position: fixed');
      const sheet = document.createElement('style');
      sheet.textContent = 'body { --planted: 1 }';
      document.head.append(sheet);
      const script = document.createElement('script');
      return {
        html: threw(() => (host.innerHTML = '<b>x</b>')),
        script: threw(() => (script.src = '/assets/x.js')),
        // The browser lets its debugger evaluate text, but not a timer.
        evaluation: await new Promise((done) => setTimeout(() => done(threw(() => Function('return 1')())))),
        policy: threw(() =>
          (window as never as { trustedTypes: { createPolicy(n: string, p: object): void } }).trustedTypes.createPolicy(
            'own',
            {},
          ),
        ),
        attribute: getComputedStyle(host).position !== 'fixed',
        sheet: getComputedStyle(document.body).getPropertyValue('--planted') === '',
      };
    });
    expect(blocked).toEqual({ html: true, script: true, evaluation: true, policy: true, attribute: true, sheet: true });
    await until('the page reports violations', () =>
      ada.faults.some((fault) => fault.includes('policy: style-src-attr')),
    );
    ada.faults.length = 0;
  });

  test('lets scripts bring their styles, and the scripts are compiled while they arrive', async ({ fixture }) => {
    const ada = await fixture.person('Ada');
    const { page } = ada;
    const table = await startTable(fixture.url, [ada], { seats: 2 });
    await page.goto(fixture.url + table.path);
    await page.getByTestId('table-bar').waitFor();
    const files = await page.evaluate(async () => {
      const names = performance.getEntriesByType('resource').map(({ name }) => name);
      const scripts = names.filter((name) => name.endsWith('.js'));
      const texts = await Promise.all(scripts.map(async (name) => (await fetch(name)).text()));
      return {
        styles: names.filter((name) => name.endsWith('.css')).length,
        brought: document.adoptedStyleSheets.length > 0,
        scripts: scripts.length > 0,
        late: scripts.filter((_, i) => !texts[i]?.startsWith('//# allFunctionsCalledOnLoad\n')),
      };
    });
    expect(files).toEqual({ styles: 1, brought: true, scripts: true, late: [] });
    expect(ada.faults).toEqual([]);
  });
});
