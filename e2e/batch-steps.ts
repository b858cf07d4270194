import { expect } from '@playwright/test';
import type { Locator, Page } from '@playwright/test';
import { untilListed } from './people.ts';
import type { NewOrder, Sandbox, StoreOrder } from './sandbox.ts';

const columns = [
  'select',
  'name',
  'phone',
  'city',
  'address',
  'cod',
  'weight',
  'pieces',
  'items',
  'account',
  'remarks',
  'state',
];
export type SheetColumn = (typeof columns)[number];

export const sheet = (page: Page): Locator => page.getByRole('grid', { name: /^Orders of batch/ });

export const line = (page: Page, order: StoreOrder): Locator =>
  sheet(page)
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader', { name: order.name, exact: true }) });

export const cell = (page: Page, order: StoreOrder, column: SheetColumn): Locator =>
  line(page, order).getByRole('gridcell').nth(columns.indexOf(column));

/** The value that a cell shows, without the notes below it. */
export const cellValue = (page: Page, order: StoreOrder, column: SheetColumn): Locator =>
  cell(page, order, column).locator('[dir=auto]').first();

/** Where the batch is, in one line. */
export const summary = (page: Page): Locator => page.getByRole('region', { name: 'Progress of this batch' });

/** Waits until this many are booked and the batch is done. */
export const allBooked = async (page: Page, count: number): Promise<void> =>
  expect(summary(page).getByRole('paragraph')).toHaveText(new RegExp(`^${count} booked, `), { timeout: 60_000 });

/** Orders of customers with a name that no other order has. */
export async function addCustomers(
  sandbox: Sandbox,
  wanted: readonly NewOrder[],
): Promise<{ lastName: string; orders: StoreOrder[] }> {
  const lastName = `Kiani ${crypto.randomUUID().slice(0, 8)}`;
  const orders: StoreOrder[] = [];
  for (const order of wanted) {
    orders.push(await sandbox.addOrder({ ...order, address: { ...order.address, lastName } }));
  }
  return { lastName, orders };
}

/** Shows the orders of that name in the list of store orders, on any tab. */
export async function listOf(page: Page, lastName: string, count: number): Promise<void> {
  await untilListed(page, lastName, count);
  await page.goto(`/dashboard/shopify/orders?tab=all&limit=200&query=${encodeURIComponent(lastName)}`);
  await expect(page.getByRole('row')).toHaveCount(count + 1);
}

/** Puts the orders of that name on a sheet, in the order of the list, by the address that the store's selection links to. */
export async function openSheet(page: Page, lastName: string, count: number): Promise<void> {
  const ids = await untilListed(page, lastName, count);
  await page.goto(`/dashboard/batches/new?${ids.map((id) => `ids[]=${id}`).join('&')}`);
  await expect(sheet(page)).toBeVisible();
}

/** Puts the orders of that name on a sheet as a person does, from the list of store orders. */
export async function openSheetFromList(page: Page, lastName: string, count: number): Promise<void> {
  await listOf(page, lastName, count);
  await page.getByRole('checkbox', { name: 'Select all rows on this page' }).check();
  await page.getByRole('button', { name: `Book (${count})` }).click();
  await expect(sheet(page)).toBeVisible();
}
