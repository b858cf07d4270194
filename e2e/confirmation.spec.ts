import { book, chooseAccount, openBooking } from './booking-steps.ts';
import { newPhone } from './sandbox.ts';
import { expect, test } from './test.ts';

test('the confirmation shows everything that was booked', async ({ ownerPage: page, sandbox }) => {
  const phone = newPhone();
  const order = await sandbox.addOrder({
    phone,
    email: 'sana@example.test',
    address: { firstName: 'Sana', lastName: 'Tariq' },
    lines: [{ title: 'Shawl', price: 1200, quantity: 2 }],
  });
  await openBooking(page, order);
  await chooseAccount(page, 'Leopards Lahore');
  await page.getByLabel('Phone 2').fill('03217654321');
  await page.getByLabel('Remarks (optional)').fill('Call before you come');
  await page.getByLabel('Weight', { exact: true }).fill('900');
  await page.getByLabel('Pieces', { exact: true }).fill('2');
  const number = await book(page);

  await expect(page.getByRole('heading', { name: 'Fulfilled', level: 1 })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Tracking number' })).toContainText(number);
  const product = page.getByRole('region', { name: 'One product' });
  await expect(product).toContainText('Shawl');
  await expect(product).toContainText('2');
  await expect(product).toContainText('Rs 1,200');
  const consignee = page.getByRole('region', { name: 'Consignee' });
  for (const text of ['Sana Tariq', phone, '03217654321', 'sana@example.test', /karachi/i])
    await expect(consignee).toContainText(text);
  const parcel = page.getByRole('region', { name: 'Parcel' });
  for (const text of [
    order.name,
    'Leopards',
    'Leopards Lahore',
    '900 g',
    'Call before you come',
    /[A-Z][a-z]+ \d{1,2}, \d{4} at \d\d:\d\d [AP]M/,
    /Rs [\d,]+/,
  ])
    await expect(parcel).toContainText(text);
});
