import { randomUUID } from 'node:crypto';
import { toast } from './booking-steps.ts';
import { expectAccessible } from './expect-accessible.ts';
import { endSessionElsewhere, owner, signIn, staff, tokenOf } from './people.ts';
import { expect, test } from './test.ts';

test('a visitor learns where to sign in, and the form stays hidden until it is needed', async ({ page }) => {
  await page.goto('/dashboard/orders');
  await expect(page).toHaveURL(/\/login$/);
  await expect(page.getByRole('heading', { name: 'Welcome to Courierdesk' })).toBeVisible();
  await expect(page.getByText('Unauthorized. Open Courierdesk from the admin of your store')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Open the store admin' })).toHaveAttribute('href', /\/admin/);
  await expect(page.getByRole('link', { name: 'Open the app store' })).toHaveAttribute('href', /apps/);
  await expect(page.getByLabel('Email')).toBeHidden();

  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByLabel('Email')).toBeFocused();
  await expectAccessible(page);
});

test('the form says what is missing and shows the password on demand', async ({ page }) => {
  await page.goto('/login');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  const form = page.getByRole('form', { name: 'Sign in' });
  await form.getByRole('button', { name: 'Sign in' }).click();
  await expect(form.getByText('Email is required or invalid')).toBeVisible();
  await expect(form.getByText('Password is required')).toBeVisible();

  const password = form.getByLabel('Password', { exact: true });
  await password.fill('a secret');
  await expect(password).toHaveAttribute('type', 'password');
  await form.getByRole('button', { name: 'Show or hide password' }).click();
  await expect(password).toHaveAttribute('type', 'text');
  await form.getByRole('button', { name: 'Show or hide password' }).click();
  await expect(password).toHaveAttribute('type', 'password');
  await password.dispatchEvent('keydown', { key: 'A', modifierCapsLock: true });
  await expect(form.getByText('Caps Lock is on.')).toBeVisible();
  await password.dispatchEvent('keyup', { key: 'CapsLock' });
  await expect(form.getByText('Caps Lock is on.')).toBeHidden();
});

test('a wrong password is refused in red and what was typed stays', async ({ page, browserErrors }) => {
  browserErrors.expect(/400 .*login-user/);
  await page.goto('/login');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  const form = page.getByRole('form', { name: 'Sign in' });
  await form.getByLabel('Email').fill(owner.email);
  await form.getByLabel('Password', { exact: true }).fill('not this one');
  await form.getByRole('button', { name: 'Sign in' }).click();
  const refusal = form.getByText('Email or password is wrong.');
  await expect(refusal).toHaveCSS('color', 'rgb(179, 38, 30)');
  await expect(form.getByLabel('Email')).toHaveValue(owner.email);
  await expect(page).toHaveURL(/\/login$/);
});

test('a restricted user and one who never verified the email learn why they cannot sign in', async ({
  page,
  database,
  browserErrors,
}) => {
  browserErrors.expect(/403 .*login-user/);
  const [restricted, unverified] = [`${randomUUID()}@demo.store`, `${randomUUID()}@demo.store`];
  await database.addColleague(restricted, { is_active: false, is_verified_user: true });
  await database.addColleague(unverified, { is_active: true, is_verified_user: false });
  await page.goto('/login');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  const form = page.getByRole('form', { name: 'Sign in' });
  await form.getByLabel('Password', { exact: true }).fill(staff.password);

  await form.getByLabel('Email').fill(restricted);
  await form.getByRole('button', { name: 'Sign in' }).click();
  await expect(form.getByRole('alert')).toHaveText('Your account is restricted. Ask the shop owner.');

  await form.getByLabel('Email').fill(unverified);
  await form.getByRole('button', { name: 'Sign in' }).click();
  await expect(form.getByRole('alert')).toContainText('Your email is not verified yet.');
});

test('an owner signs in, is not asked again, and leaves nothing behind on logout', async ({ page }) => {
  await signIn(page, owner);
  await expect(page.getByRole('heading', { name: 'Dashboard', level: 1 })).toBeVisible();
  await expect(page.getByRole('banner').getByText('Admin', { exact: true })).toBeVisible();
  expect(await storedKeys(page)).toEqual(expect.arrayContaining(['auth_token', 'user']));

  await page.goto('/login');
  await expect(page).toHaveURL(/\/dashboard$/);

  await page.getByRole('button', { name: /user menu/ }).click();
  await expect(page.getByRole('menu').getByText(owner.email)).toBeVisible();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  await expect(page).toHaveURL(/\/login$/);
  const left = await storedKeys(page);
  expect(left).not.toContain('auth_token');
  expect(left).not.toContain('user');
});

