import { book, bookButton, bookingSummary, chooseAccount, toast } from './booking-steps.ts';
import { addCustomers, cell, line, openSheet, summary } from './batch-steps.ts';
import { expectAccessible } from './expect-accessible.ts';
import { onPhone } from './on-phone.ts';
import { untilListed } from './people.ts';
import type { StoreOrder } from './sandbox.ts';
import { expect, test } from './test.ts';

const address = { firstName: 'Hina', lastName: 'Qureshi', address1: 'House 5, Street 9, DHA Phase 5' };

test('two orders of one customer go in one parcel, and are cancelled as one', async ({ ownerPage: page, sandbox }) => {
  test.slow();
  const phone = '03331234501';
  const first = await sandbox.addOrder({ phone, address });
  const second = await sandbox.addOrder({ phone, address });
  const names = `${first.name}, ${second.name}`;

  await test.step('they are selected by keyboard in the list, and merged', async () => {
    await untilListed(page, phone, 2);
    await page.goto('/dashboard/shopify/orders');
    const box = page.getByRole('searchbox', { name: /^Search/ });
    await box.fill(phone);
    await box.press('Enter');
    await expect(page.getByRole('row')).toHaveCount(3);
    await expect(page.getByRole('checkbox', { name: 'Select all rows on this page' })).toBeEnabled();
    await page.getByRole('heading', { name: 'Store orders', level: 1 }).click();
    for (const key of ['j', 'x', 'j', 'x']) await page.keyboard.press(key);
    const bar = page.getByRole('region', { name: 'Selected orders' });
    await expect(bar).toContainText('2 selected');
    await expectAccessible(page);
    await onPhone(page, () => expect(bar.getByRole('button', { name: 'Book (2)' })).toBeInViewport({ ratio: 1 }));
    await bar.getByRole('button', { name: 'Merge (2)' }).click();
    await expect(page.getByRole('heading', { name: 'Merge orders', level: 1 })).toBeVisible();
  });

  const number = await test.step('the form shows the orders, the sums, and books them once', async () => {
    await expect(page.getByRole('list', { name: 'Orders of this parcel' }).getByRole('listitem')).toHaveCount(2);
    await expect(page.getByText('COD without shipping, 2 orders').locator('..')).toContainText('Rs 4,900');
    await expect(page.getByText('Average shipping of this parcel').locator('..')).toContainText('Rs 200');
    await expect(page.getByLabel('COD amount')).toHaveValue('5100');
    await expect(bookingSummary(page)).toContainText('Rs 5,100');
    await chooseAccount(page, 'Leopards Lahore');
    await expect(bookButton(page)).toHaveText('Book 2 orders with Leopards');
    await expectAccessible(page);
    return book(page);
  });

  await test.step('both are fulfilled under its number, and the row shows MERGED', async () => {
    for (const order of [first, second]) await expect.poll(() => sandbox.fulfilledWith(order)).toEqual([number]);
    await page.goto(`/dashboard/orders?track=${number}`);
    const row = page.getByRole('row', { name: new RegExp(number) });
    await expect(row).toContainText('MERGED');
    await expect(row).toContainText(first.name);
    await onPhone(page, async () => {
      const item = page.getByRole('list', { name: 'Orders' }).getByRole('listitem').filter({ hasText: number });
      await expect(item).toContainText(names);
      const cut = await item
        .locator('*')
        .evaluateAll(
          (parts) =>
            parts.filter((one) => one.scrollWidth > one.clientWidth && getComputedStyle(one).overflowX === 'hidden')
              .length,
        );
      expect(cut).toBe(0);
    });
  });

  await test.step('cancelling frees and unfulfils both', async () => {
    await page.getByRole('link', { name: number }).click();
    const panel = page.getByRole('dialog', { name: 'Order tracking info' });
    await expect(panel).toContainText(first.name);
    await panel.getByRole('button', { name: 'Cancel booking' }).click();
    const question = page.getByRole('dialog', { name: /^Cancel the booking of/ });
    await question.getByRole('button', { name: 'Cancel booking' }).click();
    await expect(
      toast(page, 'Order has been cancelled from courier and unfulfilled from shopify').first(),
    ).toBeVisible();
    for (const order of [first, second]) await expect.poll(() => sandbox.fulfilledWith(order)).toEqual([]);
  });

  await test.step('they are suggested again', async () => {
    const suggestions = page.getByRole('region', { name: 'Merge suggestions' });
    const suggested = suggestions.getByRole('listitem').filter({ hasText: phone });
    // The store's own word that they are open again takes a moment to arrive.
    await expect(async () => {
      await page.goto('/dashboard/shopify/orders');
      await suggestions.getByRole('button', { name: 'Show' }).click();
      await expect(suggested).toContainText(names, { timeout: 2_000 });
    }).toPass({ timeout: 60_000 });
    await suggested.getByRole('link', { name: 'Merge 2 orders of Hina Qureshi' }).click();
    await expect(page.getByRole('heading', { name: 'Merge orders', level: 1 })).toBeVisible();
  });
});

