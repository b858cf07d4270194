import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { openBooking } from './booking-steps.ts';
import {
  endSessionElsewhere,
  fillInSignIn,
  owner,
  removeTokenInAnotherTab,
  staff,
  startSession,
  tokenOf,
} from './people.ts';
import { expect, test } from './test.ts';

/** As browser translation does, where React does not expect it. */
async function wrapInFont(page: Page, selector: string): Promise<void> {
  const drawn = page.locator(selector);
  await expect(drawn.first()).toBeVisible();
  await drawn.evaluateAll((elements) => {
    for (const element of elements) {
      const font = document.createElement('font');
      element.replaceWith(font);
      font.append(element);
    }
  });
}

test('a half-typed booking is there again after the session ended in another tab', async ({
  ownerPage: page,
  sandbox,
}) => {
  const order = await sandbox.addOrder();
  await openBooking(page, order);
  await page.getByLabel('Remarks').fill('Call before you come');
  await removeTokenInAnotherTab(page);
  await fillInSignIn(page, owner);
  await expect(page.getByRole('heading', { name: `Book ${order.name}`, level: 1 })).toBeVisible();
  await expect(page.getByLabel('Remarks')).toHaveValue('Call before you come');
});

test('half-typed settings are there again as well, and still wait to be saved', async ({ ownerPage: page }) => {
  await page.goto('/dashboard/settings');
  await page.getByLabel('Default weight').fill('765');
  await removeTokenInAnotherTab(page);
  await fillInSignIn(page, owner);
  await expect(page).toHaveURL(/\/dashboard\/settings$/);
  await expect(page.getByLabel('Default weight')).toHaveValue('765');
  await expect(page.getByRole('region', { name: 'Unsaved changes' })).toBeVisible();
});

test('what someone else saved while a session had ended stays, beside what was typed', async ({ page, ownerPage }) => {
  const saveDiscount = async (name: string): Promise<void> => {
    await ownerPage.getByLabel('Discount name').fill(name);
    await ownerPage.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(ownerPage.getByRole('region', { name: 'Unsaved changes' })).toBeHidden();
  };
  await startSession(page, owner);
  await page.goto('/dashboard/settings');
  await page.getByLabel('Default weight').fill('765');
  await removeTokenInAnotherTab(page);
  await ownerPage.goto('/dashboard/settings');
  const before = await ownerPage.getByLabel('Discount name').inputValue();
  await saveDiscount('Winter sale');
  await fillInSignIn(page, owner);
  await expect(page.getByLabel('Default weight')).toHaveValue('765');
  await expect(page.getByLabel('Discount name')).toHaveValue('Winter sale');
  await saveDiscount(before);
});

test('the half-typed wording of an email is there again, in that email alone', async ({ ownerPage: page }) => {
  await page.goto('/dashboard/settings/customer-emails');
  const subjectOf = async (email: string) => {
    await page.getByRole('button', { name: `Edit wording: ${email}` }).click();
    return page.getByRole('dialog', { name: `${email} email` }).getByLabel('Subject');
  };
  await (await subjectOf('Delivered')).fill('It arrived');
  await removeTokenInAnotherTab(page);
  await fillInSignIn(page, owner);
  await expect(await subjectOf('Tracking link')).not.toHaveValue('It arrived');
  await page.getByRole('button', { name: 'Cancel', exact: true }).click();
  await expect(await subjectOf('Delivered')).toHaveValue('It arrived');
});

test('a half-typed courier rule is there again, beside a new one, and replaces no rules that someone saved since', async ({
  page,
  ownerPage,
  browserErrors,
}) => {
  browserErrors.expect(/409 .*\/booking-rules/);
  await startSession(page, owner);
  await page.goto('/dashboard/settings/courier-rules');
  await page.getByRole('button', { name: 'Add a rule' }).first().click();
  await page.getByLabel('Name').fill('Heavy parcels');
  await removeTokenInAnotherTab(page);
  const headers = { authorization: `Bearer ${tokenOf(await ownerPage.context().storageState())}` };
  const { data } = await (await ownerPage.request.get('/api/v1/booking-rules', { headers })).json();
  expect((await ownerPage.request.put('/api/v1/booking-rules', { headers, data })).status()).toBe(200);
  await fillInSignIn(page, owner);
  await expect(page).toHaveURL(/\/courier-rules$/);
  const rules = page.getByRole('list', { name: 'Rules, first to last' });
  await expect(rules).toContainText('Heavy parcels');
  await page.getByRole('button', { name: 'Add a rule' }).click();
  await page.getByLabel('Name').last().fill('Light parcels');
  await expect(rules).toContainText('Heavy parcels');
  await expect(rules).toContainText('Light parcels');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Someone else just saved the courier rules.')).toBeVisible();
});

