import type { Locator, Page } from '@playwright/test';
import { allBooked, listOf, openSheet } from './batch-steps.ts';
import { toast } from './booking-steps.ts';
import { expectAccessible } from './expect-accessible.ts';
import { staff, startSession, untilListed } from './people.ts';
import type { Sandbox, StoreOrder } from './sandbox.ts';
import { expect, test } from './test.ts';

const rows = (page: Page): Locator => page.getByRole('main').locator('tbody tr');
const bar = (page: Page): Locator => page.getByRole('region', { name: 'Selected orders' });
const all = (page: Page): Locator => page.getByRole('checkbox', { name: 'Select all rows on this page' });
const box = (page: Page, order: StoreOrder): Locator => page.getByRole('checkbox', { name: `Select ${order.name}` });
const rowOf = (page: Page, order: StoreOrder): Locator =>
  page.getByRole('row').filter({ has: page.getByRole('link', { name: order.name, exact: true }) });
const names = (page: Page): Promise<string[]> => rows(page).locator('td:nth-child(2)').allTextContents();
const newName = (): string => `Qazi ${crypto.randomUUID().slice(0, 8)}`;

async function addOrders(sandbox: Sandbox, lastName: string, count: number): Promise<StoreOrder[]> {
  const orders: StoreOrder[] = [];
  for (let index = 0; index < count; index += 1) {
    orders.push(await sandbox.addOrder({ address: { lastName } }));
  }
  return orders;
}

async function search(page: Page, text: string, count: number): Promise<void> {
  await page.getByRole('searchbox').fill(text);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`query=${text.split(' ').join('(%20|\\+)')}`));
  await expect(rows(page)).toHaveCount(count);
}

async function assign(page: Page, account: string): Promise<void> {
  await bar(page).getByRole('button', { name: 'Assign courier' }).click();
  await page.getByRole('menuitem', { name: account }).first().click();
}

test('while a typed search is not applied, no row can be ticked, opened or reached by a key', async ({
  ownerPage: page,
  sandbox,
}) => {
  const lastName = newName();
  await addOrders(sandbox, lastName, 3);
  await untilListed(page, lastName, 3);
  for (const address of ['/dashboard/shopify/orders?tab=all&limit=20', '/dashboard/orders?limit=20']) {
    await page.goto(address);
    await expect(rows(page)).toHaveCount(20);
    const answer = Promise.withResolvers<void>();
    await page.route(/\/api\/v1\/.*[?&]query=/, async (route) => {
      await answer.promise;
      await route.continue();
    });
    await rows(page).nth(1).focus();

    const asked = page.waitForRequest(/[?&]query=/);
    await page.getByRole('searchbox').pressSequentially(lastName.slice(0, 9));
    await expect(all(page)).toBeDisabled();
    await expect(page.locator('[aria-busy=true]').filter({ has: page.getByRole('table') })).toBeVisible();
    await expect(page.getByRole('status').filter({ hasText: 'Updating the list' })).toHaveCount(1);
    await expectAccessible(page);

    await page.getByRole('searchbox').blur();
    await asked;
    await rows(page).first().getByRole('checkbox').click({ force: true });
    await rows(page).first().locator('td').nth(3).click({ force: true });
    await page.keyboard.press('j');
    await page.keyboard.press('x');
    await page.keyboard.press('Enter');
    await expect(page).not.toHaveURL(/open=|shipment=/);
    await expect(bar(page)).toBeHidden();

    answer.resolve();
    await expect(page.locator('[aria-busy=true]').filter({ has: page.getByRole('table') })).toHaveCount(0);
    await page.unroute(/\/api\/v1\/.*[?&]query=/);
  }
});