test('orders of different people are warned about, and one that is booked is left out', async ({
  ownerPage: page,
  bookParcel,
  sandbox,
}) => {
  const [hina, booked, other] = [
    await sandbox.addOrder({ address }),
    await sandbox.addOrder({ address }),
    await sandbox.addOrder({ phone: '03331234502', city: 'Lahore', address: { firstName: 'Bilal' } }),
  ];
  const number = await bookParcel(booked);
  await page.goto(`/dashboard/merge-orders?ids[]=${hina.id}&ids[]=${booked.id}&ids[]=${other.id}`);
  await expect(page.getByText('Check that this is one customer.')).toBeVisible();
  await expect(page.getByText(`${booked.name} is already booked with`)).toContainText(number);
  await expect(bookButton(page)).toHaveCount(0);
  const leaveOut = page.getByRole('link', { name: `Leave out ${booked.name}` }).first();
  await page.getByLabel('Remarks').fill('Call before you come');
  await leaveOut.click();
  await page.getByRole('button', { name: 'Stay here' }).click();
  await expect(page.getByLabel('Remarks')).toHaveValue('Call before you come');
  await leaveOut.click();
  await page.getByRole('button', { name: 'Leave without saving' }).click();
  await expect(bookButton(page)).toBeEnabled();
  const bilal = page.getByRole('listitem').filter({ hasText: 'Bilal' });
  await bilal.getByRole('button', { name: 'Send to this address' }).click();
  await expect(bilal).toContainText('Goes to this address');
  await expect(page.getByText('Goes to this address')).toHaveCount(1);
  await expect(page.getByLabel('Consignee name')).toHaveValue(/^Bilal/);
  await expect(page.getByLabel('Phone', { exact: true })).toHaveValue('03331234502');
  await expect(page.getByRole('combobox', { name: 'Destination city' })).toHaveValue(/^lahore/i);
  await expectAccessible(page);
});

test('“Use all” takes the corrected amount of each order of a merge', async ({ ownerPage: page, sandbox }) => {
  const { lastName, orders } = await addCustomers(sandbox, [{}, {}]);
  await openSheet(page, lastName, 2);
  for (const [index, order] of orders.entries()) {
    await cell(page, order, 'cod').click();
    await page.keyboard.type(String(1200 + index * 100));
    await page.keyboard.press('Enter');
  }
  await expect(summary(page)).toContainText('All changes saved');

  await page.goto(`/dashboard/merge-orders?${orders.map(({ id }) => `ids[]=${id}`).join('&')}`);
  await expect(page.getByText('Entered for this order before')).toBeVisible();
  // Two orders of Rs 2,650, whose shipping is paid once.
  await expect(page.getByLabel('COD amount')).toHaveValue('5100');
  await page.getByRole('button', { name: 'Use all' }).click();
  await expect(page.getByLabel('COD amount')).toHaveValue(String(5100 - 2 * 2650 + 1200 + 1300));
});

test('the selection link of the store opens the form that merges them, or a sheet when the customers differ', async ({
  page,
  ownerPage,
  sandbox,
}) => {
  const lastName = `Lodhi ${crypto.randomUUID().slice(0, 8)}`;
  const one = { ...address, lastName };
  const phone = '03331234598';
  const [first, second] = [
    await sandbox.addOrder({ address: one, phone }),
    await sandbox.addOrder({ address: one, phone }),
  ];
  const other = await sandbox.addOrder({ address: one, phone: '03331234599' });
  await untilListed(ownerPage, lastName, 3);
  const bookInStore = async (orders: readonly StoreOrder[]): Promise<void> => {
    await page.goto(`${sandbox.url}/shopify/demo-store.myshopify.com/admin/orders`);
    for (const order of orders) await page.getByRole('checkbox', { name: `Select ${order.name}` }).check();
    await page.getByRole('button', { name: 'Book with Courierdesk' }).click();
    await page.getByRole('radio', { name: /store owner/ }).check();
    await page.getByRole('button', { name: 'Continue' }).click();
  };

  await bookInStore([first, second]);
  await expect(page.getByRole('heading', { name: 'Merge orders', level: 1 })).toBeVisible();
  await expect(page.getByRole('list', { name: 'Orders of this parcel' }).getByRole('listitem')).toHaveCount(2);
  await page.getByRole('link', { name: 'Book as separate parcels' }).click();
  await expect(line(page, first)).toContainText('Lodhi');
  await page.getByRole('button', { name: `Merge: ${first.name}` }).click();
  await expect(page.getByRole('heading', { name: 'Merge orders', level: 1 })).toBeVisible();

  await bookInStore([first, other]);
  await expect(line(page, other)).toContainText('03331234599');
});

test('addresses that name one order, none, no id, or nothing that is there', async ({
  ownerPage: page,
  sandbox,
  browserErrors,
}) => {
  browserErrors.expect(/404 .*\/get-orders-from-shopify/);
  const order = await sandbox.addOrder();
  await page.goto(`/dashboard/merge-orders?ids[]=${order.id}`);
  await expect(page.getByRole('heading', { name: `Book ${order.name}`, level: 1 })).toBeVisible();
  await page.goto(`/dashboard/merge-orders?ids[]=${order.id}&ids[]=999999999999&list=tab%3Dlook`);
  await expect(page.getByRole('heading', { name: `Book ${order.name}`, level: 1 })).toBeVisible();
  await expect(page.getByText('Not found and skipped: 999999999999')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Back to store orders' })).toHaveAttribute('href', /tab=look/);
  await page.goto('/dashboard/merge-orders?ids[]=nonsense&ids[]=1');
  await expect(page.getByText('Invalid id entered')).toBeVisible();
  await page.goto('/dashboard/merge-orders?ids[]=999999999998&ids[]=999999999999');
  await expect(page.getByText('Oops! We have found no order(s) corresponding to these id(s).')).toBeVisible();
  await page.goto('/dashboard/merge-orders');
  await expect(page.getByText('No orders selected to merge')).toBeVisible();
  await expect(page).toHaveURL(/\/dashboard\/orders$/);
});
