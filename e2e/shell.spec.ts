import { randomUUID } from 'node:crypto';
import { expect, test } from './test.ts';

test('the navigation leads to the pages of the owner, and the badges say who is who', async ({
  ownerPage: page,
  staffPage,
}) => {
  await page.goto('/dashboard/support');
  const navigation = page.getByRole('navigation', { name: 'Main' });
  for (const [name, address] of [
    [/^Dashboard/, '/dashboard'],
    [/^Orders/, '/dashboard/orders'],
    [/^Accounts/, '/dashboard/accounts'],
    [/^Staff ?Admin$/, '/dashboard/staff'],
    [/^Docs/, '/dashboard/docs'],
    [/^Pricing & plans/, '/dashboard/plans'],
    [/^Settings/, '/dashboard/settings'],
    [/^Profile/, '/dashboard/profile'],
  ] as const)
    await expect(navigation.getByRole('link', { name })).toHaveAttribute('href', address);
  await expect(navigation.getByRole('button', { name: 'Logout' })).toBeVisible();
  await expect(page.getByRole('banner').getByText('Admin', { exact: true })).toHaveAttribute('data-tone', 'magic');

  await staffPage.goto('/dashboard/profile');
  await expect(staffPage.getByRole('banner').getByText('User', { exact: true })).toHaveAttribute('data-tone', 'info');
  for (const name of ['Profile', 'Docs'])
    await expect(staffPage.getByRole('navigation', { name: 'Main' }).getByRole('link', { name })).toBeVisible();
  const scopes = staffPage.getByRole('region', { name: 'Scopes' }).getByText('BOOK_ORDERS', { exact: true });
  await expect(scopes).toHaveAttribute('data-group', 'ORDERS');
});

test('all entries of the navigation fit the window of a small laptop', async ({ ownerPage: page }) => {
  await page.setViewportSize({ width: 1366, height: 641 });
  await page.goto('/dashboard/support');
  const navigation = page.getByRole('navigation', { name: 'Main' });
  for (const name of ['Dashboard', 'Activity log', 'Profile'])
    await expect(navigation.getByRole('link', { name, exact: true })).toBeInViewport({ ratio: 1 });
  await expect(navigation.getByRole('button', { name: 'Logout' })).toBeInViewport({ ratio: 1 });
});

test('the user menu shows the person and the shop, and leads to profile and accounts', async ({ ownerPage: page }) => {
  await page.goto('/dashboard/support');
  const button = page.getByRole('button', { name: /user menu/ });
  await expect(button).toContainText('Ayesha');
  await expect(button).toContainText('Demo Store');
  await expect(button).toContainText(/^[A-Z]{1,2}/);
  for (const [name, address] of [
    ['Profile', /\/dashboard\/profile$/],
    ['Accounts', /\/dashboard\/accounts$/],
  ] as const) {
    await button.click();
    await expect(page.getByRole('menuitem', { name: 'Logout' })).toBeVisible();
    await page.getByRole('menuitem', { name }).click();
    await expect(page).toHaveURL(address);
  }
});

test('a person without a name in the store is named by the email in the user menu', async ({ ownerPage: page }) => {
  await page.route('**/api/v1/me', async (route) => {
    const response = await route.fetch();
    const { data }: { data: object } = await response.json();
    const nameless = { ...data, first_name: '', last_name: '', email: 'nameless@demo.store' };
    await route.fulfill({ response, json: { data: nameless } });
  });
  await page.goto('/dashboard/support');
  await expect(page.getByRole('button', { name: /user menu/ })).toContainText('nameless@demo.store');
});

test('Back leads from the profile and the users to the accounts, and from the settings and a new user to the users', async ({
  ownerPage: page,
}) => {
  for (const [from, label, to] of [
    ['/dashboard/profile', 'accounts', /\/dashboard\/accounts$/],
    ['/dashboard/users', 'accounts', /\/dashboard\/accounts$/],
    ['/dashboard/settings', 'users', /\/dashboard\/users$/],
    ['/dashboard/create-user', 'users', /\/dashboard\/users$/],
  ] as const) {
    await page.goto(from);
    await page
      .getByRole('main')
      .getByRole('link', { name: `Back to ${label}` })
      .click();
    await expect(page).toHaveURL(to);
  }
});

