import { addCustomers, allBooked, cell, cellValue, line, listOf, openSheet, sheet, summary } from './batch-steps.ts';
import { book, openBooking, toast } from './booking-steps.ts';
import { expectAccessible } from './expect-accessible.ts';
import { onPhone } from './on-phone.ts';
import { expect, test } from './test.ts';

test('a sheet is put right and booked without a mouse', async ({ ownerPage: page, sandbox }) => {
  const city = `Kaarachee ${crypto.randomUUID().slice(0, 4)}`;
  const { lastName, orders } = await addCustomers(sandbox, [{}, { city, phone: null, address: { phone: null } }]);
  const [ready, rough] = orders;
  if (!ready || !rough) throw new Error('The store took fewer orders');
  await listOf(page, lastName, 2);

  await test.step('the orders are selected in the list, and b puts them on a sheet', async () => {
    await page.getByRole('heading', { name: 'Store orders', level: 1 }).click();
    // As fast as a person types. Keys in shorter gaps come from a barcode scanner.
    for (const key of ['j', 'x', 'j', 'x', 'b']) await page.keyboard.press(key, { delay: 80 });
    await expect(summary(page)).toContainText('1 ready, 1 needs a look');
    await expectAccessible(page);
  });

  await test.step('an arrow key enters the sheet at the first cell that needs a look, with the reason', async () => {
    await expect(sheet(page)).toBeFocused();
    await page.keyboard.press('ArrowDown');
    await expect(cell(page, rough, 'phone')).toBeFocused();
    await expect(cell(page, rough, 'phone')).toContainText('required');
    await expect(cell(page, rough, 'city')).toContainText(city);
  });

  await test.step('typing into a cell begins a new value, Tab takes it and goes on', async () => {
    await page.keyboard.type('+92 300 765-4321');
    await page.keyboard.press('Tab');
    await expect(cell(page, rough, 'phone')).toHaveText('03007654321');
    await expect(cell(page, rough, 'city')).toBeFocused();
  });

  await test.step('the start of several cities is asked about and not guessed', async () => {
    await page.keyboard.type('mirp');
    await expect(page.getByRole('option', { name: /^mirp/i }).nth(1)).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(cell(page, rough, 'city')).toContainText('Please choose the city for "mirp"');
    await expect(summary(page)).toContainText('1 ready, 1 needs a look');
  });

  await test.step('Enter opens the cities, typing finds one, Enter takes it', async () => {
    await cell(page, rough, 'city').focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('combobox', { name: `City of ${rough.name}` })).toBeFocused();
    await page.keyboard.type('karachi');
    await expect(page.getByRole('option', { name: /^Karachi/i }).first()).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(cell(page, rough, 'city')).toHaveText(/^Karachi/);
    await expect(cell(page, rough, 'city')).toBeFocused();
  });

  await test.step('a weight is typed with its unit, left alone by Esc, and taken back by Ctrl+Z', async () => {
    for (const key of ['ArrowRight', 'ArrowRight', 'ArrowRight']) await page.keyboard.press(key);
    await page.keyboard.type('1.5 kg');
    await page.keyboard.press('Enter');
    await expect(cell(page, rough, 'weight')).toHaveText('1,500 g');
    await page.keyboard.press('F2');
    await page.keyboard.type('999');
    await page.keyboard.press('Escape');
    await expect(cell(page, rough, 'weight')).toHaveText('1,500 g');
    await page.keyboard.press('Control+z');
    await expect(cell(page, rough, 'weight')).toHaveText('500 g');
  });

  await test.step('a line that was put right stays where it is, and Ctrl+Enter books all', async () => {
    await expect(summary(page)).toContainText('2 ready');
    await expect(summary(page)).toContainText('All changes saved');
    await expect(sheet(page).getByRole('button', { name: 'All fixed' })).toBeVisible();
    await page.keyboard.press('Control+Enter');
    await allBooked(page, 2);
    for (const order of orders) expect(await sandbox.consignmentsOf(order)).toHaveLength(1);
  });
});

