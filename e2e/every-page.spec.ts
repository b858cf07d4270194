import { getAccounts } from '@courierdesk/contract/courier-accounts';
import { getAllOrders } from '@courierdesk/contract/shipments';
import { getStoreOrders } from '@courierdesk/contract/store-orders';
import type { Page } from '@playwright/test';
import { openBatchAs } from '../scripts/isolated-stack/batch-client.ts';
import type { AskApi } from './ask-api.ts';
import { expectAccessible, expectReadable, expectUsable } from './expect-accessible.ts';
import { addCustomers, openSheet, summary } from './batch-steps.ts';
import { openedToPrint } from './opened-to-print.ts';
import { tokenOf } from './people.ts';
import type { Sandbox } from './sandbox.ts';
import { expect, test } from './test.ts';

/** Addresses and the headings of their pages. */
type Pages = [address: string, heading: string | RegExp][];

const work: Pages = [
  ['/dashboard', 'Dashboard'],
  ['/dashboard/orders?limit=10', 'Orders'],
  ['/dashboard/orders?query=nothing-is-called-so', 'Orders'],
  ['/dashboard/orders?status=DELIVERED&sort=cod&columns=number,status,payment,cod&limit=10', 'Orders'],
  ['/dashboard/orders?limit=10&shipment={number}', 'Orders'],
  ['/dashboard/exports', 'Exports'],
  ['/dashboard/attention', 'Needs attention'],
  ['/dashboard/differences', 'Differences'],
  ['/dashboard/imports', 'Imports'],
  ['/dashboard/shopify/orders?limit=10', 'Store orders'],
  ['/dashboard/shopify/orders?tab=look&limit=10', 'Store orders'],
  ['/dashboard/shopify/orders?tab=booked-today&limit=10', 'Store orders'],
  ['/dashboard/shopify/orders?tab=all&limit=10&open={order}', 'Store orders'],
  ['/dashboard/load-sheets', 'Load sheets'],
  ['/dashboard/batches', 'Batches'],
  ['/dashboard/batches/{batch}', /^Batch \d+$/],
  ['/dashboard/batches/{started}', /^Batch \d+$/],
  ['/dashboard/batches/new', 'Book orders'],
  ['/dashboard/order/book?id={order}', /^Book #/],
  ['/dashboard/merge-orders?ids[]={order}&ids[]={other}', 'Merge orders'],
  ['/dashboard/post-booking?id={shipment}', 'Fulfilled'],
];
const office: Pages = [
  ['/dashboard/accounts', 'Courier accounts'],
  ['/dashboard/accounts/create-account', 'New courier account'],
  ['/dashboard/edit-account/{account}', 'Leopards Lahore'],
  ['/dashboard/users', 'Users'],
  ['/dashboard/create-user', 'Create user'],
  ['/dashboard/staff?bookingfrom=2020-01-01', 'Staff members'],
  ['/dashboard/audit', 'Activity log'],
  ['/dashboard/audit?query=nothing-is-called-so&group=users', 'Activity log'],
  ['/dashboard/settings', 'Booking and tags'],
  ['/dashboard/settings/customer-emails', 'Customer emails'],
  ['/dashboard/settings/labels', 'Shipper & labels'],
  ['/dashboard/settings/tracking-page', 'Tracking page'],
  ['/dashboard/settings/courier-rules', 'Courier rules'],
  ['/dashboard/settings/customer-data', 'Customer data'],
  ['/dashboard/plans', 'Pricing & plans'],
  ['/dashboard/profile', 'Profile'],
  ['/offer-passkey', 'Sign in with your fingerprint next time'],
  // The pages of the docs have one layout.
  ['/dashboard/docs', 'Docs'],
  ['/dashboard/docs/orders', 'Orders'],
  ['/dashboard/docs/two-factor-auth', 'Two factor auth'],
  ['/dashboard/support', 'Support'],
  ['/dashboard/sample-orders', 'Sample store orders'],
  ['/dashboard/nowhere', 'Page not found'],
];
const inPublic: Pages = [
  ['/', 'Courierdesk'],
  ['/login', 'Welcome to Courierdesk'],
  ['/create-new-password', 'Create new password'],
  ['/email-verify', 'Email verification Failed...'],
  ['/operator', 'Operator'],
  ['/track/{number}', /picked up|on its way|delivery|delivered|returned|cancelled/i],
  ['/track/NOSUCHNUMBER', 'Error occurred!'],
  ['/track/', 'Track your parcel'],
  // The browser remembers this language.
  ['/track/{number}?lang=ur', /پارسل/],
  ['/track?lang=ur', 'اپنا پارسل ٹریک کریں'],
];

const desk = { width: 1440, height: 900 };
/** Many phones are no wider. */
const phone = { width: 360, height: 740 };

test('every page of the dashboard opens well on a phone and on a desk, in light and in dark: orders', async ({
  ownerPage: page,
  ownerSession,
  askApi,
  sandbox,
  stack,
}) => {
  test.slow();
  const number = await newestParcel(askApi, 'tracking_number');
  const started = await startedBatch(page, sandbox);
  await makeLoadSheet(page);
  const [order = '', other = ''] = await ordersOn(askApi, 'ready');
  const toLookAt = await ordersOn(askApi, 'look');
  const { id: batch } = await openBatchAs(stack.url, tokenOf(ownerSession), toLookAt);
  const known = { number, order, other, started, batch, shipment: await newestParcel(askApi, 'id') };
  for (const [address, heading] of work) await expectWell(page, filled(address, known), heading);
});

test('every page of the dashboard opens well on a phone and on a desk, in light and in dark: people, settings and docs', async ({
  ownerPage: page,
  askApi,
  browserErrors,
}) => {
  test.slow();
  browserErrors.expect(/404 .*\/dashboard\/nowhere/);
  const { accounts } = await askApi(getAccounts);
  const account = accounts.find(({ name }) => name === 'Leopards Lahore')?.id ?? '';
  for (const [address, heading] of office) await expectWell(page, filled(address, { account }), heading);
});

test('every public page opens well on a phone and on a desk, in light and in dark', async ({
  page,
  askApi,
  browserErrors,
}) => {
  browserErrors.expect(/404 .*\/track\/NOSUCHNUMBER/);
  browserErrors.expect(/401 .*\/operator\/overview/);
  const number = await newestParcel(askApi, 'tracking_number');
  for (const [address, heading] of inPublic) await expectWell(page, filled(address, { number }), heading);
});

/** The page is loaded once, on a phone, and then made wide, as when a tablet is turned. */
async function expectWell(page: Page, address: string, heading: string | RegExp): Promise<void> {
  await test.step(address, async () => {
    await page.emulateMedia({ colorScheme: 'light' });
    await page.setViewportSize(phone);
    await page.goto(address);
    await expectShown(page, heading);
    await expectUsable(page);
    await page.setViewportSize(desk);
    await expectShown(page, heading);
    await expectAccessible(page);
    await page.emulateMedia({ colorScheme: 'dark' });
    await expectReadable(page);
  });
}

async function expectShown(page: Page, heading: string | RegExp): Promise<void> {
  await expect(page.getByRole('heading', { name: heading, level: 1 })).toBeVisible();
  await expect(page.getByRole('main')).toHaveCount(1);
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
  // Fonts and the width arrive in a page that is drawn already.
  await expect.poll(() => pixelsBesideWindow(page), { message: 'the page scrolls sideways' }).toBeLessThanOrEqual(0);
  await expect
    .poll(() => cutContents(page), { message: 'numbers and buttons that do not fit into their cell or their label' })
    .toEqual([]);
}

const cutContents = (page: Page): Promise<string[]> =>
  page
    .locator(':is(td, [role=gridcell]):has(button, .mantine-Button-root, .numbers), .mantine-Button-label')
    .evaluateAll((elements) =>
      elements
        .filter((element) => element.checkVisibility() && element.scrollWidth > element.clientWidth)
        .map((element) => element.textContent),
    );

const pixelsBesideWindow = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

/** A batch of which the courier took one order, refused another one, and is asked about a third until we find it there. */
async function startedBatch(page: Page, sandbox: Sandbox): Promise<string> {
  const { lastName } = await addCustomers(sandbox, [{}, {}, {}]);
  await openSheet(page, lastName, 3);
  await sandbox.addFaults(
    { target: 'leopard', operation: 'book', kind: 'refuse', times: 1 },
    { target: 'leopard', operation: 'book', kind: 'lose-answer', times: 1 },
  );
  await page.getByRole('button', { name: 'Book 3 orders' }).click();
  await expect(summary(page)).toContainText(/1 of 3 booked, 1 not booked, 1 not certain|2 of 3 booked, 1 not booked/);
  return /[0-9a-f]{24}/.exec(page.url())?.[0] ?? '';
}

async function makeLoadSheet(page: Page): Promise<void> {
  await page.goto('/dashboard/load-sheets');
  const printing = openedToPrint(page);
  const waiting = page.getByRole('region', { name: 'Parcels waiting for a load sheet' });
  await waiting.getByRole('listitem').filter({ hasText: 'Leopards Lahore' }).getByRole('button').click();
  await printing;
  await expect(page.getByRole('cell', { name: 'Waiting for the rider' }).first()).toBeVisible();
}

async function newestParcel(askApi: AskApi, field: 'id' | 'tracking_number'): Promise<string> {
  return (await askApi(getAllOrders, '?limit=1')).data[0]?.[field] ?? '';
}

async function ordersOn(askApi: AskApi, tab: 'ready' | 'look'): Promise<string[]> {
  return (await askApi(getStoreOrders, `?tab=${tab}&limit=10`)).data.map(({ id }) => id);
}

const filled = (address: string, known: Record<string, string>): string =>
  address.replaceAll(/\{(\w+)\}/g, (_, name: string) => known[name] ?? '');
