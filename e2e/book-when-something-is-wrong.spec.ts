import { book, bookButton, bookingSummary, bookedNumber, openBooking } from './booking-steps.ts';
import { expectAccessible } from './expect-accessible.ts';
import { expect, test } from './test.ts';

test('a misspelt city must be chosen, and the choice is proposed first the next time', async ({
  ownerPage,
  sandbox,
}) => {
  const spelling = `Kaarachee Sadar ${crypto.randomUUID().slice(0, 4)}`;
  const [first, second] = [await sandbox.addOrder({ city: spelling }), await sandbox.addOrder({ city: spelling })];
  await openBooking(ownerPage, first);
  await expect(ownerPage.getByText(`The customer wrote ${spelling}`)).toBeVisible();
  await expect(ownerPage.getByText('Please choose the city.')).toBeVisible();
  await expect(bookingSummary(ownerPage)).toContainText('Not chosen yet');

  await bookButton(ownerPage).click();
  await expect(ownerPage.getByRole('combobox', { name: 'Destination city' })).toBeFocused();
  await expect(bookingSummary(ownerPage).getByRole('link', { name: 'Please add destination city' })).toBeVisible();

  await ownerPage.getByRole('combobox', { name: 'Destination city' }).fill('karach');
  await ownerPage
    .getByRole('option', { name: /^Karachi/i })
    .first()
    .click();
  await expect(bookingSummary(ownerPage).getByRole('link', { name: 'Please add destination city' })).toBeHidden();
  await expect(bookingSummary(ownerPage)).toContainText(/karachi/i);
  await book(ownerPage);

  await openBooking(ownerPage, second);
  await expect(
    ownerPage.getByText(new RegExp(`Please choose the city. You chose Karachi for “${spelling}” before.`, 'i')),
  ).toBeVisible();
  await ownerPage.getByRole('combobox', { name: 'Destination city' }).click();
  await ownerPage.getByRole('option', { name: /karachi.*chosen before/i }).click();
  await book(ownerPage);
});

test('an order on hold says so, and is booked only after a person confirmed it', async ({ ownerPage, sandbox }) => {
  const order = await sandbox.addOrder({ city: 'Lahore', hold: 'HIGH_RISK_OF_FRAUD' });
  await openBooking(ownerPage, order);
  await expect(ownerPage.getByText('The order is on hold in the store (High risk of fraud).')).toBeVisible();
  await expectAccessible(ownerPage);
  await bookButton(ownerPage).click();
  const confirm = ownerPage.getByRole('checkbox', { name: 'I checked this. Book anyway' });
  await expect(confirm).toBeFocused();
  await confirm.check();
  await book(ownerPage);
});

test('an item that is added to an order on its way goes in a parcel of its own, when a person wants that', async ({
  ownerPage,
  bookParcel,
  sandbox,
}) => {
  const order = await sandbox.addOrder({
    city: 'Lahore',
    lines: [{ title: 'Shirt', price: 1500, quantity: 1 }],
    shipping: 0,
    discountCode: null,
  });
  const first = await bookParcel(order);
  await sandbox.changeOrder(order, { addLine: { title: 'Ring', price: 900 } });
  await openBooking(ownerPage, order);
  await expect(ownerPage.getByText(/^Another parcel of this order is on its way: .* with 1 x Shirt/)).toContainText(
    first,
  );
  await expect(ownerPage.getByText(/this parcel is worth Rs 900/)).toBeVisible();
  await expect(ownerPage.getByLabel('Products list')).toHaveValue('1 x Ring');
  await expect(ownerPage.getByLabel('COD amount')).toHaveValue('900');
  await expectAccessible(ownerPage);
  await bookButton(ownerPage).click();
  await expect(ownerPage.getByRole('checkbox', { name: 'I checked this. Book anyway' })).toBeFocused();

  await ownerPage.getByLabel('COD amount').fill('500');
  await expect(ownerPage.getByText('Rs 500 is less than what is to pay (Rs 900).')).toBeVisible();
  await ownerPage.getByRole('checkbox', { name: 'Yes, collect Rs 500' }).check();
  await ownerPage.getByLabel('COD amount').fill('900');
  await ownerPage.getByRole('checkbox', { name: 'I checked this. Book anyway' }).check();
  await book(ownerPage);
  expect(await bookedNumber(ownerPage)).not.toBe(first);
});

