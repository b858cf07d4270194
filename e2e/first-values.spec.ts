import { randomUUID } from 'node:crypto';
import { expect, test } from './test.ts';

test('the weight of a new account is 100 g at first', async ({ newShop: { page } }) => {
  await page.goto('/dashboard/accounts/create-account');
  await expect(page.getByLabel('Weight', { exact: true })).toHaveValue('100');
});

test('a user without a tag shows N/A', async ({ ownerPage: page, database }) => {
  const email = `${randomUUID()}@demo.store`;
  await database.addColleague(email, { is_active: true, is_verified_user: true, tag: '' });
  await page.goto('/dashboard/users');
  await expect(page.getByRole('row').filter({ hasText: email })).toContainText('N/A');
});

test('the lists of orders, users and accounts have 50 rows a page', async ({ ownerPage: page }) => {
  for (const list of ['orders', 'users', 'accounts']) {
    await page.goto(`/dashboard/${list}`);
    const pages = page.getByRole('navigation', { name: `Pages of ${list}` });
    await expect(pages.getByLabel('Rows per page')).toHaveValue('50 rows');
    await expect(page).toHaveURL(new RegExp(`/dashboard/${list}$`));
  }
});

test('statuses are in one order on the cards and in the filter', async ({ ownerPage: page }) => {
  const statuses = ['Fulfilled', 'Inprocess', 'Delivered', 'Cancelled', 'Rts'];
  await page.goto('/dashboard?bookingfrom=2020-01-01');
  const cards = page
    .getByRole('listitem')
    .getByRole('link', { name: new RegExp(String.raw`^(Total orders|${statuses.join('|')})\s*\d`) });
  await expect(cards).toHaveText([/^Total orders/, ...statuses.map((status) => new RegExp(`^${status}`))]);
  await page.goto('/dashboard/orders');
  await page.getByRole('button', { name: 'More filters' }).click();
  await page.getByRole('combobox', { name: 'Status' }).click();
  await expect(page.getByRole('option')).toHaveText(statuses);
});
