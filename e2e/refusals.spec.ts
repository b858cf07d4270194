import type { Page } from '@playwright/test';
import { bookButton, openBooking, toast } from './booking-steps.ts';
import { expectAccessible } from './expect-accessible.ts';
import { freeOwner, owner, startSession } from './people.ts';
import { expect, test } from './test.ts';

/** The server refuses these requests: they arrive with a method that it does not take there. */
async function refuse(page: Page, address: RegExp): Promise<void> {
  await page.route(address, (route) => route.continue({ method: 'PATCH' }));
}

const wrongMethod = /not allowed|method|only/i;

test('the users page shows the server’s message in a warning, and tries again', async ({
  ownerPage: page,
  browserErrors,
}) => {
  browserErrors.expect(/405 .*get-users/);
  await refuse(page, /get-users\?/);
  await page.goto('/dashboard/users');
  const warning = page.getByRole('main').getByRole('status').filter({ hasText: wrongMethod });
  await expect(warning).toBeVisible();
  await expectAccessible(page);
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('row').filter({ hasText: owner.email })).toBeVisible();
});

test('the staff table shows a skeleton, and says so when it does not load', async ({
  ownerPage: page,
  browserErrors,
}) => {
  browserErrors.expect(/405 .*table-order-count/);
  let answer = (): void => undefined;
  const held = new Promise<void>((resolve) => void (answer = resolve));
  await page.route(/table-order-count/, async (route) => {
    await held;
    await route.continue({ method: 'PATCH' });
  });
  await page.goto('/dashboard/staff');
  await expect(page.getByLabel('Loading the staff members')).toBeVisible();
  answer();
  const alert = page.getByRole('main').getByRole('alert').filter({ hasText: 'Try again' });
  await expect(alert).toContainText('Something went wrong. Please try again later');
  await expect(alert).toContainText(wrongMethod);
  await page.unrouteAll();
  await alert.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('table', { name: 'Staff members' })).toBeVisible();
});

test('a page that says that Courierdesk is away shows its data when Courierdesk is back', async ({
  ownerPage: page,
  browserErrors,
}) => {
  browserErrors.expect(/503 .*get-all-orders/);
  const msg = 'Courierdesk cannot reach its database for a moment. Try again in a few seconds.';
  await page.route(/get-all-orders/, (route) =>
    route.fulfill({ status: 503, json: { errors: [{ msg, code: 'unavailable' }], request_id: 'r' } }),
  );
  await page.goto('/dashboard/orders');
  await expect(page.getByRole('main').getByText(msg)).toBeVisible();
  await page.unrouteAll();
  await expect(page.getByRole('main').getByRole('row').nth(1)).toBeVisible();
  await expect(page.getByRole('main').getByText(msg)).toBeHidden();
});

test('an export that is refused says why in its dialog', async ({ ownerPage: page, browserErrors }) => {
  browserErrors.expect(/400 .*export-orders/);
  await page.route(/export-orders/, (route) => route.continue({ postData: '{"columns":[]}' }));
  await page.goto('/dashboard/orders');
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Export orders' });
  await dialog.getByRole('button', { name: /^Export [\d,]+ orders$/ }).click();
  await expect(dialog.getByRole('alert')).toContainText('Choose at least one column');
});

test('a refused change with no place for an error on the page is a message', async ({
  ownerPage: page,
  browserErrors,
}) => {
  browserErrors.expect(/400 .*two-factor\/requirement/);
  await page.route(/two-factor\/requirement/, (route) => route.continue({ postData: '{"required":"perhaps"}' }));
  await page.goto('/dashboard/profile');
  await page.getByRole('switch', { name: 'Require two-factor for all staff' }).click();
  await expect(
    page
      .getByRole('alert')
      .filter({ hasText: /required/i })
      .first(),
  ).toBeVisible();
});

test('a session that does not load says so, and a logout whose call fails is a logout', async ({
  page,
  browserErrors,
}) => {
  browserErrors.expect(/405 .*\/(me|logout)|401 /);
  await startSession(page, owner);
  await refuse(page, /\/api\/v1\/me$/);
  await page.goto('/dashboard');
  await expect(page).toHaveURL(/\/login$/);
  await expect(page.getByText('Failed to log in', { exact: true })).toBeVisible();
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { name: 'Dashboard', level: 1 })).toBeVisible();

  await refuse(page, /\/api\/v1\/logout$/);
  const logged = page.waitForEvent('console', (message) => message.text().startsWith('Logout call failed:'));
  await page.getByRole('navigation', { name: 'Main' }).getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL(/\/login$/);
  await logged;
  expect(await page.evaluate(() => localStorage.getItem('auth_token'))).toBeNull();
});

test('cities that cannot be fetched say so beside the field', async ({ ownerPage: page, sandbox, browserErrors }) => {
  browserErrors.expect(/405 .*get-cities/);
  const order = await sandbox.addOrder();
  await refuse(page, /get-cities\//);
  await openBooking(page, order);
  await expect(page.getByText('City fetching failed')).toBeVisible();
  await expect(bookButton(page)).toBeVisible();
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('City fetching failed')).toBeHidden();
});

test('a shop that used more bookings than FREE has sees that the limit is reached', async ({ page, database }) => {
  await startSession(page, freeOwner);
  await database.leaveBookings('free-store.myshopify.com', -1);
  await page.goto('/dashboard/plans');
  await expect(page.getByText('5,001 of 5,000 bookings this month')).toBeVisible();
  await expect(page.getByRole('main').getByText('Max limit reached')).toBeVisible();
  await database.leaveBookings('free-store.myshopify.com', 5000);
});

test('a parcel that its courier has not scanned shows No Progress', async ({
  ownerPage: page,
  bookParcel,
  sandbox,
}) => {
  const number = await bookParcel(await sandbox.addOrder(), 'POSTEX');
  await page.goto(`/dashboard/orders?shipment=${number}`);
  const events = page.getByRole('dialog', { name: 'Order tracking info' }).getByRole('region', { name: 'Events' });
  await expect(events).toContainText('No Progress');
  await expect(toast(page, /Error/)).toHaveCount(0);
});