test('“Select all matching” is not offered while the list still shows the answer to an earlier search', async ({
  ownerPage: page,
}) => {
  const offer = bar(page).getByRole('button', { name: /^Select all [\d,]+ matching$/ });
  const updating = page.locator('[aria-busy=true]').filter({ has: page.getByRole('table') });
  for (const address of ['/dashboard/shopify/orders?tab=all&limit=20', '/dashboard/orders?limit=20']) {
    await page.goto(address);
    await all(page).check();
    await expect(offer).toBeVisible();
    const answer = Promise.withResolvers<void>();
    await page.route(/\/api\/v1\/.*[?&]query=/, async (route) => {
      await answer.promise;
      await route.continue();
    });
    await page.getByRole('searchbox').fill('Khan');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/query=Khan/);
    await expect(updating).toBeVisible();
    await expect(bar(page)).toContainText('20 selected');
    await expect(offer).toHaveCount(0);
    answer.resolve();
    await expect(updating).toHaveCount(0);
    await page.unroute(/\/api\/v1\/.*[?&]query=/);
  }
});

test('a search and a tick right after it select only what the search found', async ({ ownerPage: page, sandbox }) => {
  const lastName = newName();
  await addOrders(sandbox, lastName, 3);
  await untilListed(page, lastName, 3);
  await page.goto('/dashboard/shopify/orders?limit=50');
  await expect(rows(page).nth(10)).toBeVisible();
  await page.getByRole('searchbox').pressSequentially(lastName);
  await all(page).check();
  await expect(bar(page)).toContainText('3 selected');
  await expect(rows(page)).toHaveCount(3);
});

test('a filter for a tracking number in small letters keeps each letter that is typed while the list is read', async ({
  ownerPage: page,
}) => {
  await page.goto('/dashboard/orders?limit=20&view=all');
  await expect(rows(page).nth(1)).toBeVisible();
  await page.getByRole('button', { name: 'More filters' }).click();
  const field = page.getByRole('region', { name: 'Filters' }).getByLabel('Tracking number');
  // The next letter comes at the moment in which the first ones are applied.
  await page.evaluate(() => {
    const push = history.pushState.bind(history);
    history.pushState = (...address) => {
      history.pushState = push;
      push(...address);
      document.execCommand('insertText', false, '5');
    };
  });
  await field.pressSequentially('khi7');
  await expect(page).toHaveURL(/track=khi75/i);
  await expect(field).toHaveValue(/^khi75$/i);
});

test('who leaves the list while a batch is made stays on the page that they opened', async ({
  ownerPage: page,
  sandbox,
}) => {
  const lastName = newName();
  await addOrders(sandbox, lastName, 2);
  await untilListed(page, lastName, 2);
  await page.goto('/dashboard/shopify/orders?limit=50');
  await search(page, lastName, 2);
  await all(page).check();
  const answer = Promise.withResolvers<void>();
  await page.route('**/api/v1/batches', async (route) => {
    if (route.request().method() === 'POST') await answer.promise;
    await route.continue();
  });
  const asked = page.waitForRequest((request) => request.method() === 'POST' && request.url().endsWith('/batches'));
  await bar(page).getByRole('button', { name: 'Book (2)' }).click();
  await asked;
  await page.keyboard.press('g');
  await page.keyboard.press('o');
  await expect(page.getByRole('heading', { name: 'Orders', level: 1 })).toBeVisible();
  answer.resolve();
  await expect(toast(page, 'Created a batch for 2 orders.')).toBeVisible();
  await expect(page).toHaveURL(/dashboard\/orders/);
});

test('who leaves the list while the orders of a merge are read stays on the page that they opened', async ({
  ownerPage: page,
  sandbox,
}) => {
  const lastName = newName();
  await addOrders(sandbox, lastName, 2);
  await untilListed(page, lastName, 2);
  await page.goto('/dashboard/shopify/orders?limit=1');
  await search(page, lastName, 1);
  await all(page).check();
  await bar(page).getByRole('button', { name: 'Select all 2 matching' }).click();
  const answer = Promise.withResolvers<void>();
  await page.route('**/api/v1/store-orders/selection', async (route) => {
    await answer.promise;
    await route.continue();
  });
  const asked = page.waitForRequest('**/api/v1/store-orders/selection');
  await bar(page).getByRole('button', { name: 'Merge' }).click();
  await asked;
  await page.keyboard.press('g');
  await page.keyboard.press('o');
  await expect(page).toHaveURL(/dashboard\/orders/);
  answer.resolve();
  await expect(page.waitForURL(/merge-orders/, { timeout: 2_000 })).rejects.toThrow('Timeout');
  await expect(page).toHaveURL(/dashboard\/orders/);
});

