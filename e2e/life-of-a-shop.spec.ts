import type { Page } from '@playwright/test';
import { expectAccessible } from './expect-accessible.ts';
import { fillInSignIn, tokenOf } from './people.ts';
import type { Sandbox } from './sandbox.ts';
import { expect, test } from './test.ts';

async function call(page: Page, method: 'GET' | 'POST', path: string, data?: object): Promise<unknown> {
  const headers = { authorization: `Bearer ${tokenOf(await page.context().storageState())}` };
  return (await page.request.fetch(`/api/v1/${path}`, { method, headers, ...(data && { data }) })).json();
}

const postex = { company: 'POSTEX', account_name: 'PostEx main', weight: 500, address_code: '001' };
const goodToken = 'ZGVtby1wb3N0ZXgtdG9rZW46Y291cmllcmRlc2s';

const idOf = (created: unknown): string => String(Reflect.get(Object(Reflect.get(Object(created), 'account')), 'id'));

test('refused credentials are one open case on every page that uses couriers, until new ones are entered', async ({
  newShop: { page },
  sandbox,
  browserErrors,
}) => {
  test.slow();
  browserErrors.expect(/422 .*get-cities/);
  await sandbox.addFaults({ target: 'postex', kind: 'error500' });
  const created = await call(page, 'POST', 'create-account', { ...postex, token: 'an-old-token', save_anyway: true });
  await sandbox.clearFaults();
  await call(page, 'GET', `get-cities/${idOf(created)}`);

  const opened = page.getByText(/^PostEx has refused the credentials of PostEx main since/);
  await page.goto('/dashboard/attention');
  await expect(opened).toBeVisible();
  await expect(page.getByText('TOKEN IS INVALID')).toContainText('We cannot book, cancel or track with this account');
  await expectAccessible(page);
  await page.goto('/dashboard');
  await page.getByRole('link', { name: /courier account with refused credentials/ }).click();
  await expect(page.getByRole('heading', { name: 'Courier accounts', level: 1 })).toBeVisible();
  await expect(opened).toBeVisible();
  await expect(page.getByRole('cell', { name: 'The courier refuses the credentials' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'PostEx main: credentials refused' })).toBeVisible();
  await expectAccessible(page);
  // The sandbox gives all new stores the same owner's address.
  const mails = async () => (await sandbox.mailsTo('owner@shop.store')).map(({ subject }) => subject);
  await expect
    .poll(mails)
    .toContainEqual(expect.stringMatching(/^PostEx refuses the credentials of PostEx main of Shop /));

  await page.getByRole('link', { name: 'Enter new credentials' }).click();
  await page.getByLabel('API token', { exact: true }).fill(goodToken);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Account updated', { exact: true })).toBeVisible();
  await page.goto('/dashboard/attention');
  await expect(page.getByText('All clear')).toBeVisible();
  await expect(opened).toHaveCount(0);
});

test('a shop whose accounts are all switched off is led to the switch, not to a new account', async ({
  newShop: { page, domain },
  sandbox,
}) => {
  await call(page, 'POST', 'create-account', { ...postex, token: goodToken });
  const order = await sandbox.addOrder({ shop: domain });
  await page.goto('/dashboard/accounts');
  await expect(page.getByText('Default', { exact: true })).toBeVisible();
  await page.getByRole('switch', { name: 'PostEx main is active' }).uncheck({ force: true });
  await expect(page.getByText('Account updated', { exact: true })).toBeVisible();
  for (const path of ['/dashboard', '/dashboard/shopify/orders']) {
    await page.goto(path);
    await expect(page.getByText('You have no active courier account.')).toBeVisible();
    await expectAccessible(page);
  }
  await page.goto(`/dashboard/order/book?id=${order.id}`);
  const dialog = page.getByRole('dialog', { name: 'Switch on a courier account first' });
  await dialog.getByRole('link', { name: 'Open accounts' }).click();
  await page.getByRole('switch', { name: 'PostEx main is active' }).check({ force: true });
  await expect(page.getByText('Account updated', { exact: true })).toBeVisible();
  await page.goto('/dashboard/shopify/orders');
  await expect(page.getByRole('heading', { name: 'Store orders', level: 1 })).toBeVisible();
  await expect(page.getByText('You have no active courier account.')).toHaveCount(0);
});

test('the question before a cancelled plan names the account that stays active', async ({ newShop: { page } }) => {
  await call(page, 'POST', 'create-account', { ...postex, token: goodToken });
  await page.goto('/dashboard/plans');
  await page.getByRole('button', { name: 'Choose Monthly' }).click();
  const asked = page.getByRole('dialog', { name: 'Are you sure?' });
  await expect(asked).toContainText('Users that you restricted stay restricted.');
  await asked.getByRole('button', { name: 'Yes, continue to Shopify' }).click();
  await page.getByRole('button', { name: 'Approve' }).click();
  await page.getByRole('button', { name: 'Okay' }).click();
  await page.getByRole('button', { name: 'Cancel subscription' }).click();
  const dialog = page.getByRole('dialog', { name: 'Cancel the Monthly plan?' });
  await expect(dialog).toContainText('All courier accounts except PostEx main become inactive.');
});

