import { addCustomers, allBooked, cell, cellValue, line, listOf, openSheet, sheet, summary } from './batch-steps.ts';
import { book, openBooking, toast } from './booking-steps.ts';
import { expectAccessible } from './expect-accessible.ts';
import { onPhone } from './on-phone.ts';
import { openedToPrint } from './opened-to-print.ts';
import { untilListed } from './people.ts';
import { typeByHand } from './scan.ts';
import { expect, test } from './test.ts';

test('fifty orders are booked, with labels and load sheet, in four clicks', async ({ ownerPage: page, sandbox }) => {
  test.slow();
  const { lastName, orders } = await addCustomers(
    sandbox,
    Array.from({ length: 50 }, () => ({})),
  );
  await listOf(page, lastName, 50);
  const shown: string[] = [];
  page.context().on('response', (answer) => {
    if (answer.url().includes('/downloads/')) shown.push(answer.headers()['content-disposition'] ?? '');
  });
  let clicks = 0;
  const click = async (name: string, role: 'button' | 'checkbox' = 'button'): Promise<void> => {
    await page.getByRole(role, { name, exact: true }).click();
    clicks += 1;
  };

  await click('Select all rows on this page', 'checkbox');
  await click('Book (50)');
  await expect(summary(page)).toContainText('50 ready, Rs 132,500 COD');
  await click('Book 50 orders');
  await allBooked(page, 50);
  await click('Print labels and load sheet');
  await expect(page.getByRole('region', { name: 'Labels and load sheets' })).toContainText(
    /Load sheet \d+: .*50 parcels/,
    {
      timeout: 60_000,
    },
  );
  expect(clicks).toBe(4);

  await expect(page.getByRole('region', { name: 'Labels and load sheets' })).toContainText(
    '50 labels and the load sheet opened in a new',
  );
  await expect.poll(() => shown).toEqual(['inline; filename="labels-and-load-sheet-50.pdf"']);

  for (const order of orders.slice(0, 3)) expect(await sandbox.consignmentsOf(order)).toHaveLength(1);
  await expectAccessible(page);
});

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

test('a row that the courier refuses is on top with its words, is corrected on the sheet, and retried', async ({
  ownerPage: page,
  sandbox,
}) => {
  const { lastName, orders } = await addCustomers(sandbox, [{}, {}, {}]);
  await openSheet(page, lastName, 3);
  await sandbox.addFaults({ target: 'leopard', operation: 'book', kind: 'refuse', times: 1 });
  await page.getByRole('button', { name: 'Book 3 orders' }).click();
  await expect(summary(page)).toContainText('2 of 3 booked, 1 not booked', { timeout: 30_000 });
  const failed = sheet(page)
    .getByRole('row')
    .filter({ hasText: /Not booked/ });
  await expect(failed).toHaveCount(1);
  await expect(failed).toContainText('Leopards');
  await expectAccessible(page);

  await test.step('one with a problem is not retried before it is fixed', async () => {
    await failed.getByRole('gridcell').nth(2).click();
    await page.keyboard.press('Delete');
    await expect(failed).toContainText('Consignee phone is required');
    await expect(summary(page)).toContainText('All changes saved');
    await page.getByRole('button', { name: 'Retry 1' }).click();
    await expect(toast(page, '1 order has problems to fix first.')).toBeVisible();
    await failed.getByRole('gridcell').nth(2).click();
    await page.keyboard.press('Control+z');
    await expect(failed).not.toContainText('Consignee phone is required');
    await expect(summary(page)).toContainText('All changes saved');
  });
  await page.getByRole('button', { name: 'Retry 1' }).click();
  await allBooked(page, 3);
  for (const order of orders) expect(await sandbox.consignmentsOf(order)).toHaveLength(1);
});