test('a foreign phone is not taken for a Pakistani one', async ({ ownerPage, sandbox }) => {
  const order = await sandbox.addOrder({ city: 'Lahore', phone: null, address: { phone: '+1 347 555 1234' } });
  await openBooking(ownerPage, order);
  const phone = ownerPage.getByLabel('Phone', { exact: true });
  await expect(phone).toHaveValue('+1 347 555 1234');
  await bookButton(ownerPage).click();
  await expect(ownerPage.getByText('Enter a mobile number like 03001234567').first()).toBeVisible();
  await phone.fill('0300 1234567');
  await book(ownerPage);
});

test('a missing phone is named from the start, and its link leads to the field', async ({ ownerPage, sandbox }) => {
  const order = await sandbox.addOrder({ phone: null, address: { phone: null } });
  await openBooking(ownerPage, order);
  await bookButton(ownerPage).click();
  const phone = ownerPage.getByLabel('Phone', { exact: true });
  await expect(phone).toBeFocused();

  await ownerPage.getByLabel('Consignee name').focus();
  await bookingSummary(ownerPage).getByRole('link', { name: 'Consignee phone is required' }).click();
  await expect(phone).toBeFocused();
  await expectAccessible(ownerPage);

  await ownerPage.setViewportSize({ width: 390, height: 844 });
  await ownerPage.getByLabel('Consignee name').focus();
  await bookingSummary(ownerPage).getByRole('link', { name: '1 to fix' }).click();
  await expect(phone).toBeFocused();
  await expect(phone).toBeInViewport();
  await expectAccessible(ownerPage);
  await ownerPage.setViewportSize({ width: 1440, height: 900 });

  await phone.fill('+92 300 765-4321');
  await phone.blur();
  await expect(phone).toHaveValue('03007654321');
  await book(ownerPage);
});

test('what a courier refuses is shown in its words, and what was typed stays', async ({
  ownerPage,
  sandbox,
  browserErrors,
}) => {
  browserErrors.expect(/4\d\d .*book-order/);
  const order = await sandbox.addOrder();
  await sandbox.addFaults({ target: 'leopard', operation: 'book', kind: 'refuse', times: 1 });
  await openBooking(ownerPage, order);
  await ownerPage.getByLabel('Remarks (optional)').fill('Call before you come');
  await bookButton(ownerPage).click();
  const refusal = bookingSummary(ownerPage).getByRole('alert');
  await expect(refusal).toContainText('Leopards refused this booking');
  await expect(refusal).toContainText('Nothing was booked.');
  await expect(ownerPage.getByLabel('Remarks (optional)')).toHaveValue('Call before you come');
  expect(await sandbox.consignmentsOf(order)).toEqual([]);

  const number = await book(ownerPage);
  await expect.poll(() => sandbox.fulfilledWith(order)).toEqual([number]);
});

