import { randomUUID } from 'node:crypto';
import type { Locator, Page } from '@playwright/test';
import { toast } from './booking-steps.ts';
import { expectAccessible } from './expect-accessible.ts';
import { onPhone } from './on-phone.ts';
import { tokenOf } from './people.ts';
import type { Sandbox, StoreOrder } from './sandbox.ts';
import { expect, test } from './test.ts';

const rows = (page: Page): Locator => page.getByRole('table', { name: 'Orders' }).locator('tbody tr');
const chips = (page: Page): Locator => page.getByRole('list', { name: 'Active filters' });
const bar = (page: Page): Locator => page.getByRole('region', { name: 'Selected orders' });
const pages = (page: Page): Locator => page.getByRole('navigation', { name: 'Pages of orders' });

async function openOrders(page: Page, search = ''): Promise<void> {
  await page.goto(`/dashboard/orders${search}`);
  await expect(rows(page).first()).toContainText(/Rs /);
}

async function choose(page: Page, field: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name: field }).click();
  await page.getByRole('option', { name: option, exact: true }).click();
}

const anOrder = (sandbox: Sandbox, lastName: string): Promise<StoreOrder> =>
  sandbox.addOrder({ address: { firstName: 'Zulekha', lastName } });

test('orders are filtered, and an empty result says which filter to drop', async ({ ownerPage: page }) => {
  await openOrders(page);
  await page.getByRole('button', { name: 'More filters' }).click();
  const filters = page.getByRole('region', { name: 'Filters' });
  await expect(filters).toBeVisible();
  await expectAccessible(page);

  await test.step('each filter applies at once, shows as a chip and is in the URL', async () => {
    await choose(page, 'Status', 'Delivered');
    await expect(chips(page)).toContainText('Status: Delivered');
    await expect(page).toHaveURL(/status=DELIVERED/);
    await page.getByRole('combobox', { name: 'City' }).fill('laho');
    await page.getByRole('option', { name: 'Lahore', exact: true }).click();
    await expect(chips(page)).toContainText('City: Lahore');
    await choose(page, 'Days on the way', 'Less than');
    await page.getByLabel('Number of days').fill('30');
    await expect(page).toHaveURL(/days=30.*op=LESS|op=LESS.*days=30/);
    await expect(chips(page)).toContainText('Days: less than 30');
    await expect(rows(page).first()).toContainText('Delivered');
    await expect(rows(page).first()).toContainText('Lahore');
  });

  await test.step('the same link shows the same', async () => {
    const shown = await pages(page).textContent();
    await page.reload();
    await expect(pages(page)).toHaveText(shown ?? '');
    await expect(chips(page).getByRole('listitem')).toHaveCount(4);
  });

  await test.step('nothing matches: the filter to drop is named with what is left without it', async () => {
    await page.getByRole('button', { name: 'More filters' }).click();
    await page.getByLabel('Phone', { exact: true }).fill('0399');
    await expect(page.getByText('No order matches', { exact: true })).toBeVisible();
    const best = page.getByRole('button', { name: /^Clear phone: 0399 \(\d+\)$/ });
    await expect(best).toBeVisible();
    await expectAccessible(page);
    await best.click();
    await expect(rows(page).first()).toContainText('Lahore');
    await page.getByRole('button', { name: 'Clear all' }).click();
    await expect(chips(page)).toBeHidden();
  });
});

test('an order under way for more than three days is flagged in the list', async ({
  ownerPage: page,
  bookParcel,
  sandbox,
}) => {
  await openOrders(page, '?status=INPROCESS&days=3');
  const flag = (row: Locator): Locator => row.getByLabel('Critical:').filter({ visible: true });
  await expect(flag(rows(page).first())).toBeVisible();
  await expect(flag(rows(page))).toHaveCount(await rows(page).count());
  const lastName = `Jatoi ${randomUUID().slice(0, 8)}`;
  await bookParcel(await anOrder(sandbox, lastName), 'TCS');
  await openOrders(page, `?query=${encodeURIComponent(lastName)}`);
  await expect(rows(page)).toHaveCount(1);
  await expect(flag(rows(page))).toHaveCount(0);
});