test('a batch is found by an order in it, and a number that no batch has leads back to all', async ({
  ownerPage: page,
  sandbox,
}) => {
  const { lastName, orders } = await addCustomers(sandbox, [{}, {}]);
  await openSheet(page, lastName, 2);
  const name = await page.getByRole('heading', { level: 1 }).innerText();
  await page.goto('/dashboard/batches');
  const rows = page.getByRole('table', { name: 'Batches' }).getByRole('row');
  await expect(rows.nth(1)).toBeVisible();
  const search = page.getByRole('searchbox', { name: 'Search batch or order number' });
  await search.fill(orders[0]?.name ?? '');
  await search.press('Enter');
  await expect(rows).toHaveCount(2);
  await expect(rows.nth(1)).toContainText(name);
  await expectAccessible(page);
  await search.fill('99999999');
  await search.press('Enter');
  await expect(page.getByText('No batch matches')).toBeVisible();
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(rows.filter({ hasText: name })).toBeVisible();
  await page.goto('/dashboard/batches?from=tomorrow');
  await expect(page.getByText('Fix 1 filter')).toBeVisible();
});

test('a batch prints labels once and all of them again on demand, without a load sheet that was handed over', async ({
  ownerPage: page,
  sandbox,
  browserErrors,
}) => {
  browserErrors.expect(/409 .*\/(load-sheets|labels)/);
  test.slow();
  const { lastName } = await addCustomers(sandbox, [{}, {}, {}]);
  await openSheet(page, lastName, 3);
  const batch = page.url();
  await sandbox.addFaults({ target: 'leopard', operation: 'book', kind: 'refuse', times: 1 });
  await page.getByRole('button', { name: 'Book 3 orders' }).click();
  await expect(summary(page)).toContainText('2 of 3 booked, 1 not booked', { timeout: 30_000 });
  const papers = page.getByRole('region', { name: 'Labels and load sheets' });
  const print = async (button: string): Promise<string> => {
    const opened = openedToPrint(page);
    await page.getByRole('button', { name: button, exact: true }).click();
    return opened;
  };
  expect(await print('Print labels and load sheet')).toBe('labels-and-load-sheet-2.pdf');
  await expect(papers).toContainText('2 labels and the load sheet opened in a new tab');
  await expect(papers).not.toContainText('printed before');
  const edges = await papers
    .getByRole('button')
    .evaluateAll((buttons) => buttons.map((one) => one.getBoundingClientRect().right));
  expect(edges).toHaveLength(2);
  expect(new Set(edges).size).toBe(1);

  await page.getByRole('button', { name: 'Retry 1' }).click();
  await allBooked(page, 3);
  expect(await print('Print labels and load sheet')).toBe('labels-and-load-sheet-1.pdf');
  await expect(papers).toContainText('One label and the load sheet opened in a new tab');
  await expect(papers).toContainText('2 labels were printed before.');
  await expectAccessible(page);

  expect(await print('Print all again')).toBe('labels-and-load-sheet-3.pdf');
  await expect(papers).toContainText('3 labels and 2 load sheets opened in a new tab');

  await page.goto('/dashboard/load-sheets');
  for (const row of [1, 2])
    await page
      .getByRole('row')
      .nth(row)
      .getByRole('button', { name: /^Mark handed over/ })
      .click();
  for (const row of [1, 2]) await expect(page.getByRole('row').nth(row)).toContainText(/Handed over [A-Z]/);
  await page.goto(batch);
  await page.getByRole('button', { name: 'Print labels and load sheet' }).click();
  await expect(papers).toContainText('3 labels were printed before.');
  await expect(papers).not.toContainText('opened');
  expect(await print('Print all again')).toBe('labels-3.pdf');
  await expect(papers).toContainText('3 labels opened in a new tab');
  await expect(papers).toContainText('No load sheet was created.');
  await expect(papers).toContainText(/It is already on load sheet \d+\./);
});

