import { dayOf } from '@courierdesk/contract/dates';
import { randomUUID } from 'node:crypto';
import type { Locator, Page } from '@playwright/test';
import { expectAccessible } from './expect-accessible.ts';
import { tokenOf } from './people.ts';
import { expect, test } from './test.ts';

test('the owner compares staff members over a range of days, and opens one of them', async ({ ownerPage: page }) => {
  await page.goto('/dashboard');
  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: /^Staff/ })
    .click();
  await expect(page.getByRole('heading', { name: 'Staff members', level: 1 })).toBeVisible();
  await expect(page.getByRole('banner').or(page.getByRole('main')).getByText('Today').first()).toBeVisible();
  const table = page.getByRole('table', { name: 'Staff members' });
  await expect(page.getByText('Cancelled includes returned parcels.')).toBeVisible();
  await expect(table.getByRole('columnheader')).toHaveText([
    'Name',
    'Role',
    'Booked',
    'Cancelled',
    'Total',
    'Returned',
    'Delivered',
  ]);

  await page.getByRole('button', { name: /^Booked/ }).click();
  await page
    .getByRole('button', { name: 'Last 6 Months' })
    .or(page.getByRole('menuitem', { name: 'Last 6 Months' }))
    .first()
    .click();
  await expect(page).toHaveURL(/bookingfrom=\d{4}-\d\d-01&bookingto=/);
  const numbers = async (name: string | RegExp): Promise<number[]> => {
    const cells = await table.getByRole('row', { name }).getByRole('cell').allInnerTexts();
    return cells.slice(-5, -1).map((text) => Number(text.replaceAll(',', '')));
  };
  await expect.poll(async () => (await numbers(/^Total/))[2]).toBeGreaterThan(0);
  const [ofOwner, ofStaff, total] = [await numbers(/^Ayesha/), await numbers(/^Bilal/), await numbers(/^Total/)];
  const [booked = 0, cancelled = 0, all = 0, returned = 0] = ofStaff;
  expect(returned).toBeLessThanOrEqual(cancelled);
  expect(booked + cancelled).toBe(all);
  expect(total[3]).toBeGreaterThanOrEqual(returned + (ofOwner[3] ?? 0));
  expect(total[2]).toBeGreaterThanOrEqual(all + (ofOwner[2] ?? 0));
  await expect(
    table
      .getByRole('row', { name: /^Bilal/ })
      .getByRole('cell')
      .last(),
  ).toHaveText(/^(\d+ %|–)$/);
  await expectAccessible(page);

  await table.getByRole('link', { name: /^Bilal/ }).click();
  await expect(page).toHaveURL(/\/dashboard\/staff\/[0-9a-f]{24}\/stats\?bookingfrom=/);
  await expect(page.getByRole('heading', { name: /^Bilal/, level: 1 })).toBeVisible();
  await page.getByRole('button', { name: 'Show table' }).click();
  await expect(page.getByRole('table', { name: /Orders per week/ })).toBeVisible();
  await expectAccessible(page);
});

const owner = (page: Page): Locator =>
  page.getByRole('table', { name: 'Staff members' }).getByRole('link', { name: /^Ayesha/ });

test('Staff shows the figures of today, also when the page was open all night', async ({ ownerPage: page }) => {
  // Without the server's time, the page knows only its own clock.
  await page.addInitScript(() => {
    const { get } = Headers.prototype;
    Headers.prototype.get = function (name) {
      return name === 'date' ? null : get.call(this, name);
    };
  });
  await page.clock.install({ time: new Date('2026-05-05T12:00:00Z') });
  await page.goto('/dashboard/support');
  const link = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: /^Staff/ });
  await expect(link).toBeVisible();
  await page.clock.fastForward(86_400_000);
  await link.click();
  await expect(owner(page)).toBeVisible();
  await expect(owner(page)).toHaveAttribute('href', /bookingfrom=2026-05-06/, { timeout: 5_000 });
});

test('Staff from a day on counts until today, as the dashboard does', async ({ ownerPage: page }) => {
  await page.goto('/dashboard/staff');
  await page.getByRole('button', { name: /^Booked/ }).click();
  await page.getByLabel('From').fill('2026-01-02');
  await page.getByLabel('To', { exact: true }).fill('');
  await page.getByRole('button', { name: 'Show this range' }).click();
  await expect(page.getByRole('button', { name: /^Booked/ })).toContainText(/2 Jan 2026 – \d/);
  await page.goto('/dashboard/staff?bookingto=2026-01-02');
  await expect(page.getByRole('button', { name: /^Booked/ })).toContainText(/2 Jan 2026$/);
});

