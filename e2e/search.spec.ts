import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { scan } from './scan.ts';
import { expect, test } from './test.ts';

const field = (page: Page) =>
  page.getByRole('combobox', { name: 'Search parcels, orders, customers, pages, docs and actions' });

test('a parcel is found by its barcode, its number, its order and its customer', async ({
  ownerPage: page,
  bookParcel,
  sandbox,
  browserErrors,
}) => {
  const lastName = `Rind ${randomUUID().slice(0, 8).replaceAll(/\d/g, 'x')}`;
  const order = await sandbox.addOrder({ address: { firstName: 'Gul', lastName } });
  const number = await bookParcel(order);
  const panel = page.getByRole('dialog', { name: 'Order tracking info' });
  const opensParcel = async (): Promise<void> => {
    await expect(panel.getByRole('heading', { level: 2 })).toContainText(number);
    await expect(page).toHaveURL(/\/dashboard\/orders\?/);
    await page.goto('/dashboard/support');
    await expect(page.getByRole('heading', { name: 'Support', level: 1 })).toBeVisible();
  };

  await test.step('what is typed while the search loads is not lost', async () => {
    let deliver = (): void => undefined;
    const held = new Promise<void>((resolve) => void (deliver = resolve));
    await page.route('**/search-dialog*', async (route) => {
      await held;
      await route.continue();
    });
    await page.goto('/dashboard/support');
    await expect(page.getByRole('heading', { name: 'Support', level: 1 })).toBeVisible();
    await page.keyboard.press('Control+k');
    const early = page.getByRole('dialog', { name: 'Search' }).getByRole('textbox');
    await early.fill(number);
    await early.press('Enter');
    deliver();
    await opensParcel();
  });

  await test.step('a scanned barcode opens its parcel, an unknown one says so', async () => {
    await scan(page, number);
    await opensParcel();
    await scan(page, 'LE00000000404');
    await expect(page.getByText('No parcel or order has the number LE00000000404.')).toBeVisible();
    await expect(field(page)).toBeFocused();
  });

  await test.step('a name finds the parcel, the order and the customer, who leads to their parcels', async () => {
    await field(page).fill(lastName);
    const results = page.getByRole('listbox', { name: 'Results' });
    await expect(results.getByRole('group', { name: 'Parcels' }).getByRole('option')).toContainText(number);
    await expect(results.getByRole('group', { name: 'Orders' }).getByRole('option')).toContainText(order.name);
    await field(page).press('ArrowDown');
    await field(page).press('ArrowDown');
    await expect(page.getByRole('option', { selected: true })).toContainText(`Gul ${lastName}`);
    await field(page).press('Enter');
    await expect(page).toHaveURL(/\/dashboard\/orders\?.*phone_num=03/);
  });

  await test.step('"cancel" with a number asks whether to cancel, and a city leads to its parcels', async () => {
    await page.keyboard.press('Control+k');
    await field(page).fill(`cancel ${number}`);
    await page.getByRole('option', { name: `Cancel booking ${number}` }).click();
    const question = page.getByRole('dialog', { name: `Cancel the booking of ${order.name}?` });
    await question.getByRole('button', { name: 'Keep booking' }).click();
    await opensParcel();
    await page.keyboard.press('Control+k');
    await field(page).fill('lahor');
    await page.getByRole('option', { name: 'Parcels to Lahore' }).click();
    await expect(page).toHaveURL(/\/dashboard\/orders\?.*dest=lahore/i);
    await page.keyboard.press('Control+k');
    await field(page).fill(lastName);
    await page.getByRole('group', { name: 'Customers' }).getByRole('option').click();
    await expect(page).toHaveURL(/phone_num=03/);
  });

  await test.step('without a connection, the search says so and tries again', async () => {
    browserErrors.expect(/ERR_FAILED|ERR_INTERNET_DISCONNECTED/);
    await page.route('**/api/v1/search?*', (route) => route.abort());
    await page.keyboard.press('Control+k');
    await expect(page.getByRole('option').first()).toContainText(lastName);
    await field(page).fill(order.name);
    const failure = page.getByRole('dialog', { name: 'Search' }).getByRole('alert');
    await expect(failure).toContainText('We could not search parcels, orders and customers.');
    await page.unroute('**/api/v1/search?*');
    await failure.getByRole('button', { name: 'Try again' }).click();
    await field(page).press('Enter');
    await opensParcel();
  });
});

test('pages, actions and docs are found as far as the person may use them', async ({ staffPage: page }) => {
  await page.goto('/dashboard/support');
  await expect(page.getByRole('heading', { name: 'Support', level: 1 })).toBeVisible();
  await page.keyboard.press('/');
  await expect(page.getByRole('option', { name: 'Orders', exact: true })).toBeVisible();
  await expect(page.getByRole('option', { name: 'Pricing & plans' })).toHaveCount(0);
  await expect(page.getByRole('option', { name: 'Export orders' })).toHaveCount(0);
  for (const name of [/^Help center/, /^Community forum/])
    await expect(page.getByRole('option', { name })).toBeVisible();

  await field(page).fill('merge orders');
  const docs = page.getByRole('group', { name: 'Docs' }).getByRole('option');
  await docs.first().click();
  await expect(page).toHaveURL(/\/dashboard\/docs\/merge-orders/);

  await page.getByRole('button', { name: 'Search', exact: false }).first().click();
  await field(page).fill('dark');
  await field(page).press('Enter');
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');

  await page.getByRole('button', { name: 'Search', exact: false }).first().click();
  await field(page).fill('keyboard');
  await field(page).press('Enter');
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toContainText('Open the parcel of a barcode');
});
