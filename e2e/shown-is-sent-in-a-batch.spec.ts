import type { Page } from '@playwright/test';
import {
  addCustomers,
  allBooked,
  cell,
  cellValue,
  openSheet,
  sheet,
  summary,
  type SheetColumn,
} from './batch-steps.ts';
import { expectAccessible } from './expect-accessible.ts';
import type { Sandbox, StoreOrder } from './sandbox.ts';
import { scan, typeByHand } from './scan.ts';
import { expect, test } from './test.ts';

/** What a person puts into each cell. COD is not what the order says, so it is asked about. */
const entries: readonly [SheetColumn, string][] = [
  ['name', 'Bilal Ahmed'],
  ['phone', '0301 765 4321'],
  ['city', 'Multan'],
  ['address', 'House 9, Street 4, Model Town'],
  ['cod', 'Rs 1,200'],
  ['weight', '1.25 kg'],
  ['pieces', '3'],
  ['items', '2 x Shawl'],
  ['account', 'M&P Lahore'],
  ['remarks', 'Ring twice'],
];
/** The cells of `entries` as they look then. */
const filled = [
  'Bilal Ahmed',
  '03017654321',
  /^Multan/,
  'House 9, Street 4, Model Town',
  '1,200',
  '1,250 g',
  '3',
  /2 . Shawl/,
  'M&P Lahore',
  'Ring twice',
] as const;

type Seen = Record<string, string>;

async function seenIn(page: Page, order: StoreOrder): Promise<Seen> {
  const seen: Seen = {};
  for (const [column] of entries) seen[column] = (await cellValue(page, order, column).textContent()) ?? '';
  return seen;
}

const couriers: Record<string, string> = { 'M&P Lahore': 'MNP', 'Leopards Lahore': 'LEOPARD' };
const digits = (text = ''): number => Number(text.replaceAll(/\D/g, ''));

/** The courier's record of the order is what the cells showed. */
async function expectSent(sandbox: Sandbox, order: StoreOrder, seen: Seen): Promise<void> {
  await expect.poll(() => sandbox.consignmentsOf(order)).toHaveLength(1);
  const [parcel] = await sandbox.consignmentsOf(order);
  if (!parcel) throw new Error('Not booked');
  const { name, phone, address, account } = seen;
  expect(parcel).toMatchObject({
    courier: couriers[account ?? ''],
    consignee: { name, phone, address },
    cod: digits(seen['cod']),
    weight_grams: digits(seen['weight']),
    pieces: digits(seen['pieces']),
  });
  expect(parcel.destination_city.toLowerCase()).toContain(seen['city']?.toLowerCase());
  const printed = `${parcel.contents} ${parcel.remarks}`;
  expect(printed).toContain(seen['remarks'] ?? '');
  expect(printed.replaceAll(/\W/g, '')).toContain((seen['items'] ?? '').replaceAll(/\W/g, ''));
}

const paste = (page: Page, text: string): Promise<void> =>
  page.evaluate((pasted) => {
    const data = new DataTransfer();
    data.setData('text/plain', pasted);
    const event = new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true });
    document.activeElement?.dispatchEvent(event);
  }, text);

const plainOrders = (sandbox: Sandbox, count: number) =>
  addCustomers(
    sandbox,
    Array.from({ length: count }, () => ({})),
  );

