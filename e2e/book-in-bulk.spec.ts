import { addCustomers, allBooked, cell, listOf, openSheet, summary } from './batch-steps.ts';
import { toast } from './booking-steps.ts';
import { expectAccessible } from './expect-accessible.ts';
import { openedToPrint } from './opened-to-print.ts';
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