test('a search field keeps the focus and each letter while a slow device shows the list that they find', async ({
  ownerPage: page,
}) => {
  await page.goto('/dashboard/shopify/orders?limit=50');
  await expect(rows(page).nth(10)).toBeVisible();
  // A slow device: what begins with a new address takes longer than the router waits before it shows a spinner.
  await page.evaluate(() => {
    const push = history.pushState.bind(history);
    history.pushState = (...address) => {
      push(...address);
      const until = performance.now() + 400;
      while (performance.now() < until);
    };
  });
  const field = page.getByRole('searchbox');
  await field.pressSequentially('Khan', { delay: 600 });
  await expect(field).toHaveValue('Khan');
  await expect(field).toBeFocused();
  await expect(page).toHaveURL(/query=Khan/);
});

test('the next group of orders is not mixed with the group before', async ({ ownerPage: page, sandbox }) => {
  test.slow();
  const [first, second] = [newName(), newName()];
  await addOrders(sandbox, first, 2);
  await addOrders(sandbox, second, 2);
  await untilListed(page, first, 2);
  await untilListed(page, second, 2);
  await page.goto('/dashboard/shopify/orders');

  await test.step('an action ends the selection', async () => {
    await search(page, first, 2);
    await all(page).check();
    await assign(page, 'PostEx');
    await expect(toast(page, /^2 orders will be booked with PostEx/)).toBeVisible();
    await expect(bar(page)).toBeHidden();
  });

  await test.step('a group that is ticked, but not used, is dropped by the next search', async () => {
    await all(page).check();
    await expect(bar(page)).toContainText('2 selected');
    await search(page, second, 2);
    await expect(bar(page)).toBeHidden();
    await all(page).check();
    await expect(bar(page)).toContainText('2 selected');
    await assign(page, 'TCS');
    await expect(toast(page, /^2 orders will be booked with TCS/)).toBeVisible();
    await search(page, first, 2);
    for (const row of await rows(page).all()) await expect(row).toContainText('PostEx');
  });

  await test.step('a wider search keeps the ticks of rows that it still shows', async () => {
    await all(page).check();
    await page.getByRole('searchbox').fill('Qazi');
    await page.keyboard.press('Enter');
    await expect(rows(page).nth(3)).toBeVisible();
    await expect(bar(page)).toContainText('2 selected');
  });

  await test.step('another tab drops what it does not show', async () => {
    await page.getByRole('link', { name: /^Needs a look/ }).click();
    await expect(bar(page)).toBeHidden();
  });
});

/** Esc closes what was opened last, and nothing behind it. */
async function expectEscCloses(page: Page, opened: Locator, behind: Locator): Promise<void> {
  await expect(opened).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(opened).toBeHidden();
  await expect(behind).toBeVisible();
}