test('cells that are typed, pasted or picked from a list reach the courier as they are seen', async ({
  ownerPage: page,
  sandbox,
}) => {
  test.slow();
  const { lastName, orders } = await plainOrders(sandbox, 4);
  const [byTab, byEnter, pasted, picked] = orders;
  if (!byTab || !byEnter || !pasted || !picked) throw new Error('The store took fewer orders');
  await openSheet(page, lastName, 4);

  await test.step('each cell of a row is typed, and Tab goes on', async () => {
    await cell(page, byTab, 'name').click();
    for (const [, text] of entries) {
      await page.keyboard.type(text);
      await page.keyboard.press('Tab');
    }
  });
  await test.step('each cell of a row is typed, and Enter takes it', async () => {
    for (const [column, text] of entries) {
      await cell(page, byEnter, column).click();
      // The first key opens the cell. More of them in a row would look like a scanner before Enter.
      await page.keyboard.press(text.charAt(0));
      await page.keyboard.insertText(text.slice(1));
      await page.keyboard.press('Enter');
    }
  });
  await test.step('each cell of a row is pasted', async () => {
    for (const [column, text] of entries) {
      await cell(page, pasted, column).click();
      await paste(page, text);
    }
  });
  await test.step('the city and the account of a row are picked from their lists', async () => {
    for (const [column, typed, name] of [
      ['city', 'mul', /^multan/i],
      ['account', 'm&p', /^M&P Lahore/],
    ] as const) {
      await cell(page, picked, column).click();
      await page.keyboard.type(typed);
      await page.getByRole('option', { name }).first().click();
    }
    await expect(cellValue(page, picked, 'city')).toHaveText(/^Multan/);
    await expect(cellValue(page, picked, 'account')).toHaveText('M&P Lahore');
  });

  const rows = [byTab, byEnter, pasted];
  for (const order of rows) {
    for (const [index, [column]] of entries.entries())
      await expect(cellValue(page, order, column), column).toHaveText(filled[index] ?? '');
    await page.getByRole('button', { name: `Looks right: ${order.name}` }).click();
  }
  await expect(summary(page)).toContainText('4 ready');
  const seen = new Map<StoreOrder, Seen>();
  for (const order of orders) seen.set(order, await seenIn(page, order));
  await page.getByRole('button', { name: 'Book 4 orders' }).click();
  await allBooked(page, 4);
  for (const order of orders) await expectSent(sandbox, order, seen.get(order) ?? {});
});

test('a batch says that a weight below the courier’s minimum is booked as the minimum, before and after it is', async ({
  ownerPage: page,
  sandbox,
}) => {
  const { lastName, orders } = await plainOrders(sandbox, 2);
  const [order] = orders;
  if (!order) throw new Error('The store took fewer orders');
  await openSheet(page, lastName, 2);
  await cell(page, order, 'weight').click();
  await typeByHand(page, '300');
  await page.keyboard.press('Tab');
  await expect(cell(page, order, 'weight')).not.toContainText('booked as');
  await cell(page, order, 'account').click();
  await page.keyboard.type('M&P Lahore');
  await page.keyboard.press('Tab');
  await expect(cell(page, order, 'weight')).toHaveText('300 gbooked as 500 g');
  await page.getByRole('rowheader').getByRole('button', { name: order.name }).click();
  const panel = page.getByRole('dialog', { name: `Order ${order.name}` });
  await expect(panel.getByLabel('Weight (g)')).toHaveAccessibleDescription(
    '300 g is booked as 500 g, the minimum at M&P.',
  );
  await panel.getByRole('button', { name: 'Close' }).click();
  await page.getByRole('button', { name: 'Book 2 orders' }).click();
  await allBooked(page, 2);
  expect(await sandbox.consignmentsOf(order)).toMatchObject([{ courier: 'MNP', weight_grams: 500 }]);
  await expect(cell(page, order, 'weight')).toContainText('booked as 500 g');
});

test('a cell that is open when Book is clicked is booked as it is seen', async ({ ownerPage: page, sandbox }) => {
  test.slow();
  // One of each kind of editor. COD is asked about, so the row stays; its click is the next test.
  const columns = entries.filter(([column]) => ['name', 'address', 'weight', 'city', 'account'].includes(column));
  const { lastName, orders } = await plainOrders(sandbox, columns.length);
  await openSheet(page, lastName, columns.length);
  for (const order of orders) await page.getByRole('button', { name: `Leave out ${order.name}` }).click();
  await page.getByRole('button', { name: /left out$/ }).click();
  for (const [index, [column, text]] of columns.entries()) {
    const order = orders[index];
    if (!order) throw new Error('The store took fewer orders');
    await page.getByRole('button', { name: `Put back ${order.name}` }).click();
    await cell(page, order, column).click();
    await page.keyboard.type(text);
    await page.getByRole('button', { name: /^Book 1 (more )?order$/ }).click();
    await expect.poll(() => sandbox.consignmentsOf(order), { timeout: 30_000 }).toHaveLength(1);
    const entered = entries.findIndex(([one]) => one === column);
    await expect(cellValue(page, order, column)).toHaveText(filled[entered] ?? '');
    await expectSent(sandbox, order, await seenIn(page, order));
  }
});

