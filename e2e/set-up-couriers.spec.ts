import { setTimeout as pause } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import { toast } from './booking-steps.ts';
import { expectAccessible } from './expect-accessible.ts';
import { expect, test } from './test.ts';

/** Credentials that the sandbox's couriers know, by the labels of the form. */
const accounts = [
  {
    courier: 'Leopards',
    texts: { 'API key': 'second-leopard-key-9Z8Y7X6W5V', 'API password': 'second-leopard-pass' },
    says: /can book to [\d,]+ cities/,
    wrong: 'API password',
    after: {},
  },
  {
    courier: 'M&P',
    texts: { Username: 'lenient_store', 'Account number': '9L777', 'API password': 'lenient-mnp-pass' },
    says: /can book to [\d,]+ cities/,
    wrong: 'API password',
    after: {},
  },
  {
    courier: 'PostEx',
    texts: { 'API token': 'c2Vjb25kLXBvc3RleC10b2tlbjpjb3VyaWVyZGVzaw' },
    says: 'It has 1 pickup address.',
    wrong: 'API token',
    after: {},
  },
  {
    courier: 'TCS',
    texts: {
      Username: 'demo.store',
      'API password': 'demo-tcs-pass',
      'TCS account': '04011K1',
      'Client id': '205659575',
      'Client secret': 'demo-tcs-secret+/=',
    },
    says: /The account has \d+ cost centre/,
    wrong: 'API password',
    after: { 'Shipper name': 'Fresh Store', 'Shipper address': '45 Shahrah-e-Faisal', 'Shipper mobile': '03211234567' },
  },
];

for (const { courier, texts, wrong, says, after } of accounts) {
  test(`a ${courier} account is verified at the courier and created, wrong credentials are shown beside the form`, async ({
    newShop: { page },
    browserErrors,
  }) => {
    browserErrors.expect(/422 .*\/(courier-accounts|create-account|verify)/);
    await openNewAccount(page, courier, `${courier} Karachi`);
    await expect(page.getByText(/cannot be changed or deleted later/)).toBeVisible();
    await expect(page.getByText('Press Verify to get a list.').first()).toBeVisible();
    for (const [label, text] of Object.entries(texts)) {
      await page.getByLabel(label, { exact: true }).fill(label === wrong ? 'not-the-right-one' : text);
    }
    const verify = page.getByRole('button', { name: `Verify with ${courier}` });
    await verify.click();
    await expect(page.getByRole('alert').filter({ hasText: courier }).first()).toBeVisible();

    await page
      .getByLabel(wrong, { exact: true })
      .fill(Object.entries(texts).find(([label]) => label === wrong)?.[1] ?? '');
    await verify.click();
    await expect(page.getByRole('region', { name: 'Credentials' }).getByRole('status').last()).toContainText(says);
    await expect(page.getByText('Press Verify to get a list.')).toHaveCount(0);

    for (const [label, text] of Object.entries(after)) await page.getByLabel(label, { exact: true }).fill(text);
    for (const label of [
      'Pickup location',
      'Return location',
      'Sub account',
      'Pickup address code',
      'Cost centre code',
    ]) {
      await chooseFirst(page, label);
    }
    if (courier === 'TCS') {
      // A city that is typed and not picked: a name of the list is taken, anything else is asked about.
      const city = page.getByRole('combobox', { name: 'Shipper city' });
      await city.fill('karac');
      await page.keyboard.press('Tab');
      await expect(city).toHaveValue('karac');
      await expect(city).toHaveAccessibleDescription(/“karac” is not in the list/);
      await city.fill('karachi');
      await page.keyboard.press('Tab');
      await expect(city).toHaveValue('KARACHI');
      await expect(city).not.toHaveAccessibleDescription(/not in the list/);
    }
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Create account' }).click();
    await expect(toast(page, 'Account has been created').first()).toBeVisible();
    await expect(page).toHaveURL(/\/dashboard\/accounts$/);
    const row = page.getByRole('row', { name: new RegExp(`${courier} Karachi`) });
    await expect(row).toContainText(courier);
    await expect(row.getByRole('switch')).toBeChecked();
    if (courier === 'Leopards') {
      await expect(row).toContainText('As registered with Leopards');
      const checklist = page.getByRole('region', { name: 'Get started' });
      await expect(checklist).toContainText('1 of 5');
      await expect(checklist.getByRole('listitem')).toHaveText([/^Check weight and pick-up address/]);
      await page.goto('/dashboard');
      await expect(checklist).toContainText('Pick-up: As registered with Leopards.');
      await checklist.getByRole('link', { name: 'Check pick-up address' }).click();
      await expect(page.getByLabel('Shipper id')).toBeInViewport();
      await page.getByRole('link', { name: 'Back to accounts' }).click();
      // The button is busy, and then gone: the next step has its place, but an Enter too much does nothing there.
      await checklist.getByRole('button', { name: 'Looks right' }).press('Enter');
      await expect(checklist.getByRole('listitem')).toHaveText([/^Book a first parcel/]);
      await expect(checklist.getByRole('list')).toBeFocused();
      await page.keyboard.press('Tab');
      await expect(checklist.getByRole('link', { name: 'Open store orders' })).toBeFocused();
      await checklist.getByRole('link', { name: 'Open store orders' }).click();
      await expect(page).toHaveURL(/\/dashboard\/shopify\/orders/);
    }
  });
}

