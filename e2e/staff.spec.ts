import { expectAccessible } from './expect-accessible.ts';
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
  await expect(table.getByRole('columnheader')).toHaveText(['Name', 'Role', 'Booked', 'Cancelled', 'Total']);

  await page.getByRole('button', { name: /^Booked/ }).click();
  await page
    .getByRole('button', { name: 'Last 6 Months' })
    .or(page.getByRole('menuitem', { name: 'Last 6 Months' }))
    .first()
    .click();
  await expect(page).toHaveURL(/bookingfrom=\d{4}-\d\d-01&bookingto=/);
  const numbers = async (name: string | RegExp): Promise<number[]> => {
    const cells = await table.getByRole('row', { name }).getByRole('cell').allInnerTexts();
    return cells.slice(-3).map((text) => Number(text.replaceAll(',', '')));
  };
  await expect.poll(async () => (await numbers(/^Total/))[2]).toBeGreaterThan(0);
  const [owner, staff, total] = [await numbers(/^Ayesha/), await numbers(/^Bilal/), await numbers(/^Total/)];
  const [booked = 0, cancelled = 0, all = 0] = staff;
  expect(booked + cancelled).toBe(all);
  expect(total[2]).toBeGreaterThanOrEqual(all + (owner[2] ?? 0));
  await expectAccessible(page);

  await table.getByRole('link', { name: /^Bilal/ }).click();
  await expect(page).toHaveURL(/\/dashboard\/staff\/[0-9a-f]{24}\/stats\?bookingfrom=/);
  await expect(page.getByRole('heading', { name: /^Bilal/, level: 1 })).toBeVisible();
  await page.getByRole('button', { name: 'Show table' }).click();
  await expect(page.getByRole('table', { name: /Orders per week/ })).toBeVisible();
  await expectAccessible(page);
});

test('staff members may not open the statistics', async ({ staffPage: page }) => {
  await page.goto('/dashboard/orders');
  const entry = page.getByRole('navigation', { name: 'Main' }).getByRole('button', { name: /^Staff/ });
  await expect(entry).toBeDisabled();
  await expect(entry).toHaveAttribute('title', 'Only the owner of the shop can open this.');
});