test('an amount that is open when Book is clicked is asked about first, and 1.500 is refused', async ({
  ownerPage: page,
  sandbox,
}) => {
  const { lastName, orders } = await plainOrders(sandbox, 2);
  const [one, other] = orders;
  if (!one || !other) throw new Error('The store took fewer orders');
  await openSheet(page, lastName, 2);
  await cell(page, one, 'cod').click();
  await typeByHand(page, '1.500');
  await page.getByRole('button', { name: 'Book 2 orders' }).click();
  await allBooked(page, 1);
  await expect(cell(page, one, 'cod')).toContainText('“1.500” is unclear. Write 1500 or 1.50');
  expect(await sandbox.consignmentsOf(one)).toEqual([]);
  await cell(page, one, 'cod').click();
  await typeByHand(page, '1500');
  await page.keyboard.press('Tab');
  await page.getByRole('button', { name: `Looks right: ${one.name}` }).click();
  await page.getByRole('button', { name: /^Book 1 (more )?order$/ }).click();
  await allBooked(page, 2);
  expect(await sandbox.consignmentsOf(one)).toMatchObject([{ cod: 1500 }]);
});

test('a barcode scanned on the sheet, on a cell or into an open cell is searched and typed nowhere', async ({
  ownerPage: page,
  sandbox,
}) => {
  const { lastName, orders } = await plainOrders(sandbox, 2);
  const [order] = orders;
  if (!order) throw new Error('The store took fewer orders');
  await openSheet(page, lastName, 2);
  await expect(sheet(page)).toBeFocused();
  const before = await seenIn(page, order);
  const isSearched = async (barcode: string): Promise<void> => {
    await expect(page.getByText(`No parcel or order has the number ${barcode}.`)).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog', { name: 'Search' })).toBeHidden();
  };

  await test.step('a stray key on the page that just opened edits nothing', async () => {
    await page.keyboard.press('b');
    await page.keyboard.press('Escape');
    await expect(sheet(page).getByRole('textbox')).toHaveCount(0);
    await expect(cellValue(page, order, 'name')).toHaveText(before['name'] ?? '');
  });
  await test.step('a scan on the page', async () => {
    await scan(page, 'LE00000000404');
    await isSearched('LE00000000404');
  });
  for (const column of ['name', 'address', 'cod', 'city', 'account'])
    await test.step(`a scan on the cell ${column}`, async () => {
      await cell(page, order, column).click();
      await scan(page, '544790000000404');
      await isSearched('544790000000404');
      await expect(cellValue(page, order, column)).toHaveText(before[column] ?? '');
    });
  await test.step('a scan into a cell that is being edited keeps what the person typed', async () => {
    await cell(page, order, 'remarks').click();
    await typeByHand(page, 'Ring');
    await scan(page, '544790000000404');
    await isSearched('544790000000404');
    await expect(cellValue(page, order, 'remarks')).toHaveText('Ring');
  });
  await expect(summary(page)).toContainText('2 ready');
  await page.getByRole('button', { name: 'Book 2 orders' }).click();
  await allBooked(page, 2);
  await expectSent(sandbox, order, { ...before, remarks: 'Ring' });
});

test('a name that became a number is a question of its row, with the store’s name as an answer', async ({
  ownerPage: page,
  sandbox,
}) => {
  const { lastName, orders } = await plainOrders(sandbox, 2);
  const [order] = orders;
  if (!order) throw new Error('The store took fewer orders');
  await openSheet(page, lastName, 2);
  const inStore = await cellValue(page, order, 'name').textContent();
  await cell(page, order, 'name').click();
  // A slow scanner looks like a person.
  await typeByHand(page, 'LE750000168');
  await page.keyboard.press('Enter');
  await expect(page.getByText('The name “LE750000168” has a long number in it, like a barcode')).toBeVisible();
  await expect(summary(page)).toContainText('1 ready, 1 needs a look');
  await expectAccessible(page);
  await page.getByRole('button', { name: `Use ${inStore}: ${order.name}` }).click();
  await expect(cellValue(page, order, 'name')).toHaveText(inStore ?? '');
  await expect(summary(page)).toContainText('2 ready');
});