test('a session that expires while someone types keeps the form as well', async ({
  page,
  request,
  sandbox,
  browserErrors,
}) => {
  browserErrors.expect(/401 /);
  await startSession(page, owner);
  const order = await sandbox.addOrder();
  await openBooking(page, order);
  await page.getByLabel('Remarks').fill('Leave it at the shop next door');
  await endSessionElsewhere(page, request);
  await page.keyboard.press('Control+Enter');
  await expect(page).toHaveURL(/\/login$/);
  await fillInSignIn(page, owner);
  await expect(page.getByLabel('Remarks')).toHaveValue('Leave it at the shop next door');
});

test('a booking form that browser translation breaks has what was typed when the person tries again', async ({
  ownerPage: page,
  sandbox,
  browserErrors,
}) => {
  browserErrors.expect(/on 'Node'/);
  const order = await sandbox.addOrder();
  await openBooking(page, order);
  await expect(page.locator('html')).toHaveAttribute('translate', 'no');
  await page.getByLabel('Remarks').fill('Ring twice');
  const city = page.getByRole('combobox', { name: 'Destination city' });
  await city.fill('Multan');
  await wrapInFont(page, 'ul[aria-label="Best matches"]');
  await city.fill('Karachi');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('We restored what you typed.')).toBeVisible();
  await expect(page.getByLabel('Remarks')).toHaveValue('Ring twice');
});

test('another form that fails has what was typed when the person tries again, and not after they left', async ({
  ownerPage: page,
  browserErrors,
}) => {
  browserErrors.expect(/on 'Node'/);
  const name = page.getByLabel('Account name');
  // The click may break the page, so that nothing is ticked afterwards.
  const choose = (courier: string): Promise<void> => page.getByRole('radio', { name: courier }).click();
  await page.goto('/dashboard/accounts/create-account');
  await choose('Leopards');
  await name.fill('Our account in Multan');
  await wrapInFont(page, 'form > section');
  await choose('M&P');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(name).toHaveValue('Our account in Multan');

  await wrapInFont(page, 'form > section');
  await choose('TCS');
  await expect(page.getByText('We couldn’t open this page')).toBeVisible();
  await page.getByRole('link', { name: 'Store orders' }).click();
  await expect(page.getByRole('heading', { name: 'Store orders', level: 1 })).toBeVisible();
  await page.goBack();
  await expect(name).toHaveValue('');
});

test('the password of a sign-in that waits for its second step is not in the form afterwards', async ({
  ownerPage: page,
  database,
}) => {
  const email = `${randomUUID()}@demo.store`;
  await database.addColleague(email, { is_active: true, is_verified_user: true });
  await database.turnTwoFactorOn(email);
  await page.goto('/dashboard/support');
  await removeTokenInAnotherTab(page);
  await fillInSignIn(page, { email, password: staff.password });
  await expect(page).toHaveURL(/\/two-factor$/);
  await page.getByRole('link', { name: 'Back to sign-in' }).click();
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByRole('form', { name: 'Sign in' }).getByLabel('Password', { exact: true })).toHaveValue('');
});

test('another person who signs in finds nothing of a half-typed booking', async ({ ownerPage: page, sandbox }) => {
  const order = await sandbox.addOrder();
  await openBooking(page, order);
  await page.getByLabel('Remarks').fill('For the owner alone');
  await removeTokenInAnotherTab(page);
  await fillInSignIn(page, staff);
  await expect(page).toHaveURL(/\/dashboard\/shopify\/orders/);
  expect(await page.evaluate(() => JSON.stringify(Object.values(sessionStorage)))).not.toContain('For the owner alone');
  await openBooking(page, order);
  await expect(page.getByLabel('Remarks')).not.toHaveValue('For the owner alone');
});
