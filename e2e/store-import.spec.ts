import { installedShop } from './installed-shop.ts';
import { expect, test } from './test.ts';

test('the first import of a store’s orders says why it stopped, continues, and shows its end', async ({
  page,
  sandbox,
}) => {
  await sandbox.addFaults({ target: 'shopify', operation: 'ordersCount', kind: 'error500' });
  const { domain } = await installedShop(page, sandbox);
  const order = await sandbox.addOrder({ shop: domain });
  await page.goto('/dashboard');
  const main = page.getByRole('main');
  const failure = main.getByRole('status').filter({ hasText: 'The import of the store’s orders stopped.' });
  await expect(failure).toContainText('Shopify');
  await expect(failure).toContainText('Imported orders are kept. We’ll retry automatically');

  await page.goto('/dashboard/shopify/orders');
  await expect(failure).toBeVisible();
  await sandbox.clearFaults();
  // The page learns of the end of a short import once its progress has been seen.
  const { promise: seen, resolve: haveSeen } = Promise.withResolvers<void>();
  await page.route('**/api/v1/store-orders/import', async (route) => {
    await seen;
    await route.continue();
  });
  await failure.getByRole('button', { name: 'Try again' }).click();
  await expect(main.getByRole('progressbar', { name: 'Import of store orders' })).toBeVisible();
  haveSeen();
  await expect(main.getByRole('status').filter({ hasText: /^All orders since .* are imported/ })).toBeVisible();
  // Without a courier account, no order is ready to book.
  await page.getByRole('link', { name: /^Needs a look/ }).click();
  await expect(page.getByRole('row').filter({ hasText: order.name })).toBeVisible();

  await page.getByRole('link', { name: 'Dashboard' }).first().click();
  await expect(page.getByRole('heading', { name: 'To do' })).toBeVisible();
  await expect(main.getByText('are imported')).toBeHidden();
});