test('the form asks for what is missing before it asks the courier', async ({ ownerPage }) => {
  await ownerPage.goto('/dashboard/accounts/create-account');
  await ownerPage.getByRole('button', { name: 'Create account' }).click();
  await expect(ownerPage.getByText('Company name is required').first()).toBeVisible();
  await ownerPage.getByRole('radio', { name: 'Leopards' }).check();
  await ownerPage.getByLabel('Account name').fill('');
  await ownerPage.getByLabel('Weight').fill('60000');
  await ownerPage.getByRole('button', { name: 'Create account' }).click();
  const problems = ownerPage.getByRole('alert').filter({ hasText: /Fix \d+ problem/ });
  await expect(problems).toContainText(/50,?000/);
  await problems.getByRole('link').first().click();
  await expect(ownerPage.getByLabel('Account name')).toBeFocused();
});

test('what was typed for one courier is not in the fields of another, and is back with that courier', async ({
  ownerPage: page,
}) => {
  await page.goto('/dashboard/accounts/create-account');
  const courier = (name: string) => page.getByRole('radio', { name, exact: true });
  const password = page.getByLabel('API password', { exact: true });
  await courier('Leopards').check();
  await password.fill('For Leopards only');
  await courier('TCS').check();
  await expect(password).toHaveValue('');
  await courier('Leopards').check();
  await expect(password).toHaveValue('For Leopards only');
});

test('while the courier is down the account can be saved without its consent', async ({
  newShop: { page },
  sandbox,
  browserErrors,
}) => {
  browserErrors.expect(/422 .*create-account/);
  await sandbox.addFaults({ target: 'leopard', kind: 'down' });
  await openNewAccount(page, 'Leopards', 'Leopards by night');
  await page.getByLabel('API key', { exact: true }).fill('second-leopard-key-9Z8Y7X6W5V');
  await page.getByLabel('API password', { exact: true }).fill('second-leopard-pass');
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page.getByText('We could not check the credentials. Nothing is saved yet.')).toBeVisible();
  await page.getByRole('button', { name: 'Save anyway' }).click();
  await expect(toast(page, 'Account has been created').first()).toBeVisible();
  await expect(page.getByRole('row', { name: /Leopards by night/ })).toBeVisible();

  // The checklist leads on to the test that is missing.
  await sandbox.clearFaults();
  const checklist = page.getByRole('region', { name: 'Get started' });
  await expect(checklist).toContainText('0 of 5');
  await page.goto('/dashboard');
  await expect(checklist).toContainText('Leopards by night is saved, but its courier has not accepted');
  await checklist.getByRole('link', { name: 'Test Leopards by night' }).click();
  await page.getByRole('button', { name: 'Verify with Leopards' }).click();
  await expect(page.getByRole('region', { name: 'Credentials' }).getByRole('status').last()).toContainText(/accept/i);
  await page.getByRole('link', { name: 'Back to accounts' }).click();
  await expect(checklist).toContainText('1 of 5');
  await expect(checklist.getByRole('listitem')).toHaveText([/^Check weight and pick-up address/]);
});

test('where a courier picks up is not cut on a small laptop', async ({ ownerPage: page }) => {
  await page.setViewportSize({ width: 1366, height: 768 });
  await page.goto('/dashboard/accounts');
  for (const text of ['As registered with Leopards', /Main Boulevard.*LAHORE/]) {
    const pickUp = page.getByRole('table', { name: 'Courier accounts' }).locator('bdi').filter({ hasText: text });
    const isCut = () =>
      pickUp.evaluate((one) => one.scrollWidth > one.clientWidth || one.scrollHeight > one.clientHeight);
    await expect.poll(isCut).toBe(false);
  }
});

test('while no active account is the default, the accounts and the courier rules say what that means', async ({
  ownerPage: page,
}) => {
  const notice = page.getByText('No active account is the default.');
  await page.goto('/dashboard/accounts');
  const row = page
    .getByRole('row')
    .filter({ hasText: 'Default' })
    .filter({ has: page.getByRole('switch') });
  const name = (await row.getByRole('link').innerText()).trim();
  const active = page.getByRole('switch', { name: `${name} is active` });
  await active.press('Space');
  await expect(notice).toBeVisible();
  await active.press('Space');
  await expect(active).toBeChecked();
  await expect(notice).toBeVisible();
  await expectAccessible(page);
  await page.goto('/dashboard/settings/courier-rules');
  await expect(page.getByText('because there is no default account.')).toBeVisible();

  await page.goto('/dashboard/accounts');
  await page.getByRole('link', { name, exact: true }).click();
  await page.getByLabel('Default account').check();
  await page.getByRole('region', { name: 'Unsaved changes' }).getByRole('button', { name: 'Save' }).click();
  await expect(toast(page, 'Account updated').last()).toBeVisible();
  await page.getByRole('link', { name: 'Back to accounts' }).click();
  await expect(row).toContainText(name);
  await expect(notice).toBeHidden();
});

