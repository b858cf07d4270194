import { book, chooseAccount, openBooking, toast, toastShown } from './booking-steps.ts';
import { openedToPrint } from './opened-to-print.ts';
import { expectAccessible } from './expect-accessible.ts';
import { expect, test } from './test.ts';

test('a label is printed after booking, the parcel goes on a load sheet, and the rider takes it', async ({
  ownerPage: page,
  bookParcel,
  sandbox,
  browserErrors,
}) => {
  browserErrors.expect(/503 .*\/print/);
  test.slow();
  const order = await sandbox.addOrder({ address: { firstName: 'Mehwish', lastName: 'Anwar' } });
  await openBooking(page, order);
  await chooseAccount(page, 'M&P Lahore');
  const number = await book(page);

  await test.step('p opens the print dialog, which remembers the paper and prints on Enter', async () => {
    await expect(page.getByRole('button', { name: 'Print label' })).toBeVisible();
    await page.keyboard.press('p');
    const dialog = page.getByRole('dialog', { name: 'Print' });
    await dialog.getByRole('radio', { name: '4 × 6 inch' }).check();
    await expect(dialog).toContainText('About 1 page.');
    await expectAccessible(page);
    const opened = openedToPrint(page);
    const said = toastShown(page, /^One label opened in a new tab, ready to print\.$/);
    await dialog.getByRole('button', { name: 'Print label' }).click();
    expect(await opened).toBe(`label-${number}.pdf`);
    await said;
    await expect(dialog).toBeHidden();
    await page.keyboard.press('p');
    await expect(dialog.getByRole('radio', { name: '4 × 6 inch' })).toBeChecked();
    const openedAgain = openedToPrint(page);
    await page.keyboard.press('Enter');
    expect(await openedAgain).toBe(`label-${number}.pdf`);
    await expect(dialog).toBeHidden();
  });

  await test.step('its load sheet is made, printed and handed over', async () => {
    await page.goto('/dashboard/load-sheets');
    const waiting = page.getByRole('region', { name: 'Parcels waiting for a load sheet' });
    await page.route('**/load-sheets/*/print', (route) => route.fulfill({ status: 503 }), { times: 1 });
    await waiting.getByRole('listitem').filter({ hasText: 'M&P Lahore' }).getByRole('button').click();
    await expect(
      toast(page, 'Load sheet created, but not printed. Print it from the list below.').first(),
    ).toBeVisible();
    const row = page.getByRole('row').filter({ hasText: 'M&P Lahore' }).first();
    const opened = openedToPrint(page);
    await row.getByRole('button', { name: /^Print: load sheet/ }).click();
    const name = await opened;
    expect(name).toMatch(/^load-sheet-\d+\.pdf$/);
    const sheet = name.replaceAll(/\D/g, '');
    await expect(row).toContainText('Waiting for the rider');
    await expectAccessible(page);
    await row.getByRole('button', { name: `Mark handed over: load sheet ${sheet}` }).click();
    await expect(row).toContainText(/Handed over [A-Z]/);
  });

  let last = '';
  await test.step('the load sheets of all accounts are made with one click', async () => {
    for (const company of ['MNP', 'LEOPARD'] as const) last = await bookParcel(await sandbox.addOrder(), company);
    await page.goto('/dashboard/load-sheets');
    const waiting = page.getByRole('region', { name: 'Parcels waiting for a load sheet' });
    const opened = openedToPrint(page);
    const said = toastShown(page, /^\d+ load sheets made\. The first one opened\.$/);
    await waiting.getByRole('button', { name: /^Make all \d+ load sheets for \d+ parcels$/ }).click();
    expect(await opened).toMatch(/^load-sheet-\d+\.pdf$/);
    await said;
    await expect(waiting.getByText('No parcel waits for a load sheet.')).toBeVisible();
  });

  await test.step('the load sheet says how many of its parcels are cancelled since', async () => {
    const sheets = page.getByRole('row').filter({ hasText: 'Waiting for the rider' });
    await expect(sheets.filter({ hasText: 'M&P Lahore' }).first()).toBeVisible();
    await expect(page.getByText('cancelled since')).toHaveCount(0);
    await page.goto(`/dashboard/orders?shipment=${last}`);
    const panel = page.getByRole('dialog', { name: 'Order tracking info' });
    await panel.getByRole('button', { name: 'Cancel booking' }).click();
    await page
      .getByRole('dialog', { name: /^Cancel the booking of/ })
      .getByRole('button', { name: 'Cancel booking' })
      .click();
    await expect(panel.getByRole('button', { name: 'Cancel booking' })).toBeHidden();
    await page.goto('/dashboard/load-sheets');
    await expect(sheets.filter({ hasText: 'Leopards Lahore' }).first()).toContainText('1 cancelled since');
    await page.setViewportSize({ width: 390, height: 844 });
    await expect(page.getByText('1 cancelled since')).toBeVisible();
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  await test.step('the parcel tells both', async () => {
    await page.goto(`/dashboard/orders?shipment=${number}`);
    const details = page.getByRole('region', { name: 'Details' });
    await expect(details).toContainText('Label printed');
    await expect(details).toContainText(/handed over \w+ \d/);
  });
});

test('on a phone, the tab of a print is as wide as the phone, and says when the page that prepares it is gone', async ({
  browser,
  ownerSession: storageState,
  bookParcel,
  sandbox,
  stack,
}) => {
  const number = await bookParcel(await sandbox.addOrder(), 'POSTEX');
  await sandbox.addFaults({ target: 'postex', operation: 'label', kind: 'delay', delayMs: 8_000, times: 1 });
  const phone = { isMobile: true, hasTouch: true, viewport: { width: 390, height: 844 } };
  const context = await browser.newContext({ ...phone, baseURL: stack.url, storageState });
  const page = await context.newPage();
  await page.goto(`/dashboard/orders?shipment=${number}`);
  await page
    .getByRole('dialog', { name: 'Order tracking info' })
    .getByRole('button', { name: /^Print/ })
    .click();
  const opened = context.waitForEvent('page');
  await page.getByRole('dialog', { name: 'Print', exact: true }).getByRole('button', { name: 'Print label' }).click();
  const tab = await opened;
  await expect(tab.locator('body')).toHaveText('0 of 1 ready…');
  expect(await tab.evaluate(() => innerWidth)).toBe(390);
  await page.reload();
  await expect(tab.locator('body')).toHaveText(/^The Courierdesk page that prepared this was closed or reloaded\./);
  await context.close();
});

test('a parcel that Leopards leaves off its load sheet waits again with the reason, and the dashboard counts it', async ({
  ownerPage: page,
  bookParcel,
  sandbox,
}) => {
  test.slow();
  const number = await bookParcel(await sandbox.addOrder(), 'LEOPARD');
  await sandbox.moveParcel(number, 'cancelled');
  await page.goto('/dashboard/load-sheets');
  const waiting = page.getByRole('region', { name: 'Parcels waiting for a load sheet' });
  const leopards = waiting.getByRole('listitem').filter({ hasText: 'Leopards Lahore' });
  await leopards.getByRole('button').click();
  const leftOff = waiting.getByRole('list', { name: 'Left off by the courier' });
  await expect(leftOff).toContainText(
    // Other parcels that wait may be on the sheet; without one, Leopards makes none.
    new RegExp(
      `${number}, left off load sheet \\d+: (Leopards made no load sheet: )?Packet is not available for load sheet`,
    ),
  );
  await expectAccessible(page);
  await page.goto('/dashboard');
  await page.getByRole('link', { name: /courier left off (a|its) load sheet/ }).click();
  await expect(leftOff).toContainText(number);
});

test('the load sheets of all accounts are not said to be made when a courier made none or left a parcel off', async ({
  ownerPage: page,
  bookParcel,
  sandbox,
}) => {
  test.slow();
  await bookParcel(await sandbox.addOrder(), 'MNP');
  await sandbox.moveParcel(await bookParcel(await sandbox.addOrder(), 'LEOPARD'), 'cancelled');
  await page.goto('/dashboard/load-sheets');
  const waiting = page.getByRole('region', { name: 'Parcels waiting for a load sheet' });
  const said = toastShown(page, /Leopards made no load sheet: Packet is not available for load sheet|; 1 skipped/);
  await waiting.getByRole('button', { name: /^Make all \d+ load sheets for \d+ parcels$/ }).click();
  await said;
});

test('the label of a returned parcel is printed only after a question', async ({
  ownerPage: page,
  bookParcel,
  sandbox,
  browserErrors,
}) => {
  browserErrors.expect(/409 .*labels/);
  const number = await bookParcel(await sandbox.addOrder(), 'MNP');
  await sandbox.moveParcel(number, 'returned');
  await page.goto(`/dashboard/orders?shipment=${number}`);
  const panel = page.getByRole('dialog', { name: 'Order tracking info' });
  await panel.getByRole('button', { name: 'Check now' }).click();
  await expect(panel).toContainText('Rts');
  await panel.getByRole('button', { name: 'Print' }).click();
  const dialog = page.getByRole('dialog', { name: 'Print' });
  await dialog.getByRole('button', { name: 'Print label' }).click();
  await expect(dialog).toContainText('It was returned or is on its way back. To send it again, book its order again.');
  await expectAccessible(page);
  const opened = openedToPrint(page);
  await dialog.getByRole('button', { name: 'Print anyway' }).click();
  expect(await opened).toBe(`label-${number}.pdf`);
});

test('a label whose tab is closed before it is ready is downloaded', async ({ ownerPage: page }) => {
  await page.goto('/dashboard/orders?status=FULFILLED');
  await page.getByRole('row').nth(1).getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Print', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Print' });
  const tab = page.waitForEvent('popup');
  await page.route('**/shipments/labels', async (route) => {
    await (await tab).close();
    await route.continue();
  });
  const downloaded = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Print label' }).click();
  expect((await downloaded).suggestedFilename()).toMatch(/^label-\w+\.pdf$/);
});

