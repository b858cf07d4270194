import type { Page } from '@playwright/test';
import { expect, test } from './test.ts';

/** Saves, and holds what the page sends to this address until the returned function is called. That waits for the answer. */
async function holdSave(page: Page, address: string, save: () => Promise<void>): Promise<() => Promise<void>> {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route(`**/api/v1/${address}`, async (route) => {
    if (route.request().method() !== 'GET') await released;
    return route.fallback();
  });
  const sent = page.waitForRequest((request) => request.url().endsWith(address) && request.method() !== 'GET');
  await save();
  const request = await sent;
  return async () => {
    release();
    expect((await request.response())?.status()).toBe(200);
  };
}

test('what is typed while a form is being saved stays, and waits to be saved', async ({ ownerPage: page }) => {
  await page.goto('/dashboard/settings');
  await page.getByLabel('Default weight').fill('640');
  const release = await holdSave(page, 'store/default-settings', () => page.keyboard.press('Control+Enter'));
  await page.getByLabel('Discount name').fill('Typed while saving');
  await release();
  const unsaved = page.getByRole('region', { name: 'Unsaved changes' });
  await expect(unsaved.getByRole('button', { name: 'Save' })).toBeEnabled();
  await expect(page.getByLabel('Discount name')).toHaveValue('Typed while saving');
  await unsaved.getByRole('button', { name: 'Discard' }).click();
  await expect(page.getByLabel('Default weight')).toHaveValue('640');
});

test('what is typed while courier rules are being saved stays, and is saved as a change of the same rule', async ({
  ownerPage: page,
}) => {
  await page.goto('/dashboard/settings/courier-rules');
  await page.getByRole('button', { name: 'Add a rule' }).first().click();
  const name = page.getByRole('textbox', { name: 'Name' });
  await name.fill('Heavy');
  await page.getByRole('combobox', { name: 'Account 1' }).click();
  await page.getByRole('option').first().click();
  const release = await holdSave(page, 'booking-rules', () => page.keyboard.press('Control+Enter'));
  await name.fill('Heavy parcels');
  await release();
  const save = page.getByRole('region', { name: 'Unsaved changes' }).getByRole('button', { name: 'Save' });
  await expect(save).toBeEnabled();
  await expect(name).toHaveValue('Heavy parcels');
  await save.click();
  await expect(save).toBeHidden();
  await page.reload();
  await expect(page.getByRole('region', { name: /^Rule \d/ })).toHaveCount(1);
  await expect(page.getByRole('region', { name: 'Rule 1: Heavy parcels' })).toBeVisible();
  await page.getByRole('button', { name: 'Remove Heavy parcels' }).click();
  await save.click();
  await expect(save).toBeHidden();
});

test('the wording of an email that is changed again while it is being saved stays open', async ({
  ownerPage: page,
}) => {
  await page.goto('/dashboard/settings/customer-emails');
  await page.getByRole('button', { name: 'Edit wording: Delivered' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delivered email' });
  await dialog.getByLabel('Subject').fill('It arrived');
  const save = dialog.getByRole('button', { name: 'Save wording' });
  const release = await holdSave(page, 'customer-mails', () => save.click());
  await dialog.getByLabel('Subject').fill('It has arrived');
  await release();
  await expect(save).toBeEnabled();
  await expect(dialog.getByLabel('Subject')).toHaveValue('It has arrived');
  await save.click();
  await expect(dialog).toBeHidden();
});
