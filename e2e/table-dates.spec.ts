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
        const parts = [time.closest('td'), ...time.querySelectorAll('span')];
        return { text: time.textContent, isCut: parts.some((part) => !part || part.scrollWidth > part.clientWidth) };
      }),
    );

test('tables show dates in the form of the specification from 1280 px on and in short below, none cut off', async ({
  ownerPage: page,
}) => {
  for (const address of [...filled, ...others]) {
    await page.goto(address);
    const main = page.getByRole('main');
    if (filled.includes(address)) await expect(main.locator('tbody tr:not([aria-hidden])').first()).toBeVisible();
    else await expect(main.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(main.locator('[aria-busy=true]')).toHaveCount(0);
    for (const width of [1440, 1366, 1280, 1024]) await expectDates(page, address, width);
  }
});

test('the orders list shows whole phone numbers beside the open navigation of a small laptop', async ({
  ownerPage: page,
}) => {
  await page.setViewportSize({ width: 1024, height: 768 });
  await page.goto('/dashboard/orders');
  const phones = page
    .getByRole('main')
    .locator('tbody')
    .getByText(/^03\d{9}$/);
  await expect(phones.first()).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Main' }).getByText('Store orders')).toBeVisible();
  const cut = await phones.evaluateAll((all) => all.filter((one) => one.scrollWidth > one.clientWidth).length);
  expect(cut).toBe(0);
});

test('the total of an order in another currency is not cut on a laptop', async ({ ownerPage: page }) => {
  await page.setViewportSize({ width: 1366, height: 768 });
  await page.goto('/dashboard/shopify/orders?tab=look&view=all');
  const totals = page
    .getByRole('main')
    .getByRole('cell')
    .filter({ hasText: /^USD [\d,.]+$/ });
  await expect(totals.first()).toBeVisible();
  const cut = await totals.evaluateAll((all) => all.filter((one) => one.scrollWidth > one.clientWidth).length);
  expect(cut).toBe(0);
});

async function expectDates(page: Page, address: string, width: number): Promise<void> {
  await test.step(`${address} at ${width} px`, async () => {
    await page.setViewportSize({ width, height: 900 });
    const form = width < 1280 ? short : whole;
    // The dates follow the width with the next frame.
    await expect.poll(async () => (await datesOf(page)).filter(({ text }) => !form.test(text))).toEqual([]);
    const dates = await datesOf(page);
    if (address === '/dashboard/orders') expect(dates.length).toBeGreaterThan(0);
    expect(dates.filter(({ isCut }) => isCut)).toEqual([]);
  });
}
