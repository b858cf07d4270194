import type { Locator, Page } from '@playwright/test';
import { addCustomers, listOf, sheet, summary } from './batch-steps.ts';
import {
  book,
  bookButton,
  bookedNumber,
  chooseAccount,
  covers,
  placeOfToast,
  toast,
  toastShown,
} from './booking-steps.ts';
import { expectAccessible } from './expect-accessible.ts';
import { onPhone } from './on-phone.ts';
import { tokenOf, untilListed } from './people.ts';
import { newPhone } from './sandbox.ts';
import type { StoreOrder } from './sandbox.ts';
import { expect, test } from './test.ts';

const rows = (page: Page): Locator => page.getByRole('table', { name: 'Store orders' }).locator('tbody tr');
const chips = (page: Page): Locator => page.getByRole('list', { name: 'Active filters' });
const bar = (page: Page): Locator => page.getByRole('region', { name: 'Selected orders' });
const filters = (page: Page): Locator => page.getByRole('region', { name: 'Filters' });
const names = (page: Page): Promise<string[]> => rows(page).locator('td:nth-child(2)').allTextContents();
const bookNext = (page: Page): Locator => page.getByRole('link', { name: /^Book next: / });

const price = (rupees: number) => [{ title: 'Lawn suit', price: rupees, quantity: 1 }];

async function choose(page: Page, field: string, option: string | RegExp): Promise<void> {
  await filters(page).getByRole('combobox', { name: field }).click();
  await page.getByRole('option', { name: option }).click();
}

test('store orders are filtered, saved as a view, selected all at once, and put on a sheet', async ({
  ownerPage: page,
  sandbox,
}) => {
  test.slow();
  const mark = crypto.randomUUID().slice(0, 8);
  const tag = `Wholesale ${mark}`;
  const lastName = `Malik ${mark}`;
  for (const [index, rupees] of [3000, 1000, 2000].entries())
    await sandbox.addOrder({
      phone: newPhone(),
      tags: [tag],
      lines: price(rupees),
      address: { lastName },
      ...(index === 1 && { payment: 'paid' as const }),
    });
  await untilListed(page, lastName, 3);
  await page.goto('/dashboard/shopify/orders?limit=25');

  await test.step('filters apply at once, show as chips and are in the URL', async () => {
    await page.getByRole('button', { name: 'Filters', exact: true }).click();
    await filters(page).getByRole('combobox', { name: 'Tag' }).fill(mark);
    await page.getByRole('option', { name: `${tag} (3)` }).click();
    await expect(rows(page)).toHaveCount(3);
    await expect(chips(page)).toContainText(`Tag: ${tag}`);
    await expect(rows(page).first()).toContainText(tag);
    await expectAccessible(page);
    await choose(page, 'Payment', 'COD');
    await expect(rows(page)).toHaveCount(2);
    await expect(page).toHaveURL(/payment=COD/);
    await page.getByRole('button', { name: 'Total', exact: true }).click();
    await expect(page).toHaveURL(/sort=total&dir=desc|dir=desc.*sort=total/);
    await expect(rows(page).first()).toContainText('3,');
  });

  await test.step('a number that cannot be read is an error beside its field, and shows no wider list', async () => {
    await filters(page).getByLabel('Days').fill('three');
    await expect(filters(page).getByText('Age must be a whole number from 0 to 3,650')).toBeVisible();
    await expect(chips(page).getByRole('button', { name: /^Clear unreadable filter Age/ })).toBeVisible();
    await expect(page.getByText('Fix 1 filter')).toBeVisible();
    await expect(filters(page).getByLabel('Days')).toHaveValue('three');
    await page.getByRole('button', { name: 'Clear age: more than three days' }).click();
    await expect(rows(page)).toHaveCount(2);
  });

  await test.step('the view is saved, and opens with the same filters and sort', async () => {
    await page.getByRole('button', { name: 'Save as view' }).click();
    const dialog = page.getByRole('dialog', { name: 'Save as view' });
    await dialog.getByLabel('Name').fill(`Wholesale ${mark}`);
    await dialog.getByRole('button', { name: 'Save view' }).click();
    await expect(dialog).toBeHidden();
    await page.getByRole('link', { name: /^Ready to book/ }).click();
    await expect(chips(page)).toBeHidden();
    await page
      .getByRole('navigation', { name: 'Which orders' })
      .getByRole('link', { name: `Wholesale ${mark}` })
      .click();
    await expect(rows(page)).toHaveCount(2);
    await expect(
      chips(page)
        .getByRole('listitem')
        .filter({ hasText: /Tag|Payment/ }),
    ).toHaveCount(2);
    await page.goto('/dashboard/orders');
    await expect(page.getByRole('link', { name: `Wholesale ${mark}` })).toBeHidden();
    await page.goBack();
  });

  await test.step('all that match are selected over pages, except one unticked, and get an account', async () => {
    await page.goto(`/dashboard/shopify/orders?limit=1&tag=${encodeURIComponent(tag.toUpperCase())}&sort=total`);
    await page.getByRole('checkbox', { name: 'Select all rows on this page' }).check();
    await bar(page).getByRole('button', { name: 'Select all 3 matching' }).click();
    await expect(bar(page)).toContainText('All 3 matching selected');
    await bar(page).getByRole('button', { name: 'Assign courier' }).click();
    await page.getByRole('menuitem', { name: 'PostEx' }).first().click();
    await expect(toast(page, /^3 orders will be booked with /)).toBeVisible();
    await expect(rows(page).first()).toContainText('Assigned');
    await expect(bar(page)).toBeHidden();
    await page.getByRole('checkbox', { name: 'Select all rows on this page' }).check();
    await bar(page).getByRole('button', { name: 'Select all 3 matching' }).click();
    await page.getByRole('checkbox', { name: /^Select #/ }).uncheck();
    await expect(bar(page)).toContainText('All 2 matching selected');
  });

  await test.step('they become one batch with that account', async () => {
    await bar(page).getByRole('button', { name: 'Book (2)' }).click();
    await expect(summary(page)).toContainText('2 ready');
    await expect(sheet(page)).toContainText('PostEx');
  });
});

test('an order that is gone when the selected orders are booked is named', async ({ ownerPage: page, sandbox }) => {
  const { lastName, orders } = await addCustomers(sandbox, [{}, {}]);
  await page.route(/\/api\/v1\/batches$/, async (route) => {
    const { order_ids: ids } = route.request().postDataJSON();
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), missing: [ids[0]] } });
  });
  await listOf(page, lastName, 2);
  for (const { name } of orders) await page.getByRole('checkbox', { name: `Select ${name}` }).check();
  const said = toastShown(page, new RegExp(`^1 order was not found and will be skipped: ${orders[0]?.name}\\.$`));
  await page.getByRole('button', { name: 'Book (2)' }).click();
  await expect(sheet(page)).toBeVisible();
  await said;
});

