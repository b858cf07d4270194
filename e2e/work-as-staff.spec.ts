import { randomUUID } from 'node:crypto';
import { book, openBooking, toast } from './booking-steps.ts';
import { expectAccessible } from './expect-accessible.ts';
import { signIn, staff, tokenOf } from './people.ts';
import { expect, test } from './test.ts';

const onlyTheOwner = 'Only the owner of the shop can open this.';

test('staff see the pages they may not open, and which permission each needs', async ({ staffPage: page }) => {
  await page.goto('/dashboard/orders');
  await expect(page.getByText('User', { exact: true })).toBeVisible();
  const navigation = page.getByRole('navigation', { name: 'Main' });
  for (const [place, reason] of [
    ['Dashboard', 'You need dashboard access. Ask the owner.'],
    ['Accounts', 'You need permission to view courier accounts. Ask the owner.'],
    ['Settings', 'You need permission to view settings. Ask the owner.'],
    [/^Staff/, onlyTheOwner],
    ['Users', onlyTheOwner],
    ['Pricing & plans', onlyTheOwner],
  ] as const) {
    const entry = navigation.getByRole('button', { name: place });
    await expect(entry).toBeDisabled();
    await expect(entry).toHaveAttribute('title', reason);
  }
  await navigation.getByRole('button', { name: 'Accounts' }).click({ force: true });
  await expect(toast(page, /^You need permission to view courier accounts/).first()).toBeVisible();
  await expect(page).toHaveURL(/\/dashboard\/orders$/);
  await expect(navigation.getByRole('link', { name: 'Store orders' })).toBeVisible();
});

test('staff who may not see the dashboard land on the orders that they book', async ({ page }) => {
  await signIn(page, staff);
  await expect(page).toHaveURL(/\/dashboard\/shopify\/orders/);
  await expect(page.getByRole('heading', { name: 'Store orders', level: 1 })).toBeVisible();
  await page.goto('/login');
  await expect(page).toHaveURL(/\/dashboard\/shopify\/orders/);
});

test('staff book an order, and cannot cancel it', async ({ staffPage: page, sandbox }) => {
  const order = await sandbox.addOrder();
  await openBooking(page, order);
  const number = await book(page);
  await page.goto(`/dashboard/orders?shipment=${number}`);
  const panel = page.getByRole('dialog', { name: 'Order tracking info' });
  await expect(panel.getByRole('region', { name: 'Details' })).toContainText('by Bilal');
  await expect(panel.getByRole('link', { name: /^Track/ })).toBeVisible();
  await expect(panel.getByRole('button', { name: 'Cancel booking' })).toBeHidden();
  await expect(panel.getByRole('button', { name: 'Check now' })).toBeHidden();
});

test('an address that staff may not open says which permission they need and where they can go', async ({
  staffPage: page,
}) => {
  for (const address of ['/dashboard/accounts', '/dashboard/accounts/create-account', '/dashboard/settings']) {
    await page.goto(address);
    await expect(page.getByRole('heading', { name: 'You can’t open this page' })).toBeVisible();
    await expect(page.getByText(/^You need permission to /)).toBeVisible();
  }
  for (const address of ['/dashboard/plans', '/dashboard/users']) {
    await page.goto(address);
    await expect(page.getByText(onlyTheOwner)).toBeVisible();
  }
  await expectAccessible(page);
  await page.getByRole('main').getByRole('link', { name: 'Store orders' }).click();
  await expect(page.getByRole('heading', { name: 'Store orders', level: 1 })).toBeVisible();
});

test('the server refuses staff what the screen does not offer', async ({ staffPage: page, staffSession, request }) => {
  await page.goto('/dashboard/orders');
  const headers = { authorization: `Bearer ${tokenOf(staffSession)}` };
  const number = await page.getByRole('row').nth(1).getByRole('link').first().textContent();
  const cancel = await request.put(`/api/v1/cancel-booking/${number}`, { headers, failOnStatusCode: false });
  expect(cancel.status()).toBe(403);
  const accounts = await request.get('/api/v1/get-accounts-table', { headers, failOnStatusCode: false });
  expect(accounts.status()).toBe(403);
});

test('what the owner allows counts in the pages that a person has open', async ({
  page,
  ownerPage,
  database,
  sandbox,
  bookParcel,
}) => {
  const person = { email: `${randomUUID()}@demo.store`, password: staff.password };
  const standing = { is_active: true, is_verified_user: true, tag: randomUUID().slice(0, 8) };
  await database.addColleague(person.email, { ...standing, access_scopes: ['READ_ORDERS'] });
  const number = await bookParcel(await sandbox.addOrder());
  await page.clock.install();
  await signIn(page, person);
  const navigation = page.getByRole('navigation', { name: 'Main' });
  await expect(navigation.getByRole('button', { name: 'Accounts' })).toBeDisabled();

  const headers = { authorization: `Bearer ${tokenOf(await ownerPage.context().storageState())}` };
  const users = await (await page.request.get('/api/v1/get-users?limit=200', { headers })).json();
  const { id } = users.childrenAccounts.find(({ email }: { email: string }) => email === person.email);
  const allow = (...scopes: string[]) =>
    page.request.put(`/api/v1/edit-user/${id}`, {
      headers,
      data: { first_name: 'Former', last_name: 'Colleague', tag: standing.tag, scopes },
      failOnStatusCode: true,
    });
  await allow('READ_ORDERS', 'READ_ACCOUNTS');
  await navigation.getByRole('button', { name: 'Accounts' }).click({ force: true });
  await expect(page.getByRole('heading', { name: 'Courier accounts', level: 1 })).toBeVisible();

  await allow('READ_ORDERS', 'WRITE_ORDERS');
  await page.clock.fastForward(61_000);
  await navigation.getByRole('link', { name: 'Orders' }).click();
  await page.getByRole('row').filter({ hasText: number }).getByRole('link').first().click();
  const panel = page.getByRole('dialog', { name: 'Order tracking info' });
  await expect(panel.getByRole('button', { name: 'Cancel booking' })).toBeVisible();
  await expect(navigation.getByRole('button', { name: 'Accounts' })).toBeDisabled();
});
