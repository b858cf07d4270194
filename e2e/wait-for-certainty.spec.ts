import { book, bookButton, bookedNumber, bookingSummary, chooseAccount, openBooking, toast } from './booking-steps.ts';
import { expectAccessible } from './expect-accessible.ts';
import { freeOwner, startSession } from './people.ts';
import { expect, test } from './test.ts';

test('a booking whose answer was lost says so, and then becomes the confirmation', async ({ ownerPage, sandbox }) => {
  const order = await sandbox.addOrder();
  await sandbox.addFaults({ target: 'leopard', operation: 'book', kind: 'lose-answer', times: 1 });
  await openBooking(ownerPage, order);
  // We find the booking five seconds later. The page learns of it once its texts until then have been read.
  const { promise: read, resolve: haveRead } = Promise.withResolvers<void>();
  await ownerPage.route('**/api/v1/shipments/*', async (route) => {
    await read;
    await route.continue();
  });
  await bookButton(ownerPage).click();
  await expect(ownerPage.getByRole('heading', { name: 'Booking not certain', level: 1 })).toBeVisible();
  await expect(ownerPage.getByRole('heading', { name: 'Leopards did not answer clearly', level: 2 })).toBeVisible();
  await expect(ownerPage.getByRole('timer')).toHaveText(/^Next check with Leopards (in \d+ s|now)\.$/);
  await expect(ownerPage.getByText('Leopards did not answer clearly.')).toContainText(
    'The order may or may not be booked; we are checking and will not book it again.',
  );
  await expectAccessible(ownerPage);

  haveRead();
  const number = await bookedNumber(ownerPage);
  const [consignment, ...others] = await sandbox.consignmentsOf(order);
  expect(others).toEqual([]);
  expect(consignment?.tracking_number).toBe(number);
  await expect.poll(() => sandbox.fulfilledWith(order)).toEqual([number]);
});

test('a courier that is down books nothing, and the order goes with another one', async ({
  ownerPage,
  sandbox,
  browserErrors,
}) => {
  browserErrors.expect(/5\d\d .*book-order|4\d\d .*book-order/);
  const order = await sandbox.addOrder();
  await sandbox.addFaults({ target: 'postex', operation: 'book', kind: 'throttle', times: 1 });
  await openBooking(ownerPage, order);
  await chooseAccount(ownerPage, 'PostEx main');
  await bookButton(ownerPage).click();
  await expect(bookingSummary(ownerPage).getByRole('alert')).toContainText('Nothing was created at PostEx');
  expect(await sandbox.consignmentsOf(order)).toEqual([]);

  await chooseAccount(ownerPage, 'TCS Lahore');
  const number = await book(ownerPage);
  await expect.poll(() => sandbox.fulfilledWith(order)).toEqual([number]);
});

test('what TCS left open waits for a person, who releases the order', async ({ ownerPage, sandbox }) => {
  const order = await sandbox.addOrder();
  await sandbox.addFaults({ target: 'tcs', operation: 'book', kind: 'error500', times: 1 });
  await openBooking(ownerPage, order);
  await chooseAccount(ownerPage, 'TCS Lahore');
  await bookButton(ownerPage).click();
  await expect(ownerPage.getByRole('heading', { name: 'Booking not certain', level: 1 })).toBeVisible();

  await ownerPage.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Needs attention' }).click();
  const open = ownerPage.getByRole('listitem', { name: `Booking not certain: ${order.name}` });
  await expect(open).toContainText('TCS did not confirm the booking');
  await expect(open).toContainText('The order is locked, so it cannot be booked twice.');
  await expectAccessible(ownerPage);

  // We still look for the booking, so the form is folded.
  await open.getByText('Decide now').click();
  await open.getByRole('button', { name: 'Link this number' }).click();
  await expect(open.getByText('Enter the tracking number')).toBeVisible();
  await test.step('a case that moves to the other section keeps what is typed in it', async () => {
    const number = open.getByLabel('Tracking number');
    await number.fill('3105');
    const answered = ownerPage.waitForResponse(/\/shipments\/attention/);
    await ownerPage.getByRole('button', { name: 'Refresh' }).click();
    const list: { data: { order_name: string; resolves_itself: boolean }[] } = await (await answered).json();
    const data = list.data.map((one) => (one.order_name === order.name ? { ...one, resolves_itself: false } : one));
    await ownerPage.route(/\/shipments\/attention/, (route) => route.fulfill({ json: { ...list, data } }));
    await ownerPage.getByRole('button', { name: 'Refresh' }).click();
    await expect(open.getByText('Decide now')).toBeHidden();
    await expect(number).toHaveValue('3105');
    await ownerPage.unrouteAll({ behavior: 'wait' });
    await ownerPage.getByRole('button', { name: 'Refresh' }).click();
    await expect(open.getByText('Decide now')).toBeVisible();
    await expect(number).toHaveValue('3105');
  });
  await open.getByRole('button', { name: 'Unlock order' }).click();
  const question = ownerPage.getByRole('dialog', { name: `Unlock ${order.name}?` });
  await question.getByRole('button', { name: 'Unlock order' }).click();
  await expect(open).toBeHidden();

  await openBooking(ownerPage, order);
  const number = await book(ownerPage);
  await expect.poll(() => sandbox.fulfilledWith(order)).toEqual([number]);
});