test('an account is renamed without its secret, becomes the default, and goes to sleep', async ({
  newShop: { page, domain },
  sandbox,
}) => {
  await addLeopards(page, 'Leopards one', ['second-leopard-key-9Z8Y7X6W5V', 'second-leopard-pass']);
  await addLeopards(page, 'Leopards two', ['demo-leopard-key-1A2B3C4D5E6F', 'demo-leopard-pass']);
  const [one, two] = [/Leopards one/, /Leopards (two|renamed)/].map((name) => page.getByRole('row', { name }));
  if (!one || !two) throw new Error('Two rows were expected');

  await test.step('the secret stays when its field is left blank', async () => {
    await page.getByRole('link', { name: 'Leopards two' }).click();
    await expect(page.getByLabel('API password', { exact: true })).toHaveValue('');
    await expect(page.getByLabel('API key', { exact: true })).toHaveAttribute('readonly');
    await page.getByLabel('Account name').fill('Leopards renamed');
    await page.getByLabel('Default account').check();
    const unsaved = page.getByRole('region', { name: 'Unsaved changes' });
    await unsaved.getByRole('button', { name: 'Save' }).click();
    await expect(toast(page, 'Account updated').first()).toBeVisible();
    await expect(unsaved).toBeHidden();
    await page.getByRole('link', { name: 'Back to accounts' }).click();
  });

  await test.step('there is one default at most', async () => {
    await expect(two).toContainText('Default');
    await expect(one).not.toContainText('Default');
    await page.getByRole('link', { name: 'Leopards one' }).click();
    await page.getByLabel('Default account').check();
    // On a slow line one is faster than the save, and asked; once it is saved there is nothing left to ask.
    await page.route('**/api/v1/update-account', async (route) => {
      await pause(1500);
      await route.continue();
    });
    await page.getByRole('region', { name: 'Unsaved changes' }).getByRole('button', { name: 'Save' }).click();
    await page.getByRole('link', { name: 'Back to accounts' }).click();
    const question = page.getByRole('dialog', { name: 'Leave without saving?' });
    await expect(question).toBeVisible();
    await expect(one).toContainText('Default');
    await expect(two).not.toContainText('Default');
    await expect(question).toBeHidden();
    await page.unroute('**/api/v1/update-account');
  });

  await test.step('a sleeping account is not offered for booking', async () => {
    const order = await sandbox.addOrder({ shop: domain });
    await expect(two).toBeVisible();
    const other = await page.context().newPage();
    await other.goto(page.url());
    await other.getByRole('link', { name: 'Leopards renamed' }).click();
    await other.getByLabel('Account name').fill('Leopards by day');
    await other.getByRole('region', { name: 'Unsaved changes' }).getByRole('button', { name: 'Save' }).click();
    await expect(toast(other, 'Account updated').first()).toBeVisible();
    await other.close();
    await page.getByRole('switch', { name: 'Leopards renamed is active' }).click({ force: true });
    // The name that someone else gave it stays.
    const active = page.getByRole('switch', { name: 'Leopards by day is active' });
    await expect(active).not.toBeChecked();
    await expect(active).toBeEnabled();
    await page.goto(`/dashboard/order/book?id=${order.id}`);
    const field = page.getByRole('combobox', { name: 'Courier account' });
    await expect(field).toHaveValue(/Leopards one/);
    await field.click();
    await expect(page.getByRole('option')).toHaveCount(1);
  });
});

async function openNewAccount(page: Page, courier: string, name: string): Promise<void> {
  await page.goto('/dashboard/accounts');
  await page.getByRole('link', { name: 'Create account' }).first().click();
  await page.getByRole('radio', { name: courier }).check();
  await expect(page.getByLabel('Account name')).toHaveValue(courier);
  await page.getByLabel('Account name').fill(name);
}

async function addLeopards(page: Page, name: string, [key, password]: [key: string, password: string]): Promise<void> {
  await openNewAccount(page, 'Leopards', name);
  await page.getByLabel('API key', { exact: true }).fill(key);
  await page.getByLabel('API password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page.getByRole('row', { name: new RegExp(name) })).toBeVisible();
}

/** Chooses what the courier offers first, where it offers something and nothing was filled in. */
async function chooseFirst(page: Page, label: string): Promise<void> {
  const field = page.getByRole('combobox', { name: label });
  if ((await field.count()) === 0 || (await field.inputValue()) !== '') return;
  await field.click();
  await page.getByRole('option').first().click();
}