test('while the session loads, a spinner takes the place of the page', async ({ ownerPage: page }) => {
  let answer = (): void => undefined;
  const held = new Promise<void>((resolve) => void (answer = resolve));
  await page.route(/\/api\/v1\/me$/, async (route) => {
    await held;
    await route.continue();
  });
  await page.goto('/dashboard/support');
  await expect(page.getByRole('status').filter({ hasText: 'Loading' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Support' })).toBeHidden();
  answer();
  await expect(page.getByRole('heading', { name: 'Support', level: 1 })).toBeVisible();
});

test('the orders page has its buttons, refreshes, and leads from a row to the tracking page', async ({
  ownerPage: page,
}) => {
  await page.goto('/dashboard/orders');
  for (const name of ['Import', 'Bulk Fulfillment', 'Export'])
    await expect(page.getByRole('button', { name, exact: true })).toBeVisible();
  const number = (await page.getByRole('row').nth(1).getByRole('link').first().textContent()) ?? '';
  const fetched = page.waitForResponse(/get-all-orders/);
  await page.getByRole('button', { name: 'Refresh' }).click();
  expect((await fetched).status()).toBe(200);
  await page.getByRole('row').nth(1).getByRole('link').first().click();
  const track = page.getByRole('dialog', { name: 'Order tracking info' }).getByRole('link', { name: /^Track/ });
  await expect(track).toHaveAttribute('href', new RegExp(`/track/${number}\\?k=[\\w-]+$`));
});

test('an email is changed only to another one, and the owner’s not at all; the scopes of a user are in groups', async ({
  ownerPage: page,
  database,
}) => {
  const email = `${randomUUID()}@demo.store`;
  await database.addColleague(email, { is_active: true, is_verified_user: true });
  await page.goto('/dashboard/users');
  const row = page.getByRole('row').filter({ hasText: email });
  await row.getByRole('button', { name: /scopes of/ }).click();
  const scopes = page.getByRole('dialog', { name: 'Assigned Scopes' });
  await expect(scopes.getByText('READ_ORDERS', { exact: true })).toHaveAttribute('data-group', 'ORDERS');
  await page.keyboard.press('Escape');

  await row.getByRole('link', { name: /^Edit / }).click();
  const form = page.getByRole('form', { name: 'Email' });
  const change = form.getByRole('button', { name: 'Change email' });
  await expect(change).toBeDisabled();
  await form.getByLabel('Email').fill('');
  await expect(change).toBeDisabled();
  await form.getByLabel('Email').fill(`other-${email}`);
  await expect(change).toBeEnabled();
  await form.getByLabel('Email').fill(email);
  await expect(change).toBeDisabled();
  await form.getByLabel('Email').fill(email.toUpperCase());
  await change.click();
  await expect(page.getByText('Email updated')).toBeVisible();
  await expect(page.getByRole('dialog'), 'another letter case asks nothing').toHaveCount(0);
  for (const name of ['Orders', 'Accounts', 'Users', 'Settings', 'Analytics'])
    await expect(page.getByRole('group', { name, exact: true })).toBeVisible();
  const all = page.getByRole('checkbox', { name: /^All in/ });
  await expect(all).toHaveCount(4);
  for (const box of await page.getByRole('checkbox', { name: /READ_ORDERS|BOOK_ORDERS/ }).all()) await box.uncheck();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('At lease one scope should be assigned to update user').first()).toBeVisible();
  await page.getByRole('button', { name: 'Discard' }).click();

  await page.goto('/dashboard/users');
  await page
    .getByRole('row')
    .filter({ hasText: 'owner@demo.store' })
    .getByRole('link', { name: /^Edit / })
    .click();
  await expect(form.getByLabel('Email')).toHaveAttribute('readonly');
  await expect(change).toHaveCount(0);
});
