import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { toast } from './booking-steps.ts';
import { staff } from './people.ts';
import { expect, test } from './test.ts';

/** The page's time stands still from now on, and goes on with `page.clock.runFor`. */
async function stopTime(page: Page): Promise<void> {
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
}

test('a message disappears after five seconds, or when it is dismissed', async ({ newShop: { page } }) => {
  await page.goto('/dashboard/settings');
  const name = page.getByLabel('Discount name');
  const save = async (text: string): Promise<void> => {
    await name.fill(text);
    await page.getByRole('region', { name: 'Unsaved changes' }).getByRole('button', { name: 'Save' }).click();
    await expect(message).toBeVisible();
  };
  const message = toast(page, 'Settings saved').first();
  await expect(name).toHaveValue('');
  await stopTime(page);
  await save('Eid offer');
  await page.clock.runFor(4_999);
  await expect(message).toBeVisible();
  await page.clock.runFor(1);
  await expect(message).toBeHidden();

  await save('Winter offer');
  await page.getByRole('button', { name: 'Dismiss' }).click();
  await expect(message).toBeHidden();
});

test('after an account is created, the accounts open 700 milliseconds later', async ({ newShop: { page } }) => {
  await page.goto('/dashboard/accounts/create-account');
  await page.getByRole('radio', { name: 'Leopards' }).check();
  await page.getByLabel('Account name').fill('Leopards Multan');
  await page.getByLabel('API key', { exact: true }).fill('second-leopard-key-9Z8Y7X6W5V');
  await page.getByLabel('API password', { exact: true }).fill('second-leopard-pass');
  await stopTime(page);
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(toast(page, 'Account has been created').first()).toBeVisible();
  await page.clock.runFor(699);
  await expect(page).toHaveURL(/\/accounts\/create-account$/);
  await page.clock.runFor(1);
  await expect(page).toHaveURL(/\/dashboard\/accounts$/);
});

test('the tag dialog closes a second after the tag was saved', async ({ ownerPage: page, database }) => {
  const email = `${randomUUID()}@demo.store`;
  await database.addColleague(email, { is_active: true, is_verified_user: true });
  await page.goto('/dashboard/users');
  const row = page.getByRole('row').filter({ hasText: email });
  await row.getByRole('button', { name: /^Edit tag of / }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit tag' });
  const tag = randomUUID().slice(0, 8);
  await dialog.getByRole('textbox').fill(tag);
  await stopTime(page);
  await dialog.getByRole('button', { name: 'Save tag' }).click();
  // The answer is shown in a task of its own, which waits for the clock too.
  await expect(async () => {
    await page.clock.runFor(1);
    await expect(dialog.getByText('Tag updated')).toBeVisible({ timeout: 500 });
  }).toPass();
  await page.clock.runFor(990);
  await expect(dialog).toBeVisible();
  await page.clock.runFor(10);
  await page.clock.resume();
  await expect(dialog).toBeHidden();
  await expect(row).toContainText(tag);
});

test('the users are fetched again half a second after one was deleted', async ({ ownerPage: page, database }) => {
  const email = `${randomUUID()}@demo.store`;
  await database.addColleague(email, { is_active: true, is_verified_user: true });
  await page.goto('/dashboard/users');
  const row = page.getByRole('row').filter({ hasText: email });
  await row.getByRole('link', { name: /^Edit / }).click();
  await page.getByRole('button', { name: 'Delete user' }).click();
  await stopTime(page);
  const deleted = page.waitForResponse(/delete-user/);
  // The list as it opens may be from before the user was deleted.
  const opened = page.waitForResponse(/get-users\?/);
  await page.getByRole('dialog').getByRole('button', { name: 'Delete user' }).click();
  await deleted;
  await expect(page).toHaveURL(/\/dashboard\/users$/);
  await opened;
  const fetches: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/get-users?')) fetches.push(request.url());
  });
  await page.clock.runFor(499);
  expect(fetches).toEqual([]);
  await page.clock.runFor(1);
  await expect.poll(() => fetches.length).toBe(1);
  await expect(row).toBeHidden();
});

test('merging without orders leads to the orders after five seconds', async ({ ownerPage: page }) => {
  await page.goto('/dashboard/orders');
  await expect(page.getByRole('row').nth(1)).toBeVisible();
  await stopTime(page);
  await page.goto('/dashboard/merge-orders');
  await expect(page.getByText('No orders selected to merge')).toBeVisible();
  await page.clock.runFor(4_999);
  await expect(page).toHaveURL(/\/merge-orders$/);
  await page.clock.runFor(1);
  await expect(page).toHaveURL(/\/dashboard\/orders$/);
});

test('after a new password is created, the login page opens two seconds later', async ({ page, database, sandbox }) => {
  const email = `${randomUUID()}@demo.store`;
  await database.addColleague(email, { is_active: true, is_verified_user: true });
  await page.request.post('/api/v1/password/reset-password-pin', { data: { email }, failOnStatusCode: true });
  const link = async (): Promise<string> =>
    /\/create-new-password\?\S+/.exec((await sandbox.mailsTo(email))[0]?.text ?? '')?.[0] ?? '';
  await expect.poll(link).not.toBe('');
  await page.goto(await link());
  const password = `${staff.password} seven brass kettles`;
  await page.getByLabel('New password', { exact: true }).fill(password);
  await page.getByLabel('Confirm the new password', { exact: true }).fill(password);
  await expect(page.getByText('Very strong')).toBeVisible();
  await stopTime(page);
  await page.getByRole('button', { name: 'Create password' }).click();
  await expect(page.getByText('Password has been changed')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Login' })).toBeVisible();
  await page.clock.runFor(1_999);
  await expect(page).toHaveURL(/create-new-password/);
  await page.clock.runFor(1);
  await expect(page).toHaveURL(/\/login$/);
});
