import { describe, expect } from 'vitest';
import { openPages, playByApi } from './kit/api';
import { test } from './kit/fixture';
import { startFullTable } from './kit/full-table';
import { Random } from './kit/random';

describe('a narrow window of a desk', () => {
  test('shows all names and points, and no button over the words beside it', async ({ fixture }) => {
    const { all, watched, table } = await startFullTable(fixture, 'meduris', [
      { viewport: { width: 1024, height: 768 } },
    ]);
    await playByApi(fixture.url, all, table.id, new Random(5), (moves) => moves >= 30);
    await openPages(fixture.url, watched, table);
    const [{ page }] = watched;
    const outside = await page.locator('.players .points').evaluateAll((all) =>
      all.flatMap((points) => {
        const row = points.closest('li')?.getBoundingClientRect();
        return points.getBoundingClientRect().right > (row?.right ?? 0) ? [points.textContent] : [];
      }),
    );
    expect(outside, 'points that the edge of the list cuts').toEqual([]);

    const resize = async (width: number, height: number): Promise<void> => {
      await page.setViewportSize({ width, height });
      await page.waitForFunction((wanted) => innerWidth === wanted, width);
    };
    for (const width of [1024, 1280]) {
      await resize(width, 720);
      const cut = await page
        .locator('.players .name')
        .evaluateAll((all) =>
          all.flatMap((name) => (name.scrollWidth > name.clientWidth ? [name.textContent.trim()] : [])),
        );
      expect(cut, `names that are cut at ${width}`).toEqual([]);
    }

    // A large window with a zoom of 200 %.
    await resize(720, 450);
    const note = page.getByTestId('device-note');
    const words = await note.locator('summary').evaluate((each) => {
      const range = document.createRange();
      range.selectNodeContents(each);
      return range.getBoundingClientRect().toJSON() as DOMRect;
    });
    const button = await page.getByTestId('confirm-device').boundingBox();
    expect(words.bottom <= (button?.y ?? 0) || words.right <= (button?.x ?? 0), 'words beside or above').toBe(true);
  });
});