test('the Esc that closes a menu, a list, a dialog or a panel closes nothing else and keeps the selection', async ({
  ownerPage: page,
  sandbox,
}) => {
  const lastName = newName();
  await addOrders(sandbox, lastName, 2);
  await listOf(page, lastName, 2);
  const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' });

  await test.step('in Store orders', async () => {
    const selected = bar(page).getByText('2 selected');
    await all(page).check();
    await bar(page).getByRole('button', { name: 'Assign courier' }).click();
    await expectEscCloses(page, page.getByRole('menu'), selected);
    await page.getByRole('button', { name: 'Filters', exact: true }).click();
    const filters = page.getByRole('region', { name: 'Filters' });
    await filters.getByRole('combobox', { name: 'Payment' }).click();
    await expectEscCloses(page, page.getByRole('listbox'), filters);
    await expectEscCloses(page, filters, selected);
    await rows(page).first().locator('td').nth(3).click();
    await expectEscCloses(page, page.getByRole('dialog', { name: /^Order #/ }), selected);
    await page.keyboard.press('?');
    await expectEscCloses(page, keys, selected);
    await page.keyboard.press('Escape');
    await expect(selected).toBeHidden();
  });

  await test.step('in a batch', async () => {
    await all(page).check();
    await page.getByRole('button', { name: 'Book (2)' }).click();
    await page.getByRole('checkbox', { name: 'Select all orders shown' }).check();
    const form = page.getByRole('form', { name: 'Set for the selected orders' });
    const selected = form.getByRole('status').getByText('2 selected');
    await form.getByRole('combobox', { name: 'Courier account for these orders' }).click();
    await expectEscCloses(page, page.getByRole('listbox'), selected);
    await page.getByRole('button', { name: 'More actions' }).click();
    await expectEscCloses(page, page.getByRole('menu'), selected);
    await page.getByRole('rowheader').first().getByRole('button').click();
    await expectEscCloses(page, page.getByRole('dialog', { name: /^Order #/ }), selected);
    await page.keyboard.press('?');
    await expectEscCloses(page, keys, selected);
    await page.keyboard.press('Escape');
    await expect(selected).toBeHidden();
  });
});

test('ticks on other pages stay, are counted as not shown, and can be dropped', async ({
  ownerPage: page,
  sandbox,
}) => {
  const lastName = newName();
  await addOrders(sandbox, lastName, 3);
  await untilListed(page, lastName, 3);
  await page.goto(`/dashboard/shopify/orders?limit=1&query=${encodeURIComponent(lastName)}`);
  await all(page).check();
  await page.getByRole('button', { name: 'Next page' }).click();
  await expect(bar(page)).toContainText('1 selected, 1 not shown');
  await all(page).check();
  await expect(bar(page)).toContainText('2 selected, 1 not shown');
  await expectAccessible(page);
  await bar(page).getByRole('button', { name: 'Keep only those shown' }).click();
  await expect(bar(page)).toContainText('1 selected');
  await expect(bar(page)).not.toContainText('not shown');
});

test('a list that renews itself offers new orders, and keys and Shift stay with the rows they began at', async ({
  ownerPage: page,
  sandbox,
}) => {
  test.slow();
  const lastName = newName();
  const [one, two, three] = await addOrders(sandbox, lastName, 3);
  if (!one || !two || !three) throw new Error('The store took too few orders');
  await untilListed(page, lastName, 3);
  await page.clock.install();
  await page.goto(`/dashboard/shopify/orders?sort=age&query=${encodeURIComponent(lastName)}`);
  await expect(rows(page)).toHaveCount(3);
  const before = [three, two, one].map(({ name }) => name);
  const offer = page.getByRole('button', { name: 'Show 2 new orders' });
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  await expect(rowOf(page, two)).toBeFocused();

  const [four, five] = await addOrders(sandbox, lastName, 2);
  if (!four || !five) throw new Error('The store took too few orders');

  await test.step('after a minute they are offered, and nothing moves', async () => {
    const top = (await rowOf(page, two).boundingBox())?.y;
    await expect(async () => {
      await page.clock.fastForward(61_000);
      await expect(offer).toBeVisible({ timeout: 3_000 });
    }).toPass();
    expect(await names(page)).toEqual(before);
    expect((await rowOf(page, two).boundingBox())?.y).toBe(top);
    await expect(rowOf(page, two)).toBeFocused();
    await page.keyboard.press('x');
    await expect(box(page, two)).toBeChecked();
    await expectAccessible(page);
  });

  await test.step('shown, they are on top; x and Shift go on from the same row', async () => {
    await offer.click();
    await expect(rows(page)).toHaveCount(5);
    expect(await names(page)).toEqual([five, four, three, two, one].map(({ name }) => name));
    await expect(offer).toBeHidden();
    await expect(bar(page)).toContainText('1 selected');
    await box(page, one).click({ modifiers: ['Shift'] });
    await expect(bar(page)).toContainText('2 selected');
    await expect(box(page, two)).toBeChecked();
    await expect(box(page, one)).toBeChecked();
    await page.keyboard.press('Escape');
    await expect(bar(page)).toBeHidden();
    await page.keyboard.press('x');
    await expect(bar(page)).toContainText('1 selected');
    await expect(box(page, one)).toBeChecked();
    await page.keyboard.press('x');
    await expect(bar(page)).toBeHidden();
  });

  await test.step('an order that left the list keeps its place until the change is shown', async () => {
    await sandbox.changeOrder(four, { cancel: true });
    const changed = page.getByRole('button', { name: 'Show the changed list' });
    await expect(async () => {
      await page.clock.fastForward(61_000);
      await expect(changed).toBeVisible({ timeout: 3_000 });
    }).toPass();
    await expect(rows(page)).toHaveCount(5);
    await rowOf(page, four).focus();
    await changed.click();
    await expect(rows(page)).toHaveCount(4);
    await expect(rowOf(page, four)).toHaveCount(0);
    await page.keyboard.press('x');
    await page.keyboard.press('b');
    await expect(bar(page)).toBeHidden();
    await expect(page).toHaveURL(/shopify\/orders/);
  });

  await test.step('after an action of the person the list is shown as it is', async () => {
    const [six] = await addOrders(sandbox, lastName, 1);
    if (!six) throw new Error('The store took no order');
    await expect(async () => {
      await page.getByRole('button', { name: /^Checked / }).click();
      await expect(rows(page)).toHaveCount(5, { timeout: 3_000 });
    }).toPass();
    expect((await names(page))[0]).toBe(six.name);
  });
});

test('a list without a match shows a new order that matches, without a click', async ({ ownerPage: page, sandbox }) => {
  const lastName = newName();
  await page.clock.install();
  await page.goto(`/dashboard/shopify/orders?query=${encodeURIComponent(lastName)}`);
  await expect(page.getByText(`No order matches “${lastName}”`)).toBeVisible();
  const [order] = await addOrders(sandbox, lastName, 1);
  if (!order) throw new Error('The store took no order');
  await expect(async () => {
    await page.clock.fastForward(61_000);
    await expect(rowOf(page, order)).toBeVisible({ timeout: 3_000 });
  }).toPass();
  await expect(page.getByRole('button', { name: /^Show / })).toHaveCount(0);
});

test('Orders offers a parcel that someone else booked when the window is looked at again', async ({
  ownerPage: page,
  bookParcel,
  sandbox,
}) => {
  test.slow();
  const lastName = newName();
  const [one, two] = await addOrders(sandbox, lastName, 2);
  if (!one || !two) throw new Error('The store took too few orders');
  const first = await bookParcel(one);
  await page.clock.install();
  await page.goto(`/dashboard/orders?query=${encodeURIComponent(lastName)}`);
  await expect(rows(page)).toHaveCount(1);
  const second = await bookParcel(two);
  await page.clock.fastForward(10_000);
  await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')));
  const offer = page.getByRole('button', { name: 'Show 1 new order' });
  await expect(offer).toBeVisible();
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page).first()).toContainText(first);
  await offer.click();
  await expect(rows(page)).toHaveCount(2);
  await expect(rows(page).first()).toContainText(second);
});

test('before many bookings are cancelled, the dialog names each, first those that are not shown', async ({
  ownerPage: page,
  sandbox,
}) => {
  test.slow();
  const lastName = newName();
  const orders = await addOrders(sandbox, lastName, 3);
  await openSheet(page, lastName, 3);
  await page.getByRole('button', { name: 'Book 3 orders' }).click();
  await allBooked(page, 3);
  const parcels = (await Promise.all(orders.map((order) => sandbox.consignmentsOf(order)))).flat();
  await page.goto(`/dashboard/orders?query=${encodeURIComponent(lastName)}`);
  await expect(rows(page)).toHaveCount(3);
  const [newest = '', middle = '', oldest = ''] = (await rows(page).allTextContents()).map(
    (text) => parcels.find(({ tracking_number: number }) => text.includes(number))?.tracking_number,
  );
  await page.goto(`/dashboard/orders?limit=1&query=${encodeURIComponent(lastName)}`);
  await expect(rows(page).first()).toContainText(newest);
  await page.getByRole('button', { name: 'Next page' }).click();
  await expect(rows(page).first()).toContainText(middle);
  await all(page).check();
  await page.getByRole('button', { name: 'Previous page' }).click();
  await expect(rows(page).first()).toContainText(newest);
  await all(page).check();
  await expect(bar(page)).toContainText('2 selected, 1 not shown');
  await bar(page).getByRole('button', { name: 'Cancel bookings' }).click();
  const dialog = page.getByRole('dialog', { name: 'Cancel 2 bookings?' });
  await expect(dialog).toContainText('1 is not shown on this page of the list.');
  const named = dialog.getByRole('group', { name: 'Bookings to cancel' }).getByRole('listitem');
  await expect(named).toHaveText([new RegExp(`not shown.*${lastName}${middle}$`), new RegExp(`${lastName}${newest}$`)]);
  await expect(dialog).not.toContainText(oldest);
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Keep them' }).click();
  await expect(bar(page)).toContainText('2 selected, 1 not shown');
  await bar(page).getByRole('button', { name: 'Cancel bookings' }).click();
  await dialog.getByRole('button', { name: 'Cancel 2 bookings' }).click();
  await expect(bar(page)).toBeHidden();
});

test('the city filter offers cities by their names, finds them by every spelling, and counts the orders of the tab', async ({
  ownerPage: page,
  sandbox,
}) => {
  const lastName = newName();
  for (const city of ['Pindi', 'Rawalpindi', 'RWP']) await sandbox.addOrder({ city, address: { lastName } });
  await untilListed(page, lastName, 3);
  await page.goto('/dashboard/shopify/orders');
  await page.getByRole('button', { name: 'Filters', exact: true }).click();
  const field = page.getByRole('region', { name: 'Filters' }).getByRole('combobox', { name: 'City' });
  const option = page.getByRole('option', { name: /^Rawalpindi \(\d+\)$/ });
  for (const typed of ['pindi', 'RWP', 'rawal']) {
    await field.fill(typed);
    await expect(option).toHaveCount(1);
  }
  const count = /\d+/.exec((await option.textContent()) ?? '')?.[0];
  await option.click();
  await expect(page.getByRole('navigation', { name: 'Pages of orders' })).toContainText(`of ${count} Orders`);
  await expect(page.getByRole('list', { name: 'Active filters' })).toContainText('City: Rawalpindi');
  await field.fill('Nowhere');
  await expect(page.getByText('No such city in these orders')).toBeVisible();
});

test('orders that one person skipped are forgotten when another signs in', async ({ page }) => {
  const skipped = (): Promise<string | null> =>
    page.evaluate(() => sessionStorage.getItem('courierdesk.skipped-orders'));
  await startSession(page, staff);
  await page.goto('/dashboard/support');
  await page.evaluate(() => sessionStorage.setItem('courierdesk.skipped-orders', 'skippedorder'));
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(await skipped()).toBe('skippedorder');
  await page.getByRole('navigation', { name: 'Main' }).getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL(/login/);
  expect(await skipped()).toBeNull();
});
