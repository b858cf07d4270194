import { addCustomers, allBooked, cell, line, openSheet, sheet, summary } from './batch-steps.ts';
import { toast } from './booking-steps.ts';
import { expectAccessible } from './expect-accessible.ts';
import { untilListed } from './people.ts';
import { typeByHand } from './scan.ts';
import { expect, test } from './test.ts';

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
