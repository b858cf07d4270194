import { randomUUID } from 'node:crypto';
import { book } from './booking-steps.ts';
import { expect, test } from './test.ts';

const demoAdmin = '/shopify/demo-store.myshopify.com/admin';

test('the owner books an order straight from the list of the store', async ({ page, sandbox }) => {
  const order = await sandbox.addOrder();
  await page.goto(`${sandbox.url}${demoAdmin}/orders`);
  await page.getByRole('checkbox', { name: `Select ${order.name}` }).check();
  await page.getByRole('button', { name: 'Book with Courierdesk' }).click();

  // The store asks who one is, the first time.
  await page.getByRole('radio', { name: /store owner/ }).check();
  await page.getByRole('button', { name: 'Continue' }).click();

  await expect(page.getByRole('heading', { name: `Book ${order.name}`, level: 1 })).toBeVisible();
  expect(page.url(), 'the sign-in token is taken out of the address').not.toContain('token=');
  const number = await book(page);
  await expect.poll(() => sandbox.fulfilledWith(order)).toEqual([number]);
});

test('an order page of the store leads to the booking of that order', async ({ ownerPage, sandbox }) => {
  const order = await sandbox.addOrder();
  await ownerPage.goto(`${sandbox.url}${demoAdmin}/orders/${order.id}`);
  await ownerPage.getByRole('link', { name: 'Book with Courierdesk' }).click();
  await ownerPage.getByRole('radio', { name: /store owner/ }).check();
  await ownerPage.getByRole('button', { name: 'Continue' }).click();
  await expect(ownerPage.getByRole('heading', { name: `Book ${order.name}`, level: 1 })).toBeVisible();
});

test('opening the app from the store signs in and shows the dashboard', async ({ page, sandbox }) => {
  await page.goto(`${sandbox.url}${demoAdmin}/orders`);
  await page.getByRole('link', { name: 'Open Courierdesk' }).click();
  await page.getByRole('radio', { name: /store owner/ }).check();
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
  await expect(page.getByRole('heading', { name: 'Dashboard', level: 1 })).toBeVisible();
  await expect(page.getByRole('banner').getByText('Admin', { exact: true })).toBeVisible();
});

test('a person who is signed in to the store is not asked to sign in', async ({ page, sandbox }) => {
  await page.goto(`${sandbox.url}${demoAdmin}/apps`);
  await page.getByRole('button', { name: /\(owner\)$/ }).click();
  await page.getByRole('link', { name: 'Open Courierdesk' }).click();
  await expect(page.getByRole('heading', { name: 'Dashboard', level: 1 })).toBeVisible();
});

test('a sign-in from the store that fails says to a signed-in person which shop is open', async ({
  ownerPage,
  browserErrors,
}) => {
  browserErrors.expect(/4\d\d .*exchange/);
  await ownerPage.goto('/login?token=used-before');
  await expect(ownerPage).toHaveURL(/\/dashboard$/);
  await expect(ownerPage.getByRole('alert')).toContainText(
    /This sign-in link has expired or was already used\. .* You are still signed in to .+\./,
  );
});

test('a person of the store who is no user here is sent to the owner', async ({ page, sandbox, browserErrors }) => {
  browserErrors.expect(/403 .*\/shopify\/callback/);
  await page.goto(`${sandbox.url}${demoAdmin}/orders`);
  await page.getByRole('link', { name: 'Open Courierdesk' }).click();
  await page.getByRole('radio', { name: /collaborator/ }).check();
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('heading', { name: 'You don’t have access yet' })).toBeVisible();
});

test('a second store installs the app and finds its orders in it', async ({ page, sandbox }) => {
  const domain = `second-store-${randomUUID().slice(0, 8)}.myshopify.com`;
  await page.goto(`${sandbox.url}/shopify/${domain}/admin/apps`);
  await page.getByRole('link', { name: 'Install Courierdesk' }).click();
  await page.getByRole('button', { name: 'Install app' }).click();
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('region', { name: 'Get started' })).toBeVisible();
  const order = await sandbox.addOrder({ shop: domain, address: { firstName: 'Hina', lastName: 'Qureshi' } });

  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Store orders' }).click();
  await expect(page.getByRole('heading', { name: 'Store orders', level: 1 })).toBeVisible();
  await page
    .getByRole('button', { name: /^(Checked|Refresh|Refresh now)/ })
    .first()
    .click();
  // Without a courier account, no order is ready to book.
  await page.getByRole('link', { name: /^Needs a look/ }).click();
  const row = page.getByRole('row', { name: /Hina Qureshi/ });
  await expect(row).toContainText(order.name);
  await expect(row).toContainText('Rs 2,650');
});

test('a store that declines the installation is left as it was', async ({ page, sandbox }) => {
  const admin = `${sandbox.url}/shopify/declining-store.myshopify.com/admin`;
  await page.goto(`${admin}/apps`);
  await page.getByRole('link', { name: 'Install Courierdesk' }).click();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByText('You did not give Courierdesk access.')).toBeVisible();
  await page.goto(`${admin}/apps`);
  await expect(page.getByText('Not installed')).toBeVisible();
});