test('an account that the end of a plan switched off is marked, and the question before the next plan names it', async ({
  newShop: { page },
}) => {
  await call(page, 'POST', 'create-account', { ...postex, token: goodToken });
  await call(page, 'POST', 'create-account', { ...postex, account_name: 'PostEx other', token: goodToken });
  await page.goto('/dashboard/plans');
  await page.getByRole('button', { name: 'Choose Monthly' }).click();
  const asked = page.getByRole('dialog', { name: 'Are you sure?' });
  await expect(asked).toContainText('No account was turned off when a plan ended.');
  await asked.getByRole('button', { name: 'Yes, continue to Shopify' }).click();
  await page.getByRole('button', { name: 'Approve' }).click();
  await page.getByRole('button', { name: 'Okay' }).click();
  await page.getByRole('button', { name: 'Cancel subscription' }).click();
  await page.getByRole('button', { name: 'Yes, cancel subscription' }).click();
  await expect(page.getByRole('heading', { name: 'Your plan: FREE' })).toBeVisible();
  await page.getByRole('button', { name: 'Choose Monthly' }).click();
  await expect(asked).toContainText('turned off when a plan ended: PostEx other. Accounts that someone');

  await page.goto('/dashboard/accounts');
  const row = (name: string) => page.getByRole('row').filter({ hasText: name });
  await expect(row('PostEx other')).toContainText('Plan ended');
  await expect(row('PostEx main')).not.toContainText('Plan ended');
  await row('PostEx other').getByRole('link', { name: 'PostEx other' }).click();
  await expect(page.getByText('Off since the paid plan ended.')).toBeVisible();
  await page.getByRole('button', { name: 'Keep inactive' }).click();
  await expect(page.getByText('Off since the paid plan ended.')).toBeHidden();
  await expect(page.getByRole('button', { name: 'Keep inactive' })).toBeHidden();
  await page.goto('/dashboard/accounts');
  await expect(row('PostEx other').getByRole('switch')).not.toBeChecked();
  await expect(row('PostEx other')).not.toContainText('Plan ended');
});

test('a user who became inactive with the end of a plan is not called restricted, and can be restricted before the next plan', async ({
  newShop: { page },
  sandbox,
}) => {
  await addVerifiedUser(page, sandbox, { email: 'sana@plan.test', password: 'quiet river lantern' }, 1);
  await page.goto('/dashboard/plans');
  await page.getByRole('button', { name: 'Choose Monthly' }).click();
  await page.getByRole('button', { name: 'Yes, continue to Shopify' }).click();
  await page.getByRole('button', { name: 'Approve' }).click();
  await page.getByRole('button', { name: 'Okay' }).click();
  await page.getByRole('button', { name: 'Cancel subscription' }).click();
  await page.getByRole('button', { name: 'Yes, cancel subscription' }).click();
  await expect(page.getByRole('heading', { name: 'Your plan: FREE' })).toBeVisible();

  await page.goto('/dashboard/users');
  const row = page.getByRole('row').filter({ hasText: 'sana@plan.test' });
  await expect(row).toContainText('Inactive');
  await row.getByRole('link', { name: 'Edit Sana Malik' }).click();
  await expect(page.getByText('A new plan can activate them, unless you restrict them.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Unrestrict user' })).toBeVisible();
  await page.getByRole('button', { name: 'Restrict user', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Restrict Sana Malik?' });
  await expect(dialog).toContainText('a new plan does not activate them');
  await dialog.getByRole('button', { name: 'Restrict user' }).click();
  await expect(row).toContainText('Restricted');
});

test('a password that fits two shops asks which one, and the user menu switches between them, without the prints of the other', async ({
  browser,
  stack,
  sandbox,
  ownerPage,
  newShop: { page: newOwner },
}) => {
  test.slow();
  const person = { email: 'both@shops.test', password: 'quiet river lantern' };
  await addVerifiedUser(ownerPage, sandbox, person, 1);
  await addVerifiedUser(newOwner, sandbox, person, 2);
  const context = await browser.newContext({ baseURL: stack.url });
  const page = await context.newPage();
  await page.goto('/login');
  await fillInSignIn(page, person);
  const choice = page.getByRole('region', { name: 'Choose a shop' });
  await expect(choice.getByRole('button', { name: /myshopify\.com/ })).toHaveCount(2);
  await expectAccessible(page);
  await choice.getByRole('button', { name: /demo-store/ }).click();
  await expect(page.getByRole('heading', { name: 'Orders', level: 1 })).toBeVisible();
  const menu = page.getByRole('button', { name: /user menu$/ });
  await expect(menu).toContainText('Demo Store');

  // A print of the first shop that is not finished: the second one does not have it.
  const print = { id: '0123456789abcdef01234567', kind: 'airway-bill', size: 'a4-4', total: 3, rest: [] };
  await page.evaluate((prints) => localStorage.setItem('prints_under_way', prints), JSON.stringify([print]));
  await menu.click();
  await page.getByRole('menuitem', { name: /^Shop / }).click();
  await expect(menu).toContainText(/Shop /);
  await expect(menu).not.toContainText('Demo Store');
  await page.reload();
  await expect(menu).toContainText(/Shop /);
  expect(await page.evaluate(() => localStorage.getItem('prints_under_way'))).toBe(null);
  await expect(page.getByText('We could not create this file')).toHaveCount(0);
  await context.close();
});

async function addVerifiedUser(
  owner: Page,
  sandbox: Sandbox,
  { email, password }: { email: string; password: string },
  mails: number,
): Promise<void> {
  await call(owner, 'POST', 'create-user', {
    ...{ email, password, first_name: 'Sana', last_name: 'Malik', tag: 'SANA', scopes: ['READ_ORDERS', 'BOOK_ORDERS'] },
    ...{ phone: '', province: '', address: '', city: '', country: '' },
  });
  await expect.poll(async () => (await sandbox.mailsTo(email)).length).toBe(mails);
  const [mail] = (await sandbox.mailsTo(email)).slice(-1);
  const token = /email-verify\?token=(\S+)/.exec(mail?.text ?? '')?.[1] ?? '';
  await owner.request.fetch(`/email-verify?token=${token}`);
  await call(owner, 'POST', 'verify-email', { token: decodeURIComponent(token) });
}
