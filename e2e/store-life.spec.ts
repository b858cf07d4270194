import type { Page } from '@playwright/test';
import { expectAccessible } from './expect-accessible.ts';
import { expect, test } from './test.ts';

const banner = (page: Page) => page.getByRole('region', { name: 'Store connection' });

async function refreshOrders(page: Page): Promise<void> {
  await page.goto('/dashboard/shopify/orders');
  // A page without orders has the button twice.
  await page
    .getByRole('button', { name: /^(Refresh|Checked)/ })
    .first()
    .click();
}

test('the owner of a frozen store sees what happened and what still works, until the store is open', async ({
  newShop: { page, domain },
  sandbox,
  browserErrors,
}) => {
  browserErrors.expect(/status of 422/);
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { name: 'Dashboard', level: 1 })).toBeVisible();
  await expect(banner(page)).toHaveCount(0);
  await sandbox.changeStore(domain, { settings: { lockedWith: 402 } });
  await refreshOrders(page);
  await expect(banner(page)).toContainText('Your store is frozen');
  await expect(banner(page)).toContainText('You can still book the orders that are already here');
  await expect(banner(page).getByRole('link', { name: 'Open the Shopify admin' })).toHaveAttribute(
    'href',
    new RegExp(domain.replace('.myshopify.com', '')),
  );
  await expectAccessible(page);
  await banner(page).getByRole('button', { name: 'Check now' }).click();
  await expect(page.getByText('No change yet')).toBeVisible();
  await sandbox.changeStore(domain, { settings: { lockedWith: null }, name: 'Chinar Weavers' });
  await banner(page).getByRole('button', { name: 'Check now' }).click();
  await expect(page.getByText('Your store is connected again')).toBeVisible();
  await expect(banner(page)).toHaveCount(0);
});

test('an owner whose store withdrew our access connects it again', async ({
  newShop: { page, domain },
  sandbox,
  browserErrors,
}) => {
  browserErrors.expect(/status of 422/);
  await sandbox.changeStore(domain, { revokeTokens: true });
  await refreshOrders(page);
  await expect(banner(page)).toContainText('Courierdesk has lost access to your store');
  await banner(page).getByRole('button', { name: 'Reconnect store' }).click();
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('heading', { name: 'Dashboard', level: 1 })).toBeVisible();
  await expect(banner(page)).toHaveCount(0);
});
