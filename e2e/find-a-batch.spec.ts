import { addCustomers, listOf, openSheet } from './batch-steps.ts';
import { toast } from './booking-steps.ts';
import { expectAccessible } from './expect-accessible.ts';
import { untilListed } from './people.ts';
import { expect, test } from './test.ts';

test('a batch is found by an order in it, and a number that no batch has leads back to all', async ({
  ownerPage: page,
  sandbox,
}) => {
  const { lastName, orders } = await addCustomers(sandbox, [{}, {}]);
  await openSheet(page, lastName, 2);
  const name = await page.getByRole('heading', { level: 1 }).innerText();
  await page.goto('/dashboard/batches');
  const rows = page.getByRole('table', { name: 'Batches' }).getByRole('row');
  await expect(rows.nth(1)).toBeVisible();
  const search = page.getByRole('searchbox', { name: 'Search batch or order number' });
  await search.fill(orders[0]?.name ?? '');
  await search.press('Enter');
  await expect(rows).toHaveCount(2);
  await expect(rows.nth(1)).toContainText(name);
  await expectAccessible(page);
  await search.fill('99999999');
  await search.press('Enter');
  await expect(page.getByText('No batch matches')).toBeVisible();
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(rows.filter({ hasText: name })).toBeVisible();
  await page.goto('/dashboard/batches?from=tomorrow');
  await expect(page.getByText('Fix 1 filter')).toBeVisible();
});

test('a draft is deleted on confirmation, and its orders stay', async ({ ownerPage: page, sandbox }) => {
  const { lastName } = await addCustomers(sandbox, [{}, {}]);
  await openSheet(page, lastName, 2);
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Delete this draft' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete draft' }).click();
  await expect(toast(page, 'Batch deleted').first()).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Batches', level: 1 })).toBeVisible();
  await listOf(page, lastName, 2);
});

test('an address of orders becomes a sheet, and of nothing says so', async ({
  ownerPage: page,
  sandbox,
  browserErrors,
}) => {
  browserErrors.expect(/404 .*\/batches/);
  const { lastName, orders } = await addCustomers(sandbox, [{}, {}]);
  await untilListed(page, lastName, 2);
  await page.goto(`/dashboard/batches/new?${orders.map((order) => `ids[]=${order.id}`).join('&')}`);
  await expect(page).toHaveURL(/\/dashboard\/batches\/[0-9a-f]{24}$/);
  await page.goto('/dashboard/batches/new?ids[]=nonsense&ids[]=1');
  await expect(page.getByText('Invalid id entered')).toBeVisible();
  await page.goto('/dashboard/batches/new');
  await expect(page.getByText('No orders selected')).toBeVisible();
  await page.goto('/dashboard/batches/000000000000000000000000');
  await expect(page.getByText('Batch not found')).toBeVisible();
});