test('Staff says which days of its address it cannot read', async ({ ownerPage: page }) => {
  await page.goto('/dashboard/staff?bookingfrom=2026-11-01&bookingto=2026-11-31');
  const warning = page.getByText('We can’t read “2026-11-31” as a date. Choose the days above.');
  await expect(warning).toBeVisible();
  await page.getByRole('table', { name: 'Staff members' }).getByRole('link').first().click();
  await expect(page.getByRole('button', { name: /^Booked/ })).toBeVisible();
  await expect(warning).toBeHidden();
  await page.goto('/dashboard/staff?bookingfrom=yesterday');
  await expect(page.getByText('We can’t read “yesterday” as a date.')).toBeVisible();
  await page.getByRole('button', { name: /^Booked/ }).click();
  await page.getByRole('button', { name: 'Last Month' }).click();
  await expect(page.getByText('We can’t read')).toBeHidden();
});

test('Staff shows the figures of today, also when the clock of the computer is a day behind', async ({
  ownerPage: page,
}) => {
  const today = (): string => dayOf(new Date(), 'Asia/Karachi');
  // Midnight may pass while the page loads.
  const before = today();
  await page.clock.install({ time: Date.now() - 86_400_000 });
  await page.goto('/dashboard/staff');
  await expect(owner(page)).toHaveAttribute('href', /bookingfrom=/);
  await expect.poll(() => owner(page).getAttribute('href')).toMatch(new RegExp(`bookingfrom=(${before}|${today()})`));
});

test('a chart of staff members that does not load says so and can be tried again', async ({
  ownerPage: page,
  browserErrors,
}) => {
  browserErrors.expect(/503 /);
  let fails = true;
  await page.route(/\/api\/v1\/.*chart/, (route) =>
    fails ? route.fulfill({ status: 503, json: {} }) : route.continue(),
  );
  const chart = page.getByRole('heading', { name: /^Orders per / });
  const checked = async (): Promise<void> => {
    await expect(page.getByText('We couldn’t load the chart')).toBeVisible();
    fails = false;
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(chart).toBeVisible();
    fails = true;
    await page.getByRole('button', { name: 'Refresh' }).click();
    await expect(page.getByText(/^Showing the last known chart\./)).toBeVisible();
    await expect(chart).toBeVisible();
  };
  await page.goto('/dashboard/staff');
  await checked();
  await page
    .getByRole('table', { name: 'Staff members' })
    .getByRole('link', { name: /^Bilal/ })
    .click();
  await expect(page.getByRole('heading', { name: /^Bilal/, level: 1 })).toBeVisible();
  await checked();
});

test('on a phone, long names leave room for the figures, and days without orders say so', async ({
  ownerPage: page,
  ownerSession,
  database,
}) => {
  const email = `${randomUUID()}@demo.store`;
  await database.addColleague(email, { is_active: true, is_verified_user: true });
  const headers = { authorization: `Bearer ${tokenOf(ownerSession)}` };
  const { childrenAccounts } = await (await page.request.get('/api/v1/get-users?limit=200', { headers })).json();
  const { id, tag } = childrenAccounts.find((one: { email: string }) => one.email === email);
  const first_name = 'Muhammad Shahzaib Ur Rehman';
  const data = { first_name, last_name: 'محمد عبدالرحمٰن فاروق صدیقی', tag, scopes: ['READ_ORDERS'] };
  await page.request.put(`/api/v1/edit-user/${id}`, { headers, data, failOnStatusCode: true });

  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/dashboard/staff?bookingfrom=2030-01-01&bookingto=2030-01-31');
  const table = page.getByRole('table', { name: 'Staff members' });
  const row = table.getByRole('row').filter({ hasText: first_name });
  await expect(row).toHaveCount(1);
  // The shop may have more users than fit above it.
  await row.scrollIntoViewIfNeeded();
  for (const cell of await row.getByRole('cell').all()) await expect(cell).toBeInViewport({ ratio: 0.9 });
  await expect(page.getByText('No orders in these days.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Show table' })).toHaveCount(0);
  await page.goto('/dashboard?bookingfrom=2030-01-01&bookingto=2030-01-31');
  await expect(page.getByText('Compared with 1 Dec 2029 – 31 Dec 2029')).toBeVisible();
  await page.request.delete(`/api/v1/delete-user/${id}`, { headers, failOnStatusCode: true });
});

test('on a phone, days of one’s own are chosen beside the presets without scrolling', async ({ ownerPage: page }) => {
  await page.setViewportSize({ width: 360, height: 640 });
  await page.goto('/dashboard/staff');
  await page.getByRole('button', { name: 'Booked Today' }).click();
  await expect(page.getByRole('button', { name: 'Last Year' })).toBeInViewport({ ratio: 1 });
  await expect(page.getByLabel('From', { exact: true })).toBeInViewport({ ratio: 1 });
  await expect(page.getByRole('button', { name: 'Show this range' })).toBeInViewport({ ratio: 1 });
});