test('a typed search applies after half a second, and keeps filters that were set before', async ({
  ownerPage: page,
}) => {
  await page.clock.install();
  await openOrders(page);
  const number = (await rows(page).first().getByRole('link').first().textContent()) ?? '';
  await page.getByRole('button', { name: 'More filters' }).click();
  const box = page.getByRole('searchbox');
  await page.clock.pauseAt(Date.now() + 60_000);

  await test.step('half a second after the last key', async () => {
    await box.fill(number.slice(0, 3));
    await page.clock.runFor(400);
    await box.fill(number);
    await page.clock.runFor(499);
    await expect(page).not.toHaveURL(/query=/);
    await page.clock.runFor(1);
    await expect(page).toHaveURL(new RegExp(`query="?${number}`));
  });

  await test.step('at once when the filters are closed, and a filter set in that time stays', async () => {
    await box.fill('');
    await page.clock.runFor(600);
    await expect(rows(page).nth(1)).toBeVisible();
    await box.fill(number);
    await page.getByRole('textbox', { name: 'Tracking number' }).fill(number.slice(0, -1));
    await page.getByLabel('Phone', { exact: true }).fill('03');
    await page.clock.runFor(100);
    await page.getByRole('button', { name: 'Close filters' }).click();
    for (const name of ['Tracking number', 'Phone']) await expect(chips(page)).toContainText(`${name}: `);
    await page.clock.runFor(500);
    for (const name of ['Search', 'Tracking number', 'Phone']) await expect(chips(page)).toContainText(`${name}: `);
  });

  await test.step('what is dropped does not come back', async () => {
    await box.fill(`${number} and more`);
    await page.getByRole('button', { name: 'Clear all' }).click();
    await expect(box).toHaveValue('');
    await page.clock.runFor(1000);
    await expect(page).not.toHaveURL(/query=/);
    await expect(chips(page)).toBeHidden();
  });

  await test.step('text that was typed just before another page was opened does not lead back', async () => {
    await box.fill(number);
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Batches' }).click();
    await expect(page.getByRole('heading', { name: 'Batches', level: 1 })).toBeVisible();
    await page.clock.runFor(1000);
    await expect(page).toHaveURL(/batches$/);
    await page.goBack();
    await expect(rows(page).first()).toContainText(/Rs /);
  });

  await test.step('a text of the greatest length is searched for', async () => {
    await page.clock.resume();
    await box.fill('a'.repeat(100));
    await expect(page.getByText('No order matches', { exact: true })).toBeVisible();
  });
});

test('the list is sorted, its columns are chosen, and both are kept as a view', async ({ ownerPage: page }) => {
  const name = `Dear ${randomUUID().slice(0, 6)}`;
  await openOrders(page);
  const head = (title: string): Locator => page.getByRole('columnheader', { name: title });

  await test.step('a title sorts, the same title turns the order round', async () => {
    await head('COD').getByRole('button').click();
    await expect(head('COD')).toHaveAttribute('aria-sort', 'descending');
    await expect(page).toHaveURL(/sort=cod/);
    await expect.poll(async () => isSorted((await amounts(page)).toReversed())).toBe(true);
    await head('COD').getByRole('button').click();
    await expect(head('COD')).toHaveAttribute('aria-sort', 'ascending');
    await expect.poll(async () => isSorted(await amounts(page))).toBe(true);
  });

  await test.step('columns are put in and moved', async () => {
    await page.getByRole('button', { name: 'Columns' }).click();
    const columns = page.getByRole('dialog', { name: 'Columns' });
    await columns.getByRole('checkbox', { name: 'By', exact: true }).uncheck();
    await columns.getByRole('checkbox', { name: 'Payment' }).check();
    await columns.getByRole('button', { name: 'Move COD left' }).click();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await expect(head('Payment')).toBeVisible();
    await expect(head('By')).toBeHidden();
  });

  await test.step('what is shown is saved as the view that opens first', async () => {
    await page.getByRole('button', { name: 'Save as view' }).click();
    const dialog = page.getByRole('dialog', { name: 'Save as view' });
    await dialog.getByLabel('Name').fill(name);
    await dialog.getByRole('checkbox', { name: 'Open by default' }).check();
    await dialog.getByRole('button', { name: 'Save view' }).click();
    await expect(page.getByRole('link', { name })).toHaveAttribute('aria-current', 'page');
    await page.goto('/dashboard/orders');
    await expect(page.getByRole('link', { name })).toHaveAttribute('aria-current', 'page');
    await expect(head('COD')).toHaveAttribute('aria-sort', 'ascending');
    await expect(head('Payment')).toBeVisible();
    await expectAccessible(page);
  });

  await test.step('changed, it can be saved again; All shows everything as usual', async () => {
    await page.getByRole('searchbox').fill('Lahore Nobody');
    await expect(page.getByText('No order matches', { exact: true })).toBeVisible();
    await page.getByRole('button', { name: 'Clear search', exact: true }).click();
    await head('Booked').getByRole('button').click();
    await page.getByRole('button', { name: 'Save changes' }).click();
    await expect(page.getByRole('button', { name: 'Save changes' })).toBeHidden();
    await page.getByRole('link', { name: 'All', exact: true }).click();
    await expect(head('By')).toBeVisible();
    await page.goto('/dashboard/orders?query=Lahore%20Nobody');
    await page.getByRole('button', { name: 'Clear search', exact: true }).click();
    await expect(page.getByRole('link', { name: 'All', exact: true })).toHaveAttribute('aria-current', 'page');
    await page.getByRole('link', { name }).click();
    await expect(head('Booked')).toHaveAttribute('aria-sort', 'descending');
  });

  await test.step('it is renamed and deleted', async () => {
    const menu = (): Promise<void> => page.getByRole('button', { name: `Change the view ${name}` }).click();
    await menu();
    await page.getByRole('menuitem', { name: 'Rename' }).click();
    await page.getByRole('dialog', { name: 'Rename view' }).getByLabel('Name').fill(`${name}!`);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByRole('link', { name: `${name}!` })).toBeVisible();
    await menu();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page.getByRole('button', { name: 'Delete view' }).click();
    await expect(page.getByRole('link', { name: `${name}!` })).toBeHidden();
    await page.goto('/dashboard/orders');
    await expect(head('By')).toBeVisible();
  });
});