test('an order that is changed in the store after booking asks for attention and is cancelled and booked again', async ({
  ownerPage,
  bookParcel,
  sandbox,
}) => {
  const order = await sandbox.addOrder();
  const first = await bookParcel(order);
  await expect.poll(() => sandbox.fulfilledWith(order)).toEqual([first]);

  await sandbox.changeOrder(order, { address: { address1: 'Flat 9, Clifton Block 2' } });
  await ownerPage.goto('/dashboard/attention');
  const open = ownerPage.getByRole('listitem', { name: `Changed after booking: ${order.name}` });
  await expect(async () => {
    await ownerPage.getByRole('button', { name: 'Refresh' }).click();
    await expect(open).toBeVisible({ timeout: 2_000 });
  }).toPass();
  const changes = open.getByRole('table', { name: 'What was changed' });
  await expect(changes.getByRole('deletion')).toContainText('House 5');
  await expect(changes.getByRole('insertion')).toContainText('Flat 9, Clifton Block 2');
  await open.getByRole('button', { name: 'Cancel and book again' }).click();
  await ownerPage.getByRole('dialog').getByRole('button', { name: 'Cancel booking' }).click();

  await expect(ownerPage.getByRole('heading', { name: `Book ${order.name}`, level: 1 })).toBeVisible();
  await expect(ownerPage.getByLabel('Consignee address')).toHaveValue('Flat 9, Clifton Block 2');
  const second = await book(ownerPage);
  expect(second).not.toBe(first);
  await expect.poll(() => sandbox.fulfilledWith(order)).toEqual([second]);
});

test('who goes back while a booking is cancelled to book again stays on the page that they opened', async ({
  ownerPage: page,
  bookParcel,
  sandbox,
}) => {
  const order = await sandbox.addOrder();
  const number = await bookParcel(order);
  await expect.poll(() => sandbox.fulfilledWith(order)).toEqual([number]);
  await sandbox.changeOrder(order, { address: { address1: 'Flat 9, Clifton Block 2' } });
  await page.goto('/dashboard/orders');
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Needs attention' }).click();
  const open = page.getByRole('listitem', { name: `Changed after booking: ${order.name}` });
  await expect(async () => {
    await page.getByRole('button', { name: 'Refresh' }).click();
    await expect(open).toBeVisible({ timeout: 2_000 });
  }).toPass();
  const answer = Promise.withResolvers<void>();
  await page.route(`**/api/v1/cancel-booking/${number}*`, async (route) => {
    await answer.promise;
    await route.continue();
  });
  await open.getByRole('button', { name: 'Cancel and book again' }).click();
  const asked = page.waitForRequest(`**/api/v1/cancel-booking/${number}*`);
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel booking' }).click();
  await asked;
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'Orders', level: 1 })).toBeVisible();
  answer.resolve();
  await expect(toast(page, /cancelled/i)).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Orders', level: 1 })).toBeVisible();
  await expect(page).toHaveURL(/dashboard\/orders/);
});

test('the plan’s last booking goes through, and the next one opens the plan limit', async ({
  page,
  sandbox,
  database,
  browserErrors,
}) => {
  browserErrors.expect(/403 .*book-order/);
  const shop = 'free-store.myshopify.com';
  const [last, tooMany] = [await sandbox.addOrder({ shop }), await sandbox.addOrder({ shop })];
  await database.leaveBookings(shop, 1);
  await startSession(page, freeOwner);
  await openBooking(page, last);
  await book(page);

  await openBooking(page, tooMany);
  await page.getByRole('banner').getByRole('link', { name: 'Support' }).click();
  await expect(page.getByRole('heading', { name: 'Support', level: 1 })).toBeVisible();
  await page.goBack();
  await bookButton(page).click();
  const dialog = page.getByRole('dialog', { name: 'Plan limit reached' });
  await expect(dialog).toContainText('Kindly upgrade your plan');
  await expectAccessible(page);
  await page.goForward();
  await expect(page.getByRole('heading', { name: 'Support', level: 1 })).toBeVisible();
  await expect(dialog).toBeHidden();
  await page.goBack();
  await bookButton(page).click();
  await dialog.getByRole('link', { name: 'Okay' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('heading', { name: 'Pricing & plans', level: 1 })).toBeVisible();
  await expect(page.getByText('5,000 of 5,000 bookings this month')).toBeVisible();
  expect(await sandbox.fulfilledWith(tooMany)).toEqual([]);
  await expect(toast(page, /Kindly/)).toHaveCount(0);
});

test('a booking whose order was fulfilled otherwise in the store is not called fulfilled', async ({
  ownerPage,
  sandbox,
}) => {
  const order = await sandbox.addOrder();
  await openBooking(ownerPage, order);
  // The first try to tell the store fails, and before the second one the store's own staff fulfil the order.
  await sandbox.addFaults({ target: 'shopify', operation: 'fulfillmentCreate', kind: 'error500' });
  await book(ownerPage);
  await sandbox.changeOrder(order, { fulfill: true });
  await expect(ownerPage.getByRole('heading', { name: 'Booked, not fulfilled', level: 1 })).toBeVisible({
    timeout: 30_000,
  });
  await expect(ownerPage.getByText('The courier has the booking, but Shopify did not mark')).toBeVisible();
  await ownerPage.getByRole('link', { name: 'Open in Needs attention' }).click();
  const differs = ownerPage.getByRole('listitem', { name: `Store differs: ${order.name}` });
  await expect(differs.getByRole('button').first()).toBeVisible();
  await expect(differs.getByText('Decide now')).toBeHidden();
});
