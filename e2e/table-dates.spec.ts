import type { Page } from '@playwright/test';
import { expect, test } from './test.ts';

const filled = ['/dashboard/orders', '/dashboard/users', '/dashboard/accounts', '/dashboard/audit'];
/** Empty unless other tests left something there. */
const others = [
  '/dashboard/exports',
  '/dashboard/batches',
  '/dashboard/imports',
  '/dashboard/load-sheets',
  '/dashboard/differences',
];

const whole = /^[A-Z][a-z]+ \d{1,2}, \d{4} at \d{2}:\d{2} [AP]M/;
const short = /^\d{1,2} [A-Z][a-z]{2,3}( \d{4})?,? ?\d{1,2}:\d{2} [AP]M/;

/** Dates in the rows of the page's tables, and whether a part of one is cut off. */
const datesOf = (page: Page) =>
  page
    .getByRole('main')
    .locator('tbody tr:not([aria-hidden]) td:visible time')
    .evaluateAll((times) =>
      times.map((time) => {
        const cell = time.closest('td');
        return { text: time.textContent, isCut: !cell || cell.scrollWidth > cell.clientWidth };
      }),
    );

test('from 1280 px on, tables show dates in the form of the specification, none cut off', async ({
  ownerPage: page,
}) => {
  for (const width of [1440, 1366, 1280]) await expectDates(page, width, whole);
});

test('below 1280 px, tables show dates in short, none cut off', async ({ ownerPage: page }) => {
  await expectDates(page, 1024, short);
});

async function expectDates(page: Page, width: number, form: RegExp): Promise<void> {
  await page.setViewportSize({ width, height: 900 });
  for (const address of [...filled, ...others]) {
    await page.goto(address);
    const main = page.getByRole('main');
    if (filled.includes(address)) await expect(main.locator('tbody tr:not([aria-hidden])').first()).toBeVisible();
    else await expect(main.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(main.locator('[aria-busy=true]')).toHaveCount(0);
    const dates = await datesOf(page);
    if (address === '/dashboard/orders') expect(dates.length).toBeGreaterThan(0);
    for (const { text, isCut } of dates) {
      expect(text, `${address} at ${width} px`).toMatch(form);
      expect(isCut, `${text} on ${address} at ${width} px`).toBe(false);
    }
  }
}
