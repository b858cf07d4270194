import { book, openBooking } from './booking-steps.ts';
import { scan } from './scan.ts';
import { expect, test } from './test.ts';

test('a barcode that is scanned into the booking form is searched, changes no field and books nothing', async ({
  ownerPage: page,
  sandbox,
}) => {
  const order = await sandbox.addOrder();
  await openBooking(page, order);
  await expect(page.getByRole('combobox', { name: 'Destination city' })).toHaveValue(/\w/);
  for (const label of [
    'Consignee name',
    'Phone',
    'Email',
    'Consignee address',
    'Destination city',
    'Products list',
    'Pieces',
    'Weight',
    'Remarks',
    'COD amount',
  ])
    await test.step(`a scan into ${label}`, async () => {
      const field = page
        .getByRole('textbox', { name: label })
        .or(page.getByRole('combobox', { name: label }))
        .first();
      await field.click();
      const before = await field.inputValue();
      await scan(page, '544790000000404');
      await expect(page.getByText('No parcel or order has the number 544790000000404.')).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog', { name: 'Search' })).toBeHidden();
      await expect(field).toHaveValue(before);
    });
  await expect(page.getByText('We restored what you typed')).toBeHidden();
  expect(await sandbox.consignmentsOf(order)).toEqual([]);

  const seen = await page.getByLabel('Consignee name').inputValue();
  const number = await book(page);
  expect(await sandbox.consignmentsOf(order)).toMatchObject([{ tracking_number: number, consignee: { name: seen } }]);

  await test.step('a search field keeps the barcode, and finds its parcel', async () => {
    await page.goto('/dashboard/orders');
    const field = page.getByRole('searchbox');
    await field.click();
    await scan(page, number);
    await expect(field).toHaveValue(number);
    await expect(page.getByRole('row')).toHaveCount(2);
  });
});

test('an odd name in the booking form is booked only after a tick', async ({ ownerPage: page, sandbox }) => {
  const order = await sandbox.addOrder();
  await openBooking(page, order);
  await page.getByLabel('Consignee name').fill('LE750000168');
  const asked = page.getByRole('checkbox', { name: 'Yes, this is the name' });
  await expect(page.getByText('The name “LE750000168” has a long number in it').first()).toBeVisible();
  await page.getByLabel('Consignee address').fill('b');
  await expect(page.getByRole('checkbox', { name: 'Yes, this is the address' })).toBeVisible();
  await page.getByLabel('Consignee address').fill('House 9, Street 4, Model Town');
  await asked.check();
  await page.getByLabel('Consignee name').fill('LE750000169');
  await expect(asked).not.toBeChecked();
  await asked.check();
  await book(page);
  expect(await sandbox.consignmentsOf(order)).toMatchObject([{ consignee: { name: 'LE750000169' } }]);
});
