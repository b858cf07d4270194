import { randomUUID } from 'node:crypto';
import { toast } from './booking-steps.ts';
import { expectAccessible } from './expect-accessible.ts';
import { staff, startSession } from './people.ts';
import { expect, test } from './test.ts';

test('the owner sees how many old parcels would be erased, confirms it, and calls it off', async ({
  ownerPage: page,
  database,
}) => {
  await database.ageSomeParcel();
  await page.goto('/dashboard/settings');
  await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Customer data' }).click();
  const when = page.getByRole('combobox', { name: 'Erase customers’ data' });
  const choose = async (name: string): Promise<void> => {
    await when.click();
    await page.getByRole('option', { name, exact: true }).click();
  };
  await expect(when).toHaveValue('Never');

  await test.step('what would be erased is shown first, and nothing changes without a confirmation', async () => {
    await choose('2 years after the parcel ended');
    const dialog = page.getByRole('dialog', { name: 'Erase old customers?' });
    await expect(dialog).toContainText(/Tonight we start erasing the customers of \d+ parcels?/);
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Keep as it is' }).click();
    await expect(when).toHaveValue('Never');
  });

  await test.step('until the night it can be called off', async () => {
    await choose('2 years after the parcel ended');
    await page.getByRole('button', { name: 'Erase old customers' }).click();
    await expect(toast(page, 'Settings saved').first()).toBeVisible();
    await page.reload();
    await expect(when).toHaveValue('2 years after the parcel ended');
    await choose('Never');
    await expect(when).toHaveValue('Never');
    await page.reload();
    await expect(when).toHaveValue('Never');
  });
});

test('staff who see the settings do not see that of customers’ data', async ({ page, database }) => {
  const email = `settings-${randomUUID()}@demo.store`;
  await database.addColleague(email, {
    is_active: true,
    is_verified_user: true,
    access_scopes: ['READ_SETTINGS', 'WRITE_SETTINGS'],
  });
  await startSession(page, { ...staff, email });
  await page.goto('/dashboard/settings');
  await expect(page.getByRole('link', { name: 'Courier rules' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Customer data' })).toBeHidden();
});
