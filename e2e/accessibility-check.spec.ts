import { expectUsable } from './expect-accessible.ts';
import { expect, test } from './test.ts';

/** Rows with a button each, scrolled below the bar at the upper edge of the screen. */
const rows = (button: string): string => `
  <html lang="en"><title>Rows</title>
  <header style="position: sticky; top: 0; height: 56px; background: white; z-index: 1">
    <button style="width: 300px; height: 56px">Menu</button></header>
  <main><h1>Rows</h1>
  ${Array.from({ length: 40 }, (_, row) => `<div style="height: 60px">${button.replaceAll('NAME', `Edit ${row}`)}</div>`).join('')}
  </main>`;

const small = 'width: 28px; height: 28px; padding: 0';

test('a button half below the bar at the edge is no finding, wherever the page is scrolled', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.setContent(rows(`<button style="${small}">NAME</button><button style="${small}">NAME again</button>`));
  for (const top of [80, 90, 100, 110, 120, 130, 140]) {
    await page.evaluate((y) => window.scrollTo(0, y), top);
    await expectUsable(page);
  }
});

test('a button that another covers by half is a finding', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const covered = `<button style="${small}">NAME</button><button style="${small}; margin-left: -14px">NAME again</button>`;
  await page.setContent(rows(covered));
  await expect(expectUsable(page)).rejects.toThrow(/target-size/);
});