test('a logout in another tab ends this one, and another person there becomes the person here', async ({
  page,
  staffSession,
  browserErrors,
}) => {
  // All that a page asks for at the moment of a change, also by its timers, is asked in the name of the other person. Tests
  // that begin as staff show that their pages ask for nothing that is refused.
  browserErrors.expect(/403 .*\/api\/v1\//);
  await signIn(page, owner);
  await expect(page.getByRole('banner').getByText('Admin', { exact: true })).toBeVisible();
  const otherTab = await page.context().newPage();
  await otherTab.goto('/');

  await otherTab.evaluate((token) => localStorage.setItem('auth_token', token), tokenOf(staffSession));
  await expect(page.getByRole('button', { name: /Bilal Ahmed/ })).toBeVisible();
  await expect(page.getByText('User', { exact: true })).toBeVisible();
  await expect(page, 'the dashboard is not open to them').toHaveURL(/\/dashboard\/shopify\/orders/);
  await expect(page.getByRole('row').nth(1)).toBeVisible();

  await otherTab.evaluate(() => localStorage.removeItem('auth_token'));
  await expect(page).toHaveURL(/\/login$/);
  await expect(page.getByRole('heading', { name: 'Welcome to Courierdesk' })).toBeVisible();
});

test('the news of the token that a tab has already leaves its page as it is', async ({ ownerPage: page }) => {
  await page.goto('/dashboard/settings');
  const field = await page.getByLabel('Discount name').elementHandle();
  await page.evaluate(() => {
    const newValue = localStorage.getItem('auth_token');
    dispatchEvent(new StorageEvent('storage', { key: 'auth_token', oldValue: null, newValue }));
    return new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
  });
  expect(await field?.evaluate((input) => input.isConnected)).toBe(true);
});

test('a session that was ended elsewhere leads to the login at the next call', async ({
  page,
  request,
  browserErrors,
}) => {
  browserErrors.expect(/401 /);
  // The last thing that every page asks for.
  const lastAnswer = page.waitForResponse(/\/api\/v1\/store-state$/);
  await signIn(page, owner);
  // A page that asks the server for nothing more.
  await page.getByRole('link', { name: 'Support' }).click();
  await expect(page.getByRole('heading', { name: 'Support', level: 1 })).toBeVisible();
  await lastAnswer;
  await endSessionElsewhere(page, request);

  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Accounts' }).click();
  await expect(page).toHaveURL(/\/login$/);
  await expect(toast(page, 'Unauthorized').first()).toBeVisible();
  expect(await storedKeys(page)).not.toContain('auth_token');
});

test('a dropped connection keeps the token and offers another try', async ({ page, browserErrors }) => {
  browserErrors.expect(/ERR_CONNECTION_REFUSED|\/api\/v1\/me/);
  await signIn(page, owner);
  await page.route('**/api/v1/me', (route) => route.abort('connectionrefused'));
  await page.reload();
  await expect(page.getByText('Failed to log in. No connection to Courierdesk.')).toBeVisible();
  await page.unroute('**/api/v1/me');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
});

test('an address that leads nowhere says so and shows the way back', async ({ ownerPage, browserErrors }) => {
  browserErrors.expect(/404 .*nowhere/);
  await ownerPage.goto('/nowhere/at/all');
  await expect(ownerPage.getByRole('heading', { name: 'Page not found' })).toBeVisible();
  await expect(ownerPage.getByRole('img', { name: /parcel/ })).toBeVisible();
  await expect(ownerPage.getByRole('button', { name: 'Search everything' })).toHaveCount(0);
  await expect(ownerPage.getByRole('link', { name: 'Sign in' })).toHaveCount(0);
  await ownerPage.getByRole('link', { name: 'GO TO DASHBOARD' }).click();
  await expect(ownerPage.getByRole('heading', { name: 'Dashboard', level: 1 })).toBeVisible();
});

test('a visitor with an address that leads nowhere can sign in from there', async ({ page, browserErrors }) => {
  browserErrors.expect(/404 .*nowhere/);
  await page.goto('/nowhere/at/all');
  await page.getByRole('link', { name: 'Sign in' }).click();
  await expect(page.getByLabel('Email')).toBeFocused();
});

test('an unknown address of the dashboard offers the search', async ({ ownerPage }) => {
  await ownerPage.goto('/dashboard/nope');
  await expect(ownerPage.getByRole('heading', { name: 'Page not found' })).toBeVisible();
  await ownerPage.getByRole('button', { name: 'Search everything' }).click();
  await expect(ownerPage.getByRole('combobox', { name: /^Search parcels/ })).toBeFocused();
});

test('a visitor with an unknown address of the dashboard signs in first', async ({ page }) => {
  await page.goto('/dashboard/nope');
  await expect(page).toHaveURL(/\/login$/);
  await expect(page.getByRole('heading', { name: 'Welcome to Courierdesk' })).toBeVisible();
});

test('an account or a user that does not exist says so and shows the way back', async ({
  ownerPage,
  browserErrors,
}) => {
  browserErrors.expect(/40[04] .*(account|user)/);
  for (const address of ['edit-account/01JD00000000000000000000ZZ', 'users/01JD00000000000000000000ZZ']) {
    await ownerPage.goto(`/dashboard/${address}`);
    const alert = ownerPage.getByRole('alert').filter({ hasText: 'We couldn’t open this page' });
    await expect(alert).toContainText(/not found|Invalid id entered/);
    await expect(alert.getByRole('button', { name: 'Try again' })).toHaveCount(0);
    await alert.getByRole('link', { name: 'Go to dashboard' }).click();
    await expect(ownerPage.getByRole('heading', { name: 'Dashboard', level: 1 })).toBeVisible();
  }
});

const storedKeys = (page: { evaluate<T>(read: () => T): Promise<T> }): Promise<string[]> =>
  page.evaluate(() => Object.keys(localStorage));