test('a column copied from a spreadsheet is pasted down the lines', async ({ ownerPage: page, sandbox }) => {
  const { lastName, orders } = await addCustomers(sandbox, [{}, {}, {}]);
  await openSheet(page, lastName, 3);
  const names = await sheet(page).getByRole('rowheader').allTextContents();
  const [first, second, third] = names.map((name) => orders.find((order) => order.name === name));
  if (!first || !second || !third) throw new Error(`${names.join()} are not the three orders`);
  await cell(page, first, 'cod').click();
  await expect(cell(page, first, 'cod')).toBeFocused();
  await page.evaluate(() => {
    const data = new DataTransfer();
    data.setData('text/plain', 'Rs 2,650\t500\r\n2650\t1.25 kg\r\n2,650.00\tlight\r\n');
    document.activeElement?.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
    );
  });
  for (const [order, cod, weight] of [
    [first, '2,650', '500 g'],
    [second, '2,650', '1,250 g'],
    [third, '2,650', 'light'],
  ] as const) {
    await expect(cell(page, order, 'cod')).toHaveText(cod);
    await expect(cell(page, order, 'weight')).toContainText(weight);
  }
  await expect(summary(page)).toContainText('2 ready, 1 needs a look');
  await expect(cell(page, third, 'weight')).toContainText('“light” is not a weight');
  await expect(cell(page, first, 'cod')).toBeFocused();

  await test.step('a row stays under the hands that made it unclear, and moves up when they leave it', async () => {
    const needsLook = sheet(page).getByRole('rowgroup', { name: /needs? a look/ });
    await cell(page, first, 'weight').click();
    await page.keyboard.type('heavy');
    await page.keyboard.press('Tab');
    await page.keyboard.type('12');
    await expect(summary(page)).toContainText('1 ready, 2 need a look');
    await expect(needsLook.getByRole('rowheader')).toHaveText([third.name]);
    await page.keyboard.press('Tab');
    await expect(cell(page, first, 'pieces')).toHaveText('12');
    await page.keyboard.press('ArrowDown');
    await expect(needsLook.getByRole('rowheader')).toHaveText([first.name, third.name]);
    await expect(cell(page, second, 'items')).toBeFocused();
  });

  await page.reload();
  await expect(cell(page, third, 'weight')).toContainText('light');
});

test('an address of several lines is pasted into one cell, open or not, and changes no other order', async ({
  ownerPage: page,
  sandbox,
}) => {
  const { lastName, orders } = await addCustomers(sandbox, [{}, {}]);
  await openSheet(page, lastName, 2);
  const names = await sheet(page).getByRole('rowheader').allTextContents();
  const [first, second] = names.map((name) => orders.find((order) => order.name === name));
  if (!first || !second) throw new Error(`${names.join()} are not the two orders`);
  const before = (await cellValue(page, second, 'address').textContent()) ?? '';
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  const paste = async (text: string): Promise<void> => {
    await page.evaluate((copied) => navigator.clipboard.writeText(copied), text);
    await page.keyboard.press('Control+v');
  };

  await cell(page, first, 'address').click();
  await paste('House 5\nStreet 9, Johar Town');
  await expect(cellValue(page, first, 'address')).toHaveText('House 5 Street 9, Johar Town');
  await page.keyboard.press('F2');
  await paste('House 7\nStreet 2, Model Town');
  await page.keyboard.press('Enter');
  await expect(cellValue(page, first, 'address')).toHaveText('House 7 Street 2, Model Town');
  await expect(cellValue(page, second, 'address')).toHaveText(before);

  await cell(page, first, 'remarks').click();
  await paste('Call first\tFragile');
  await expect(cellValue(page, first, 'remarks')).toHaveText('Call first');
  await expect(toast(page, '1 value was not taken: the sheet has no cell for it.')).toBeVisible();
});