test('an order that changed in the store is shown with was and now, and booked as the person decides', async ({
  ownerPage,
  sandbox,
  browserErrors,
}) => {
  browserErrors.expect(/409 .*book-order/);
  const order = await sandbox.addOrder();
  await openBooking(ownerPage, order);
  await expect(ownerPage.getByLabel('COD amount')).toHaveValue('2650');
  await sandbox.changeOrder(order, { outstanding: 3000 });
  await bookButton(ownerPage).click();

  const dialog = ownerPage.getByRole('dialog', { name: `${order.name} was changed in the store` });
  const row = dialog.getByRole('row', { name: /COD|amount|outstanding/i });
  await expect(row).toContainText('2,650');
  await expect(row).toContainText('3,000');
  expect(await sandbox.consignmentsOf(order), 'nothing is booked before the person has decided').toEqual([]);
  await expectAccessible(ownerPage);
  await dialog.getByRole('button', { name: 'Use the store’s values' }).click();
  await expect(dialog).toBeHidden();
  await expect(ownerPage.getByLabel('COD amount')).toHaveValue('3000');

  await sandbox.changeOrder(order, { outstanding: 2900 });
  await bookButton(ownerPage).click();
  await dialog.getByRole('button', { name: 'Book as entered' }).click();
  const confirmCod = ownerPage.getByRole('checkbox', { name: 'Yes, collect Rs 3,000' });
  await expect(confirmCod).toBeVisible();
  await sandbox.changeOrder(order, { address: { address1: 'Flat 9, Clifton Block 2' } });
  await confirmCod.check();
  await bookButton(ownerPage).click();
  await expect(dialog.getByRole('row', { name: /address/i })).toContainText('Flat 9, Clifton Block 2');
  expect(await sandbox.consignmentsOf(order), 'the second change is a question of its own').toEqual([]);
  await dialog.getByRole('button', { name: 'Book as entered' }).click();
  await bookedNumber(ownerPage);
  await expect(ownerPage.getByText('Rs 3,000')).toBeVisible();
});

test('an order that the store has fulfilled already is said to be, in a good tone, and cannot be booked', async ({
  ownerPage,
  sandbox,
}) => {
  const order = await sandbox.addOrder();
  await sandbox.changeOrder(order, { fulfill: true });
  await openBooking(ownerPage, order);
  await expect(ownerPage.getByText('Order is already fulfilled on Shopify.')).toBeVisible();
  await expect(bookButton(ownerPage)).toHaveCount(0);
});

test('an order that the store fulfils while the form is open is not booked', async ({
  ownerPage,
  sandbox,
  browserErrors,
}) => {
  browserErrors.expect(/409 .*book-order/);
  const order = await sandbox.addOrder();
  await openBooking(ownerPage, order);
  await sandbox.changeOrder(order, { fulfill: true });
  await bookButton(ownerPage).click();
  await expect(bookingSummary(ownerPage).getByText('Order is already fulfilled on Shopify.')).toBeVisible();
  await expect(bookButton(ownerPage)).toHaveCount(0);
  await expect(bookingSummary(ownerPage).getByRole('link', { name: 'Choose another order' })).toBeVisible();
  expect(await sandbox.consignmentsOf(order)).toEqual([]);
});

test('an order that was cancelled in the store cannot be booked', async ({ ownerPage, sandbox }) => {
  const order = await sandbox.addOrder();
  await sandbox.changeOrder(order, { cancel: true });
  await openBooking(ownerPage, order);
  await expect(ownerPage.getByText('This order was cancelled in the store. It cannot be booked.')).toBeVisible();
  await expect(bookButton(ownerPage)).toHaveCount(0);
});

test('a second person finds the order booked already, with the way to that booking', async ({
  ownerPage,
  staffPage,
  sandbox,
  browserErrors,
}) => {
  browserErrors.expect(/409 .*book-order/);
  const order = await sandbox.addOrder();
  await openBooking(ownerPage, order);
  await openBooking(staffPage, order);
  const number = await book(ownerPage);
  await bookButton(staffPage).click();
  await expect(bookingSummary(staffPage).getByRole('link', { name: 'Open that booking' })).toBeVisible();
  await expect(bookButton(staffPage)).toHaveCount(0);
  await bookingSummary(staffPage).getByRole('link', { name: 'Open that booking' }).click();
  expect(await bookedNumber(staffPage)).toBe(number);
  expect(await sandbox.consignmentsOf(order)).toHaveLength(1);
});

test('a double click books once', async ({ ownerPage, sandbox }) => {
  const order = await sandbox.addOrder();
  await openBooking(ownerPage, order);
  await bookButton(ownerPage).dblclick();
  const number = await bookedNumber(ownerPage);
  expect((await sandbox.consignmentsOf(order)).map(({ tracking_number }) => tracking_number)).toEqual([number]);
});