test('a print of two files says so when the second one fails, and prints the other parcels after that', async ({
  ownerPage: page,
  bookParcel,
  sandbox,
  browserErrors,
}) => {
  browserErrors.expect(/503 .*labels/);
  const number = await bookParcel(await sandbox.addOrder(), 'LEOPARD');
  await page.goto(`/dashboard/orders?query=${number}`);
  await page.getByRole('row').nth(1).getByRole('checkbox').check();
  const first = Array.from({ length: 2000 }, (_, index) => index.toString(16).padStart(24, '0'));
  await page.route('**/shipments/selection', async (route) => {
    const response = await route.fetch();
    const { data } = await response.json();
    data.print = { ...data.print, parcels: 2001, ids: [...first, ...data.print.ids] };
    await route.fulfill({ response, json: { data } });
  });
  await page.getByRole('button', { name: 'Print', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Print for 2,001 parcels' });
  const noPdf = { contentType: 'text/plain', body: 'The labels of 2,000 made-up parcels' };
  await page.context().route('**/downloads/first?*', (route) => route.fulfill(noPdf));
  let prints = 0;
  await page.route('**/shipments/labels', async (route) => {
    prints += 1;
    const data = { state: 'done', kind: 'airway-bill', done: 2000, total: 2000, notes: [], load_sheets: 0 };
    if (prints === 1) await route.fulfill({ json: { data: { id: first[1], ...data }, ticket: 'first' } });
    else if (prints === 2) await route.fulfill({ status: 503, json: { errors: [], request_id: 'r' } });
    else await route.continue();
  });
  await dialog.getByRole('button', { name: 'Print 2,001 labels' }).click();
  await page.bringToFront();
  await expect(dialog).toContainText('2,000 labels printed.');
  await expect(dialog).toContainText('One label was not printed.');
  await expectAccessible(page);
  const opened = openedToPrint(page);
  await dialog.getByRole('button', { name: 'Print the other one' }).click();
  expect(await opened).toMatch(/^label-\w+\.pdf$/);
  await expect(dialog).toBeHidden();
});

test('a shop without a load sheet is sent to the orders that it can book', async ({ newShop: { page } }) => {
  await page.goto('/dashboard/load-sheets');
  await expect(page.getByText('No load sheet yet')).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'Book orders' }).click();
  await expect(page.getByRole('heading', { name: 'Store orders', level: 1 })).toBeVisible();
});
