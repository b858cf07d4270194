import { expectAccessible } from './expect-accessible.ts';
import { expect, test } from './test.ts';

test('a card of the dashboard leads to a list of as many orders as it counts', async ({ ownerPage: page }) => {
  await page.goto('/dashboard?bookingfrom=2020-01-01&bookingto=2030-01-01');
  for (const name of ['Fulfilled', 'Inprocess', 'Delivered', 'Cancelled', 'Rts']) {
    const card = page.getByRole('link', { name: new RegExp(String.raw`^${name}\s*\d`) });
    const count = /\d[\d,]*/.exec((await card.textContent()) ?? '')?.[0];
    await card.click();
    await expect(page.getByRole('heading', { name: 'Orders', level: 1 })).toBeVisible();
    if (count === '0') await expect(page.getByText('No order matches')).toBeVisible();
    else await expect(page.getByRole('navigation', { name: 'Pages of orders' })).toContainText(`of ${count} Orders`);
    await page.goBack();
  }
});

test('several statuses are chosen in the panel, and shown in one chip and in the address', async ({
  ownerPage: page,
}) => {
  await page.goto('/dashboard/orders?status=inprocess');
  await expect(page).toHaveURL(/status=INPROCESS/);
  await page.getByRole('button', { name: 'More filters' }).click();
  await page.getByRole('combobox', { name: 'Status' }).click();
  await page.getByRole('option', { name: 'Rts' }).click();
  await expect(page).toHaveURL(/status=INPROCESS&status=RTS/);
  const chips = page.getByRole('list', { name: 'Active filters' });
  await expect(chips.getByRole('button')).toHaveAccessibleName(/^Clear filter Status ?: Inprocess, Rts$/);
  await expectAccessible(page);
});

test('open filters take two lines on a laptop', async ({ ownerPage: page }) => {
  await page.setViewportSize({ width: 1366, height: 900 });
  for (const [address, button, table] of [
    ['/dashboard/orders', 'More filters', 'Orders'],
    ['/dashboard/shopify/orders?tab=ready&city=Lahore', 'Filters', 'Store orders'],
  ] as const) {
    await page.goto(address);
    await expect(page.getByRole('table', { name: table }).getByRole('link').first()).toBeVisible();
    await page.getByRole('button', { name: button, exact: true }).click();
    await expect(page.getByRole('button', { name: 'Close filters' })).toBeVisible();
    // Not where the list begins: notices of what other tests started stand between the two.
    expect((await page.getByRole('region', { name: 'Filters' }).boundingBox())?.height).toBeLessThan(200);
  }
});

test('a filter that cannot be read is an error chip over an empty list, never a wider list', async ({
  ownerPage: page,
}) => {
  await page.goto('/dashboard/orders?status=FULFILED&dest=Lahore');
  await expect(page.getByRole('button', { name: /^Clear unreadable filter Status ?: FULFILED$/ })).toBeVisible();
  await expect(page.getByText('Fix 1 filter')).toBeVisible();
  await expect(page.getByRole('table', { name: 'Orders' })).toHaveCount(0);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Clear status: FULFILED' }).click();
  await expect(page.getByRole('table', { name: 'Orders' })).toBeVisible();
  await expect(page).toHaveURL(/orders\?dest=Lahore&view=all$/);
});

test('days in the wrong order are swapped, and the page says so', async ({ ownerPage: page }) => {
  for (const address of ['/dashboard/orders', '/dashboard']) {
    await page.goto(`${address}?bookingfrom=2030-01-01&bookingto=2020-01-01`);
    await expect(page.getByText('The dates were in the wrong order, so we swapped them')).toBeVisible();
    await expect(page.getByText('1 Jan 2020 – 1 Jan 2030').first()).toBeVisible();
  }
});

test('a page beyond the last shows the last one, and the address says so', async ({ ownerPage: page }) => {
  await page.goto('/dashboard/orders?limit=10');
  await expect(page.getByRole('table', { name: 'Orders' }).getByRole('row').nth(1)).toBeVisible();
  await page.goto('/dashboard/orders?limit=10&page=9999');
  await expect(page.getByRole('table', { name: 'Orders' }).getByRole('row').nth(1)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Next page' })).toBeDisabled();
  const pages = page.getByRole('navigation', { name: 'Pages of orders' });
  const last = /(\d+) \/ \1/.exec((await pages.textContent()) ?? '')?.[1];
  await expect(page).toHaveURL(new RegExp(`page=${last}$|page=${last}&`));
  await page.goBack();
  await expect(page).toHaveURL(/orders\?limit=10$/);
  await page.goForward();
  await page.getByRole('button', { name: 'Previous page' }).click();
  await expect(page.getByRole('button', { name: 'Next page' })).toBeEnabled();
});

test('a shop with a courier account is led on from the page that asks for one', async ({ ownerPage: page }) => {
  await page.goto('/dashboard/create-account-alert');
  await expect(page.getByRole('heading', { name: 'Store orders', level: 1 })).toBeVisible();
});

test('a person without a tracking number enters it on the public page', async ({ page, browserErrors }) => {
  browserErrors.expect(/404 .*\/track\/NOSUCHNUMBER/);
  await page.goto('/track/');
  await page.getByLabel('Tracking number').fill(' nosuchnumber ');
  await page.getByRole('button', { name: 'Track parcel' }).click();
  await expect(page).toHaveURL(/\/track\/NOSUCHNUMBER/);
});