test('rows are selected over pages, with Shift, with x, and all that match', async ({ ownerPage: page }) => {
  await openOrders(page, '?limit=25');
  const box = (place: number): Locator => rows(page).nth(place).getByRole('checkbox');
  await box(1).check();
  await box(4).click({ modifiers: ['Shift'] });
  await expect(bar(page)).toContainText('4 selected');
  await rows(page).nth(6).focus();
  await page.keyboard.press('x');
  await expect(bar(page)).toContainText('5 selected');
  await page.getByRole('button', { name: 'Next page' }).click();
  await expect(pages(page)).toContainText('26 - 50');
  await expect(bar(page)).toContainText('5 selected');
  await page.getByRole('checkbox', { name: 'Select all rows on this page' }).check();
  await expect(bar(page)).toContainText('30 selected');
  await bar(page)
    .getByRole('button', { name: /^Select all [\d,]+ matching$/ })
    .click();
  await expect(bar(page)).toContainText(/^All [\d,]+ matching selected/);
  const all = numberIn(await bar(page).textContent());
  await box(0).uncheck();
  expect(numberIn(await bar(page).textContent())).toBe(all - 1);
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(bar(page)).toBeHidden();
});

test('on a phone, the rows of a page and all that match are selected, and each choice of Sort by works', async ({
  ownerPage: page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/dashboard/orders?limit=20');
  const all = page.getByRole('checkbox', { name: 'Select all rows on this page' });
  await expect(all).toBeEnabled();
  await expectAccessible(page);
  await all.check();
  await expect(bar(page)).toContainText('20 selected');
  await bar(page)
    .getByRole('button', { name: /^Select all [\d,]+ matching$/ })
    .click();
  await expect(bar(page)).toContainText(/^All [\d,]+ matching selected/);
  const sortBy = page.getByRole('combobox', { name: 'Sort by' });
  await sortBy.click();
  const offered = await page.getByRole('option').allTextContents();
  expect(offered).toContain('Customer');
  await page.keyboard.press('Escape');
  for (const option of offered) {
    await choose(page, 'Sort by', option);
    await expect(sortBy).toHaveValue(option);
  }
  await page.goto('/dashboard/shopify/orders?tab=booked-today');
  await expect(sortBy).toHaveAttribute('placeholder', 'Booking time');
  await expect(page.getByRole('button', { name: 'Ascending. Sort descending' })).toBeHidden();
  await choose(page, 'Sort by', 'Age');
  await expect(page.getByRole('button', { name: 'Ascending. Sort descending' })).toBeVisible();
});

test('many bookings are cancelled in the background, tracked, and a cancelled one is deleted', async ({
  ownerPage: page,
  staffPage,
  bookParcel,
  sandbox,
}) => {
  test.slow();
  const lastName = `Abro ${randomUUID().slice(0, 8)}`;
  const postex = await bookParcel(await anOrder(sandbox, lastName), 'POSTEX');
  const mnp = await bookParcel(await anOrder(sandbox, lastName), 'MNP');
  const moving = await bookParcel(await anOrder(sandbox, lastName), 'LEOPARD');
  await openOrders(page, `?query=${encodeURIComponent(lastName)}`);
  await expect(rows(page)).toHaveCount(3);
  const work = page.getByRole('list', { name: 'Bulk actions' });

  await test.step('all are tracked now', async () => {
    await sandbox.moveParcel(moving, 'out_for_delivery');
    await page.getByRole('checkbox', { name: 'Select all rows on this page' }).check();
    await bar(page).getByRole('button', { name: 'Check now' }).click();
    await expect(work).toContainText('3 parcels tracked');
    await expect(page.getByRole('row', { name: new RegExp(moving) })).toContainText('Inprocess');
    await expect(bar(page)).toBeHidden();
  });

  await test.step('the dialog says in numbers what a cancel does, and names the bookings', async () => {
    await page.getByRole('checkbox', { name: 'Select all rows on this page' }).check();
    await bar(page).getByRole('button', { name: 'Cancel bookings' }).click();
    const dialog = page.getByRole('dialog', { name: 'Cancel 3 bookings?' });
    await expect(dialog).toContainText('2 bookings: we ask the courier to cancel');
    await expect(dialog).toContainText('1 of them is already on the way');
    await expect(dialog).toContainText('1 with M&P: we can cancel only in the store, and M&P keeps the number.');
    const named = dialog.getByRole('group', { name: 'Bookings to cancel' });
    await expect(named.getByRole('listitem')).toHaveCount(3);
    for (const number of [postex, mnp, moving]) await expect(named).toContainText(`Zulekha ${lastName}${number}`);
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Cancel 3 bookings' }).click();
    await expect(bar(page)).toBeHidden();
  });

  await test.step('each shows what became of it, to others as well and after a reload', async () => {
    await expect(work).toContainText('2 of 3 bookings cancelled, 1 failed', { timeout: 30_000 });
    await expect(page.getByRole('row', { name: new RegExp(postex) })).toContainText('Cancelled');
    await page.reload();
    const line = work.getByRole('listitem').filter({ hasText: '1 failed' });
    await line.getByRole('button', { name: 'Show details' }).click();
    const panel = page.getByRole('dialog', { name: 'Result for each order' });
    const first = panel.getByRole('listitem').first();
    await expect(first).toContainText(moving);
    await expect(first).toContainText('Failed');
    await expect(first).toContainText('Leopards refused to cancel');
    await expect(panel.getByRole('listitem').filter({ hasText: mnp })).toContainText('M&P has no cancel call');
    await expectAccessible(page);
    await staffPage.goto('/dashboard/orders');
    await expect(staffPage.getByRole('list', { name: 'Bulk actions' })).toContainText('1 failed');
    await panel.getByRole('button', { name: 'Close' }).click();
    const taken = page.waitForResponse(/\/shipment-tasks\/\w+\/retry/);
    await line.getByRole('button', { name: 'Retry 1' }).click();
    await taken;
    await expect(line.getByRole('button', { name: 'Retry 1' })).toBeEnabled({ timeout: 30_000 });
  });

  await test.step('it is dismissed', async () => {
    await work.getByRole('button', { name: /^Dismiss: 2 of 3 bookings cancelled/ }).click();
    await work.getByRole('button', { name: /^Dismiss: 3 parcels tracked/ }).click();
    await expect(work).toBeHidden();
  });

  await test.step('the cancelled order is deleted', async () => {
    await page
      .getByRole('row', { name: new RegExp(postex) })
      .getByRole('link', { name: postex })
      .click();
    const panel = page.getByRole('dialog', { name: 'Order tracking info' });
    await panel.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Delete order' }).click();
    const dialog = page.getByRole('dialog', { name: /^Delete #\d+ permanently\?$/ });
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Delete order' }).click();
    await expect(toast(page, /has been deleted$/).first()).toBeVisible();
    await expect(panel).toBeHidden();
    await expect(rows(page)).toHaveCount(2);
  });
});

test('labels and load sheets are made for a selection, and a print survives a reload', async ({
  ownerPage: page,
  ownerSession,
  bookParcel,
  sandbox,
}) => {
  test.slow();
  const lastName = `Bugti ${randomUUID().slice(0, 8)}`;
  await bookParcel(await anOrder(sandbox, lastName), 'POSTEX');
  await bookParcel(await anOrder(sandbox, lastName), 'TCS');
  const gone = await bookParcel(await anOrder(sandbox, lastName), 'LEOPARD');
  const headers = { authorization: `Bearer ${tokenOf(ownerSession)}` };
  expect((await page.request.put(`/api/v1/cancel-booking/${gone}`, { headers })).ok()).toBe(true);
  await openOrders(page, `?query=${encodeURIComponent(lastName)}`);
  const selectAll = (): Promise<void> => page.getByRole('checkbox', { name: 'Select all rows on this page' }).check();

  await test.step('one load sheet for each account', async () => {
    await selectAll();
    await bar(page).getByRole('button', { name: 'Load sheet' }).click();
    const dialog = page.getByRole('dialog', { name: 'Load sheet for 2 parcels' });
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Make load sheet' }).click();
    await expect(page.getByRole('dialog', { name: 'Load sheets' })).toContainText(
      '2 load sheets with 2 parcels downloaded.',
    );
    await page.getByRole('button', { name: 'Close', exact: true }).last().click();
    await expect(bar(page)).toBeHidden();
  });

  await test.step('a slow print is found again after a reload', async () => {
    await sandbox.addFaults({ target: 'postex', operation: 'label', kind: 'delay', delayMs: 8_000, times: 1 });
    await selectAll();
    await page.keyboard.press('p');
    const dialog = page.getByRole('dialog', { name: 'Print for 2 parcels' });
    await expect(dialog).toBeVisible();
    await page.keyboard.press('Escape');
    await bar(page).getByRole('button', { name: 'Print' }).click();
    await expect(dialog).toContainText('1 will be skipped:1: Its booking is cancelled');
    await dialog.getByRole('button', { name: 'Print 2 labels' }).click();
    await expect(dialog.getByRole('status')).toContainText(/[01] of 2 ready/);
    await page.reload();
    const downloading = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download' }).click({ timeout: 30_000 });
    expect((await downloading).suggestedFilename()).toBe('labels-2.pdf');
  });
});

test('a print in the background moves nothing in its dialog, and leaves the rows ticked since', async ({
  ownerPage: page,
  sandbox,
  bookParcel,
}) => {
  const lastName = `Bugti ${randomUUID().slice(0, 8)}`;
  await bookParcel(await anOrder(sandbox, lastName), 'POSTEX');
  await openOrders(page, `?query=${encodeURIComponent(lastName)}`);
  await sandbox.addFaults({ target: 'postex', operation: 'label', kind: 'delay', delayMs: 8_000, times: 1 });
  const box = rows(page).first().getByRole('checkbox');
  await box.check();
  await bar(page).getByRole('button', { name: 'Print' }).click();
  const dialog = page.getByRole('dialog', { name: 'Print' });
  const heights = async (): Promise<(number | undefined)[]> => {
    const found: (number | undefined)[] = [];
    const measure = async (): Promise<void> => void found.push((await dialog.boundingBox())?.height);
    await measure();
    await onPhone(page, measure);
    return found;
  };
  await expect(dialog.getByText(/We print the courier’s own label/)).toBeVisible();
  const before = await heights();
  await dialog.getByRole('button', { name: 'Print label' }).click();
  await expect(dialog.getByRole('status')).toContainText('0 of 1 ready');
  expect(await heights()).toEqual(before);
  await dialog.getByRole('button', { name: 'Continue in the background' }).click();
  await expect(bar(page)).toBeHidden();
  await box.check();
  await expect(toast(page, /One label opened in a new tab/)).toBeVisible({ timeout: 30_000 });
  await expect(bar(page)).toContainText('1 selected');
});

test('a courier that does not answer is reported in the panel, above what is known', async ({
  ownerPage: page,
  sandbox,
  browserErrors,
}) => {
  browserErrors.expect(/50\d|422/);
  await sandbox.addFaults({ target: 'mnp', operation: 'track', kind: 'error500' });
  await openOrders(page, '?courier=MNP&status=INPROCESS');
  await rows(page).first().getByRole('link').first().click();
  const panel = page.getByRole('dialog', { name: 'Order tracking info' });
  const alert = panel.getByRole('alert');
  await expect(alert).toContainText(
    'Error tracking order. Something went wrong while tracking this order. In case of M&P, it takes some time to reflect the order data.',
  );
  await expect(panel.getByRole('region', { name: 'Details' })).toBeVisible();
  await sandbox.clearFaults();
  await alert.getByRole('button', { name: 'Try again' }).click();
  await expect(alert).toBeHidden();
});

async function amounts(page: Page): Promise<number[]> {
  const texts = await page
    .getByRole('table', { name: 'Orders' })
    .getByText(/^Rs [\d,]+$/)
    .allTextContents();
  return texts.map(numberIn);
}

const numberIn = (text: string | null): number => Number(/[\d,]+/.exec(text ?? '')?.[0].replaceAll(',', ''));

/** Several numbers, none smaller than the one before. */
const isSorted = (numbers: readonly number[]): boolean =>
  numbers.length > 1 && numbers.every((one, index) => one >= (numbers[index - 1] ?? one));

test('late parcels have a tab, j and k go through them in the panel, and Esc closes panel and filters', async ({
  ownerPage: page,
}) => {
  await openOrders(page);
  const tabs = page.getByRole('navigation', { name: 'Which orders' });
  await tabs.getByRole('link', { name: 'Late', exact: true }).click();
  await expect(page).toHaveURL(/todo=LATE/);
  await expect(tabs.getByRole('link', { name: 'Late', exact: true })).toHaveAttribute('aria-current', 'page');
  await expect(chips(page)).toBeHidden();
  await expect(page.getByRole('columnheader', { name: 'Late' })).toBeVisible();

  const filters = page.getByRole('button', { name: 'More filters' });
  await filters.click();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('region', { name: 'Filters' })).toBeHidden();
  await expect(filters).toBeFocused();

  const numbers = await rows(page).locator('td:nth-child(3) a').allTextContents();
  const panel = page.getByRole('dialog', { name: 'Order tracking info' });
  await rows(page).first().getByRole('link').first().click();
  await expect(panel.getByRole('heading', { name: numbers[0] ?? '' })).toBeVisible();
  await expect(panel.getByRole('button', { name: 'Previous (k)' })).toBeDisabled();
  await page.keyboard.press('j');
  await expect(panel.getByRole('heading', { name: numbers[1] ?? '' })).toBeVisible();
  await page.keyboard.press('k');
  await expect(panel.getByRole('heading', { name: numbers[0] ?? '' })).toBeVisible();
  await page.goBack();
  await expect(panel).toBeHidden();
  await rows(page).first().getByRole('link').first().click();
  await page.keyboard.press('Escape');
  await expect(panel).toBeHidden();
});

test('of two parcels with one tracking number, the panel shows the one that was opened', async ({
  ownerPage: page,
  bookParcel,
  sandbox,
  database,
}) => {
  const [older, newer] = [await anOrder(sandbox, 'Twin'), await anOrder(sandbox, 'Twin')];
  const number = await bookParcel(older, 'POSTEX');
  await database.changeNumber(await bookParcel(newer, 'TCS'), number);
  await openOrders(page, `?track=${number}`);
  const panel = page.getByRole('dialog', { name: 'Order tracking info' });
  const details = panel.getByRole('region', { name: 'Details' });
  for (const [order, courier] of [
    [older, 'PostEx'],
    [newer, 'TCS'],
  ] as const) {
    await rows(page).filter({ hasText: order.name }).getByRole('link', { name: number }).click();
    await expect(details).toContainText(order.name);
    await expect(panel).toContainText(`Checked with ${courier}`);
    await page.reload();
    await expect(details).toContainText(order.name);
    await page.keyboard.press('Escape');
    await expect(panel).toBeHidden();
  }
});

test('the orders of a cancelled parcel are booked again from its panel', async ({
  ownerPage: page,
  ownerSession,
  bookParcel,
  sandbox,
}) => {
  const number = await bookParcel(await anOrder(sandbox, `Again${randomUUID().slice(0, 6)}`), 'POSTEX');
  const headers = { authorization: `Bearer ${tokenOf(ownerSession)}` };
  expect((await page.request.put(`/api/v1/cancel-booking/${number}`, { headers })).ok()).toBe(true);
  await page.goto(`/dashboard/orders?shipment=${number}`);
  const panel = page.getByRole('dialog', { name: 'Order tracking info' });
  await panel.getByRole('link', { name: 'Book again' }).click();
  await expect(page.getByRole('button', { name: /^Book with/ })).toBeVisible();
});