test('the age of an order that has just come in is not cut', async ({ ownerPage: page, sandbox }) => {
  const lastName = `Malik ${crypto.randomUUID().slice(0, 8)}`;
  await sandbox.addOrder({ address: { lastName } });
  await listOf(page, lastName, 1);
  const age = rows(page).locator('td:nth-child(3)');
  await expect(age).toHaveText('just now');
  const [needed, shown] = await age.evaluate(({ scrollWidth, clientWidth }) => [scrollWidth, clientWidth]);
  expect(needed).toBe(shown);
});

test('the ways out of an empty list lead to the orders that they name, not to the default view', async ({
  newShop: { page, domain },
  sandbox,
}) => {
  const account = { company: 'POSTEX', account_name: 'PostEx', address_code: '001' };
  await page.request.post('/api/v1/create-account', {
    headers: { authorization: `Bearer ${tokenOf(await page.context().storageState())}` },
    data: { ...account, token: 'ZGVtby1wb3N0ZXgtdG9rZW46Y291cmllcmRlc2s' },
    failOnStatusCode: true,
  });
  const order = await sandbox.addOrder({ shop: domain });
  await untilListed(page, order.name);
  await page.goto('/dashboard/shopify/orders?payment=PAID');
  await page.getByRole('button', { name: 'Save as view' }).click();
  const dialog = page.getByRole('dialog', { name: 'Save as view' });
  await dialog.getByLabel('Name').fill('Prepaid');
  await dialog.getByRole('checkbox', { name: 'Open by default' }).check();
  await dialog.getByRole('button', { name: 'Save view' }).click();
  await page.goto('/dashboard/shopify/orders');
  const tab = (name: string | RegExp): Locator =>
    page.getByRole('navigation', { name: 'Which orders' }).getByRole('link', { name });
  await expect(tab('Prepaid')).toHaveAttribute('aria-current', 'page');

  await page.goto('/dashboard/shopify/orders?query=Nobody');
  await page.getByRole('main').getByRole('button', { name: 'Clear search' }).last().click();
  await expect(tab(/^Ready to book/)).toHaveAttribute('aria-current', 'page');
  await expect(page.getByRole('searchbox')).toHaveValue('');

  await tab(/^Booked today/).click();
  await page.getByRole('link', { name: 'See what is ready to book' }).click();
  await expect(tab(/^Ready to book/)).toHaveAttribute('aria-current', 'page');
});