test('a sheet with states fits a window of 1280 pixels, and on a phone', async ({ ownerPage: page, sandbox }) => {
  await page.setViewportSize({ width: 1280, height: 768 });
  const { lastName, orders } = await addCustomers(sandbox, [{}, {}]);
  const [order, other] = orders;
  if (!order || !other) throw new Error('The store took fewer orders');
  await openSheet(page, lastName, 2);
  await cell(page, order, 'pieces').click();
  await page.keyboard.type('many');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Delete');
  await expect(cell(page, order, 'items')).toContainText('Products list is required');
  await expect(cell(page, order, 'pieces')).toHaveText('many');
  await expect(line(page, order)).toContainText('“many” is not a number of pieces');
  await page.getByRole('button', { name: 'Book 1 order' }).click();
  await expect(line(page, other)).toContainText(/LE\d+/, { timeout: 30_000 });
  await expectAccessible(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(1280);
  await onPhone(page, async () => {
    const card = page.getByRole('listitem').filter({ hasText: order.name });
    await expect(card).toContainText('Products list is required');
    await expect(card, 'it shows no products that the label would not have').not.toContainText('1 x');
  });
});

test('what was corrected on one sheet is offered on the next one and in the form', async ({
  ownerPage: page,
  staffPage,
  sandbox,
}) => {
  const { lastName, orders } = await addCustomers(sandbox, [{}, {}]);
  const [order] = orders;
  if (!order) throw new Error('The store took no order');
  await openSheet(page, lastName, 2);
  await cell(page, order, 'address').click();
  await page.keyboard.type('House 9, Street 4, Model Town');
  await page.keyboard.press('Enter');
  await cell(page, order, 'cod').click();
  await page.keyboard.type('1200');
  await page.keyboard.press('Enter');
  await expect(summary(page)).toContainText('All changes saved');

  await openSheet(staffPage, lastName, 2);
  await expect(staffPage.getByText(/Someone entered Rs 1,200 in batch \d+ of /)).toBeVisible();
  await staffPage.getByRole('button', { name: `Use House 9, Street 4, Model Town: ${order.name}` }).click();
  await expect(cell(staffPage, order, 'address')).toContainText('House 9, Street 4');
  await expect(summary(staffPage)).toContainText('All changes saved');

  await openBooking(page, order);
  const notice = page.getByText('Entered for this order before');
  await expect(notice).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Use all' }).click();
  await expect(notice).toBeHidden();
  await expect(page.getByLabel('Consignee address')).toHaveValue('House 9, Street 4, Model Town');
  await page.getByRole('checkbox', { name: /Rs 1,200/ }).check();
  await book(page);
  expect(await sandbox.consignmentsOf(order)).toMatchObject([
    { cod: 1200, consignee: { address: expect.stringContaining('House 9, Street 4') } },
  ]);
});

test('two people see the same sheet: what one types, and what the other books', async ({
  ownerPage,
  staffPage,
  sandbox,
}) => {
  const { lastName, orders } = await addCustomers(sandbox, [{}, {}]);
  const [order] = orders;
  if (!order) throw new Error('The store took no order');
  await openSheet(ownerPage, lastName, 2);
  await staffPage.goto(ownerPage.url());
  await expect(summary(staffPage)).toContainText('2 ready');

  await cell(ownerPage, order, 'remarks').click();
  await ownerPage.keyboard.type('Call before you come');
  await ownerPage.keyboard.press('Enter');
  await expect(cell(staffPage, order, 'remarks')).toHaveText('Call before you come');

  await line(staffPage, order)
    .getByRole('button', { name: `Leave out ${order.name}` })
    .click();
  await expect(ownerPage.getByRole('button', { name: '1 left out' })).toBeVisible();
  await staffPage.getByRole('button', { name: 'Book 1 order' }).click();
  await allBooked(ownerPage, 1);
  expect(await sandbox.consignmentsOf(order)).toEqual([]);
});

test('what is typed without a connection is kept, said so, and saved when it is back', async ({
  ownerPage: page,
  sandbox,
  browserErrors,
}) => {
  browserErrors.expect(/ERR_INTERNET_DISCONNECTED/);
  const { lastName, orders } = await addCustomers(sandbox, [{}, {}]);
  const [order] = orders;
  if (!order) throw new Error('The store took no order');
  await openSheet(page, lastName, 2);
  await page.context().setOffline(true);
  await cell(page, order, 'remarks').click();
  await page.keyboard.type('Ring the bell twice');
  await page.keyboard.press('Enter');
  await expect(page.getByText('1 order is not saved yet.')).toBeVisible();
  await page.context().setOffline(false);
  await expect(summary(page)).toContainText('All changes saved');
  await page.reload();
  await expect(cell(page, order, 'remarks')).toHaveText('Ring the bell twice');
});

test('account, weight and remarks are set for all lines, or for the selected ones', async ({
  ownerPage: page,
  sandbox,
}) => {
  const { lastName, orders } = await addCustomers(sandbox, [{}, {}]);
  const [one, other] = orders;
  if (!one || !other) throw new Error('The store took fewer orders');
  await openSheet(page, lastName, 2);
  const all = page.getByRole('form', { name: 'Set for all orders' });
  await all.getByRole('combobox', { name: 'Courier account for these orders' }).click();
  await page.getByRole('option', { name: /M&P Lahore/ }).click();
  await all.getByRole('textbox', { name: 'Weight in grams for these orders' }).fill('750');
  await all.getByRole('button', { name: 'Set for all 2' }).click();
  for (const order of [one, other]) {
    await expect(cell(page, order, 'account')).toContainText('M&P Lahore');
    await expect(cell(page, order, 'weight')).toHaveText('750 g');
  }
  await page.getByRole('checkbox', { name: `Select ${one.name}` }).check();
  const selected = page.getByRole('form', { name: 'Set for the selected orders' });
  await selected.getByRole('textbox', { name: 'Remarks for these orders' }).fill('Fragile');
  await selected.getByRole('button', { name: 'Set for 1 selected' }).click();
  await expect(cell(page, one, 'remarks')).toHaveText('Fragile');
  await expect(cell(page, other, 'remarks')).toHaveText('');
  await expect(summary(page)).toContainText('All changes saved');
});