test('a connection that breaks while booking is shown as uncertain, and pressing again books once', async ({
  ownerPage,
  sandbox,
  browserErrors,
}) => {
  browserErrors.expect(/ERR_CONNECTION_RESET/);
  const order = await sandbox.addOrder();
  await openBooking(ownerPage, order);
  await ownerPage.route(
    '**/api/v1/book-order',
    async (route) => {
      await route.fetch();
      await route.abort('connectionreset');
    },
    { times: 1 },
  );
  await bookButton(ownerPage).click();
  const message = bookingSummary(ownerPage).getByRole('status');
  await expect(message).toContainText('The connection to Courierdesk broke.');
  await expect(message).toContainText('we never make the same booking twice');

  const number = await book(ownerPage);
  expect((await sandbox.consignmentsOf(order)).map(({ tracking_number }) => tracking_number)).toEqual([number]);
});

test('what was typed survives a reload, and leaving asks first', async ({ ownerPage, sandbox }) => {
  const order = await sandbox.addOrder();
  await openBooking(ownerPage, order);
  await ownerPage.getByLabel('Remarks (optional)').fill('Leave it with the guard');
  ownerPage.once('dialog', (dialog) => void dialog.accept());
  await ownerPage.reload();
  await expect(ownerPage.getByText('We restored what you typed.')).toBeVisible();
  await expect(ownerPage.getByLabel('Remarks (optional)')).toHaveValue('Leave it with the guard');

  await ownerPage.getByRole('link', { name: 'Back to store orders' }).click();
  const question = ownerPage.getByRole('dialog', { name: 'Leave without saving?' });
  await question.getByRole('button', { name: 'Stay here' }).click();
  await expect(ownerPage.getByLabel('Remarks (optional)')).toHaveValue('Leave it with the guard');
  await ownerPage.getByRole('link', { name: 'Back to store orders' }).click();
  await question.getByRole('button', { name: 'Leave without saving' }).click();
  await expect(ownerPage.getByRole('heading', { name: 'Store orders', level: 1 })).toBeVisible();
});

test('a store that does not answer is said so, and the order is booked from what was last read', async ({
  ownerPage,
  sandbox,
}) => {
  const order = await sandbox.addOrder();
  await openBooking(ownerPage, order);
  await sandbox.addFaults({ target: 'shopify', operation: 'graphql', kind: 'error500' });
  await ownerPage.reload();
  await expect(ownerPage.getByText('We can’t reach the store. This is the order as of')).toBeVisible({
    timeout: 30_000,
  });
  await bookButton(ownerPage).click();
  const number = await bookedNumber(ownerPage);
  await sandbox.clearFaults();
  await expect.poll(() => sandbox.fulfilledWith(order), { timeout: 30_000 }).toEqual([number]);
});

test('an address without an order says what it lacks', async ({ ownerPage, browserErrors }) => {
  browserErrors.expect(/404 .*get-order-from-shopify/);
  await ownerPage.goto('/dashboard/order/book?id=nonsense');
  await expect(ownerPage.getByText('Invalid id entered')).toBeVisible();
  await ownerPage.goto('/dashboard/order/book?id=999999999');
  await expect(ownerPage.getByText('Oops! We have found no order(s) corresponding to these id(s).')).toBeVisible();
});

test('a shop without a courier account is asked to create one first', async ({ newShop, sandbox }) => {
  const order = await sandbox.addOrder({ shop: newShop.domain });
  await newShop.page.goto(`/dashboard/order/book?id=${order.id}`);
  const dialog = newShop.page.getByRole('dialog', { name: 'Create a courier account first' });
  await dialog.getByRole('link', { name: 'Create account' }).click();
  await expect(newShop.page.getByRole('heading', { name: 'New courier account', level: 1 })).toBeVisible();
});