test('Book next follows the list: its sort and filters, past what is skipped or needs a look', async ({
  ownerPage: page,
  sandbox,
}) => {
  test.slow();
  const lastName = `Abbasi ${crypto.randomUUID().slice(0, 8)}`;
  const order = (rupees: number, phone: string | null = newPhone()): Promise<StoreOrder> =>
    sandbox.addOrder({ phone, lines: price(rupees), address: { lastName, phone } });
  const last = await order(4000);
  const uncertain = await order(2500);
  const first = await order(1000);
  const skipped = await order(2000);
  await order(1500, null);
  await untilListed(page, lastName, 5);

  await test.step('from the cheapest order on', async () => {
    await page.goto(`/dashboard/shopify/orders?query=${encodeURIComponent(lastName)}&sort=total`);
    await expect(rows(page)).toHaveCount(4);
    expect(await names(page)).toEqual([first, skipped, uncertain, last].map(({ name }) => name));
    await page.getByRole('link', { name: `Book ${first.name}`, exact: true }).click();
    await chooseAccount(page, 'Leopards Lahore');
    await onPhone(page, async () => {
      const booked = placeOfToast(page, 'Order has been booked and fulfilled');
      const [place] = await Promise.all([booked, bookButton(page).click()]);
      expect(place.y, 'it is in view').toBeGreaterThanOrEqual(0);
      expect(place.y + place.height).toBeLessThanOrEqual(844);
      await expect(bookNext(page)).toHaveAccessibleName(`Book next: ${skipped.name}`);
      await bookNext(page).scrollIntoViewIfNeeded();
      expect(await covers(place, bookNext(page)), 'the toast covers the button').toBe(false);
    });
    await bookedNumber(page);
    await bookNext(page).click();
  });

  await test.step('a skipped order is not offered again', async () => {
    await expect(page.getByRole('heading', { name: `Book ${skipped.name}`, level: 1 })).toBeVisible();
    await page.getByLabel('Remarks').fill('Call before you come');
    await page.getByRole('link', { name: 'Skip order' }).click();
    await page.getByRole('button', { name: 'Stay here' }).click();
    await expect(page.getByLabel('Remarks')).toHaveValue('Call before you come');
    expect(await page.evaluate(() => sessionStorage.getItem('courierdesk.skipped-orders'))).toBeNull();
    await page.getByRole('link', { name: 'Skip order' }).click();
    await page.getByRole('button', { name: 'Leave without saving' }).click();
    await expect(page.getByRole('heading', { name: `Book ${uncertain.name}`, level: 1 })).toBeVisible();
  });

  await test.step('an uncertain booking leads on as well', async () => {
    await sandbox.addFaults({ target: 'leopard', operation: 'book', kind: 'lose-answer', times: 1 });
    await chooseAccount(page, 'Leopards Lahore');
    await bookButton(page).click();
    await expect(bookNext(page)).toHaveAccessibleName(`Book next: ${last.name}`, { timeout: 60_000 });
    await page.goto(page.url());
    await bookNext(page).click();
    await expect(page.getByRole('heading', { name: `Book ${last.name}`, level: 1 })).toBeVisible();
  });

  await test.step('at its end it leads back to the list as it was', async () => {
    await page.getByRole('link', { name: 'Back to store orders' }).click();
    await expect(page).toHaveURL(/sort=total/);
    await expect(page).toHaveURL(new RegExp(`query=${lastName.split(' ')[0]}`));
    await page.getByRole('link', { name: `Book ${last.name}`, exact: true }).click();
    await chooseAccount(page, 'TCS');
    await book(page);
    await expect(page.getByRole('main').getByRole('link', { name: 'Back to store orders' }).last()).toBeVisible();
    await expect(bookNext(page)).toBeHidden();
  });
});

test('while the orders load there is nothing to select, so the box for all of them is not there to press', async ({
  ownerPage: page,
}) => {
  const answer = Promise.withResolvers<void>();
  await page.route(/\/api\/v1\/store-orders\?/, async (route) => {
    await answer.promise;
    await route.continue();
  });
  await page.goto('/dashboard/shopify/orders?tab=all&limit=20');
  const all = page.getByRole('checkbox', { name: 'Select all rows on this page' });
  await expect(all).toBeDisabled();
  answer.resolve();
  await all.check();
  await expect(page.getByRole('button', { name: 'Book (20)' })).toBeVisible();
});
