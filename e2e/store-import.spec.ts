import { installedShop } from './installed-shop.ts';
import { expect, test } from './test.ts';

test('the first import of a store’s orders says why it stopped, continues, and shows its end', async ({
  page,
  sandbox,
}) => {
  await sandbox.addFaults({ target: 'shopify', operation: 'ordersCount', kind: 'error500' });
  const { domain } = await installedShop(page, sandbox);
  const order = await sandbox.addOrder({ shop: domain });
  const main = page.getByRole('main');
  const failure = main.getByRole('status').filter({ hasText: 'The import of the store’s orders stopped.' });
  await expect(failure).toContainText('Shopify');
  await expect(failure).toContainText('Imported orders are kept. We’ll retry automatically');

  await page.goto('/dashboard/shopify/orders');
  await expect(failure).toBeVisible();
  await sandbox.clearFaults();
  await failure.getByRole('button', { name: 'Try again' }).click();
  await expect(main.getByRole('progressbar', { name: 'Import of store orders' })).toBeVisible();
  await expect(main.getByRole('status').filter({ hasText: /^All orders since .* are imported/ })).toBeVisible();
  // Without a courier account, no order is ready to book.
  await page.getByRole('link', { name: /^Needs a look/ }).click();
  await expect(page.getByRole('row').filter({ hasText: order.name })).toBeVisible();

  await page.getByRole('link', { name: 'Dashboard' }).first().click();
  await expect(page.getByRole('heading', { name: 'To do' })).toBeVisible();
  await expect(main.getByText('are imported')).toBeHidden();
});