test('the sheet stays where it is when its orders have been read from the store', async ({
  ownerPage: page,
  sandbox,
}) => {
  const { lastName } = await addCustomers(sandbox, [{}, {}]);
  await untilListed(page, lastName, 2);
  await sandbox.addFaults({ target: 'shopify', kind: 'delay', delayMs: 3_000 });
  await openSheet(page, lastName, 2);
  const refreshing = page.getByText(/^Refreshing from the store/);
  await expect(refreshing).toBeVisible();
  const before = await sheet(page).boundingBox();
  await expect(refreshing).toBeHidden();
  expect(await sheet(page).boundingBox()).toEqual(before);
});

test('an order that changed in the store is shown with was and now, and booked as the person decides', async ({
  ownerPage: page,
  sandbox,
}) => {
  const { lastName, orders } = await addCustomers(sandbox, [{}, {}]);
  const [one, other] = orders;
  if (!one || !other) throw new Error('The store took fewer orders');
  await openSheet(page, lastName, 2);
  await expect(summary(page)).toContainText('2 ready');
  await expect(page.getByText(/^Refreshing from the store/)).toBeHidden();
  await sandbox.addFaults({ target: 'webhooks', kind: 'refuse' });
  await sandbox.changeOrder(one, { outstanding: 3000 });
  await page.getByRole('button', { name: 'Book 2 orders' }).click();
  await expect(line(page, one)).toContainText('2,650', { timeout: 30_000 });
  await expect(line(page, one)).toContainText('3,000');
  await expect(line(page, other)).toContainText(/LE\d+/, { timeout: 30_000 });
  expect(await sandbox.consignmentsOf(one), 'nothing is booked before the person has decided').toEqual([]);
  await page.getByRole('button', { name: `Use the store’s values: ${one.name}` }).click();
  await allBooked(page, 2);
  await expect(cell(page, one, 'cod')).toHaveText('3,000');
});

