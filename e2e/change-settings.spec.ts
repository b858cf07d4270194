import { randomUUID } from 'node:crypto';
import { toast } from './booking-steps.ts';
import { expectAccessible } from './expect-accessible.ts';
import { staff, startSession } from './people.ts';
import { expect, test } from './test.ts';

test('settings are saved by a bar that is there only while something is unsaved', async ({ newShop: { page } }) => {
  await page.goto('/dashboard/settings');
  const unsaved = page.getByRole('region', { name: 'Unsaved changes' });
  const freeShipping = page.getByLabel('Free shipping value');
  await expect(freeShipping).toHaveValue('0');
  await expect(unsaved).toBeHidden();

  await freeShipping.fill('2500');
  await page.getByLabel('Default weight').fill('750');
  await expect(unsaved).toBeVisible();
  await expectAccessible(page);
  await unsaved.getByRole('button', { name: 'Discard' }).click();
  await expect(freeShipping).toHaveValue('0');
  await expect(unsaved).toBeHidden();

  await freeShipping.fill('2500');
  await page.getByLabel('Default weight').fill('750');
  await unsaved.getByRole('button', { name: 'Save' }).click();
  await expect(toast(page, 'Settings saved').first()).toBeVisible();
  await expect(unsaved).toBeHidden();
  await page.reload();
  await expect(freeShipping).toHaveValue('2500');
  await expect(page.getByLabel('Default weight')).toHaveValue('750');
});

test('the free shipping value goes in steps of 50 up to 50,000', async ({ newShop: { page } }) => {
  await page.goto('/dashboard/settings');
  const freeShipping = page.getByLabel('Free shipping value');
  const save = page.getByRole('region', { name: 'Unsaved changes' }).getByRole('button', { name: 'Save' });
  await expect(freeShipping).toHaveAccessibleDescription(/^Merged orders ship free when their goods reach this amount/);
  await freeShipping.fill('75');
  await save.click();
  await expect(page.getByRole('alert').filter({ hasText: /50/ })).toBeVisible();
  await expect(freeShipping).toBeFocused();
  await freeShipping.fill('50050');
  await save.click();
  await expect(page.getByRole('alert').filter({ hasText: /50,?000/ })).toBeVisible();
  await freeShipping.fill('50000');
  await save.click();
  await expect(toast(page, 'Settings saved').first()).toBeVisible();
});

test('leaving with unsaved settings asks first', async ({ newShop: { page } }) => {
  await page.goto('/dashboard/settings');
  await page.getByLabel('Free shipping value').fill('500');
  await page.getByRole('link', { name: 'Back to users' }).click();
  const question = page.getByRole('dialog', { name: 'Leave without saving?' });
  await question.getByRole('button', { name: 'Leave without saving' }).click();
  await expect(page.getByRole('heading', { name: 'Users', level: 1 })).toBeVisible();
});

test('from the settings one comes back to a page that one may see', async ({ page, database }) => {
  const email = `settings-${randomUUID()}@demo.store`;
  const rights = ['BOOK_ORDERS', 'READ_SETTINGS'];
  await database.addColleague(email, { is_active: true, is_verified_user: true, access_scopes: rights });
  await startSession(page, { ...staff, email });
  await page.goto('/dashboard/settings');
  await page.getByRole('link', { name: 'Back to store orders' }).click();
  await expect(page.getByRole('heading', { name: 'Store orders', level: 1 })).toBeVisible();
});
