import { describe, expect } from 'vitest';
import { openPages, startTable } from './kit/api';
import { desk, phone, test, type PersonOptions } from './kit/fixture';
import { textFaults } from './kit/text-faults';

const windows: Record<string, [PersonOptions, string[]]> = {
  'a phone': [phone, ['.mark', '[data-testid=log-button]', '[popovertarget=table-menu]']],
  'a phone on its side': [
    { ...phone, viewport: { width: 844, height: 390 } },
    ['[data-testid=log-button]', '[popovertarget=table-menu]'],
  ],
  'a desk': [desk, ['.mark', '[data-testid=leave]', '[data-testid=rules-button]', '[data-testid=keys-button]']],
};

describe('a table without a connection', () => {
  test.for(Object.entries(windows))(
    'keeps its buttons within reach on %s',
    async ([, [options, buttons]], { fixture }) => {
      const ada = await fixture.person('Ada', { ...options, locale: 'de-DE' });
      const ben = await fixture.person('Ben');
      const table = await startTable(fixture.url, [ada, ben]);
      await openPages(fixture.url, [ada], table);
      ada.expectsOutages = true;
      await ada.context.setOffline(true);
      await ada.untilConnection('offline');
      const covered = await ada.page.evaluate(
        (all) =>
          all.filter((selector) => {
            const button = document.querySelector(`header ${selector}`);
            const { x, y, width, height } = button?.getBoundingClientRect() ?? new DOMRect();
            return !button?.contains(document.elementFromPoint(x + width / 2, y + height / 2));
          }),
        buttons,
      );
      expect(covered, 'covered buttons').toEqual([]);
      expect(await textFaults(ada.page)).toEqual([]);
    },
  );
});