test('a cell that the store changed after somebody edited it asks which of the two counts', async ({
  ownerPage: page,
  database,
  sandbox,
}) => {
  const { lastName, orders } = await addCustomers(sandbox, [{}, {}]);
  const [order] = orders;
  if (!order) throw new Error('The store took no order');
  await openSheet(page, lastName, 2);
  await expect(page.getByText(/^Refreshing from the store/)).toBeHidden();
  await cell(page, order, 'address').click();
  await page.keyboard.type('House 9, Street 4, Model Town');
  await page.keyboard.press('Enter');
  await expect(summary(page)).toContainText('All changes saved');
  await sandbox.changeOrder(order, { address: { address1: 'Plot 70, Johar Town' } });
  await database.ageBatch(page.url().split('/').at(-1) ?? '');
  await page.reload();
  const keep = page.getByRole('button', { name: `Keep as entered: ${order.name}` });
  await expect(keep).toBeVisible();
  await expect(page.getByText(/You entered House 9, .* for the address, the store now says Plot 70/)).toBeVisible();
  await expect(summary(page)).toContainText('1 needs a look');
  await page.getByRole('button', { name: `Use the store’s values: ${order.name}` }).click();
  await expect(cell(page, order, 'address')).toContainText('Plot 70, Johar Town');
  await page.getByRole('button', { name: 'Book 2 orders' }).click();
  await allBooked(page, 2);
  expect(await sandbox.consignmentsOf(order)).toMatchObject([
    { consignee: { address: expect.stringContaining('Plot 70') } },
  ]);
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

test('a batch goes on while its page is reloaded or left, and is found again', async ({ ownerPage: page, sandbox }) => {
  // The courier takes four at a time, so booking them all would take longer than the page needs, however slow it is.
  const { lastName, orders } = await addCustomers(
    sandbox,
    Array.from({ length: 24 }, () => ({})),
  );
  await openSheet(page, lastName, 24);
  await sandbox.addFaults({ target: 'leopard', operation: 'book', kind: 'delay', delayMs: 6_000 });
  await page.getByRole('button', { name: 'Book 24 orders' }).click();
  await expect(page.getByRole('progressbar', { name: 'Orders settled' })).toBeVisible();
  await page.reload();
  await expect(summary(page)).toContainText('to go');
  const number = await page.getByRole('heading', { name: /^Batch \d+$/, level: 1 }).textContent();
  await page.getByRole('link', { name: 'Back to batches' }).click();
  await expect(page.getByRole('row', { name: number ?? '' })).toContainText('Booking');
  await sandbox.clearFaults();
  await page.getByRole('link', { name: number ?? '', exact: true }).click();
  await allBooked(page, 24);
  for (const order of orders) expect(await sandbox.consignmentsOf(order)).toHaveLength(1);
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

test('nothing that is typed or taken back is lost when the sheet is booked', async ({ ownerPage: page, sandbox }) => {
  const { lastName, orders } = await addCustomers(sandbox, [{}, {}]);
  const [one, other] = orders;
  if (!one || !other) throw new Error('The store took fewer orders');
  await openSheet(page, lastName, 2);

  await test.step('Ctrl+Enter in the bar above the sheet sets its values and books nothing', async () => {
    await page.getByRole('textbox', { name: 'Weight in grams for these orders' }).fill('750');
    await page.keyboard.press('Control+Enter');
    await expect(cell(page, one, 'weight')).toHaveText('750 g');
    await expect(page.getByRole('button', { name: 'Book 2 orders' })).toBeVisible();
  });

  await test.step('a city and an account are taken when the person clicks elsewhere', async () => {
    await cell(page, one, 'city').click();
    await page.keyboard.type('Faisalabad');
    await cell(page, one, 'account').click();
    await expect(cell(page, one, 'city')).toContainText('Faisalabad');
    await expect(cell(page, one, 'account')).toBeFocused();
    await page.keyboard.type('m&p');
    await cell(page, other, 'account').click();
    await expect(cell(page, one, 'account')).toContainText('M&P Lahore');
    await page.keyboard.type('nobody');
    await cell(page, other, 'weight').click();
    await expect(toast(page, 'no account has this name').first()).toBeVisible();
  });

  await test.step('Ctrl+Z takes back that an amount looks right', async () => {
    await cell(page, other, 'cod').click();
    await page.keyboard.type('90000');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: `Looks right: ${other.name}` }).click();
    await expect(summary(page)).toContainText('2 ready');
    await cell(page, other, 'cod').click();
    await page.keyboard.press('Control+z');
    await expect(summary(page)).toContainText('1 ready, 1 needs a look');
    // As an Urdu keyboard sends it.
    await cell(page, other, 'cod').dispatchEvent('keydown', { key: 'ئ', code: 'KeyZ', ctrlKey: true });
    await expect(summary(page)).toContainText('2 ready');
  });

  await test.step('Ctrl+Enter books what is still being typed beside the sheet', async () => {
    await page.getByRole('rowheader').getByRole('button', { name: other.name }).click();
    const panel = page.getByRole('dialog', { name: `Order ${other.name}` });
    const city = panel.getByRole('combobox', { name: 'City' });
    await city.fill('Multan');
    await panel.getByRole('textbox', { name: 'Remarks' }).fill('Ring twice');
    expect(await city.inputValue(), 'before the server has answered').toBe('Multan');
    await page.keyboard.press('Control+Enter');
    await allBooked(page, 2);
    await expect(cell(page, other, 'remarks')).toHaveText('Ring twice');
    await expect(cell(page, other, 'city')).toContainText('Multan');
  });

  await test.step('Ctrl+Enter twice prints once', async () => {
    let tabs = 0;
    page.on('popup', () => (tabs += 1));
    await expect(page.getByRole('button', { name: 'Print labels and load sheet' })).toBeVisible();
    await page.keyboard.press('Control+Enter');
    await page.keyboard.press('Control+Enter');
    await expect(page.getByRole('region', { name: 'Labels and load sheets' })).toContainText('2 labels');
    await expect.poll(() => tabs).toBe(1);
  });
});

test('one answer clears a warning of all chosen rows, the list of batches says what is left, and the panel opens at the wrong field', async ({
  ownerPage: page,
  sandbox,
}) => {
  const { lastName, orders } = await addCustomers(sandbox, [{}, {}]);
  const [one, other] = orders;
  if (!one || !other) throw new Error('The store took fewer orders');
  await openSheet(page, lastName, 2);
  for (const order of [one, other]) {
    await cell(page, order, 'cod').click();
    await page.keyboard.type('90000');
    await page.keyboard.press('Enter');
  }
  await expect(summary(page)).toContainText('2 need a look');
  for (const { name } of [one, other]) await page.getByRole('checkbox', { name: `Select ${name}` }).check();
  await page.getByRole('button', { name: 'High COD: 2 look right' }).click();
  await expect(summary(page)).toContainText('2 ready');

  await cell(page, one, 'phone').click();
  await page.keyboard.type('12345');
  await page.keyboard.press('Enter');
  await expect(summary(page)).toContainText('1 ready, 1 needs a look');
  const batch = await page.getByRole('heading', { level: 1 }).innerText();
  await page.goto('/dashboard/batches');
  const row = page.getByRole('row').filter({ has: page.getByRole('link', { name: batch, exact: true }) });
  await expect(row).toContainText('1 to look at');
  await row.getByRole('link', { name: `Continue ${batch.toLowerCase()}` }).click();
  await page.getByRole('rowheader').getByRole('button', { name: one.name }).click();
  const panel = page.getByRole('dialog', { name: `Order ${one.name}` });
  await expect(panel.getByRole('textbox', { name: 'Phone', exact: true })).toBeFocused();

  await test.step('the batch has its green tick once no row needs a look', async () => {
    await page.keyboard.press('Escape');
    await expect(panel).toBeHidden();
    const tick = summary(page).locator('.tabler-icon-circle-check-filled');
    await page.getByRole('button', { name: 'Book 1 order' }).click();
    await expect(summary(page).getByRole('paragraph')).toHaveText(/^1 booked, 1 needs a look, /);
    await expect(tick).toHaveCount(0);
    await cell(page, one, 'phone').click();
    await typeByHand(page, '03001234567');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Book 1 more order' }).click();
    await allBooked(page, 2);
    await expect(tick).toBeVisible();
  });
});

test('a draft is deleted on confirmation, and its orders stay', async ({ ownerPage: page, sandbox }) => {
  const { lastName } = await addCustomers(sandbox, [{}, {}]);
  await openSheet(page, lastName, 2);
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Delete this draft' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete draft' }).click();
  await expect(toast(page, 'Batch deleted').first()).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Batches', level: 1 })).toBeVisible();
  await listOf(page, lastName, 2);
});

test('an address of orders becomes a sheet, and of nothing says so', async ({
  ownerPage: page,
  sandbox,
  browserErrors,
}) => {
  browserErrors.expect(/404 .*\/batches/);
  const { lastName, orders } = await addCustomers(sandbox, [{}, {}]);
  await untilListed(page, lastName, 2);
  await page.goto(`/dashboard/batches/new?${orders.map((order) => `ids[]=${order.id}`).join('&')}`);
  await expect(page).toHaveURL(/\/dashboard\/batches\/[0-9a-f]{24}$/);
  await page.goto('/dashboard/batches/new?ids[]=nonsense&ids[]=1');
  await expect(page.getByText('Invalid id entered')).toBeVisible();
  await page.goto('/dashboard/batches/new');
  await expect(page.getByText('No orders selected')).toBeVisible();
  await page.goto('/dashboard/batches/000000000000000000000000');
  await expect(page.getByText('Batch not found')).toBeVisible();
});
