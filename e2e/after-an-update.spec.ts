import type { Locator, Page } from '@playwright/test';
import { openBooking } from './booking-steps.ts';
import { fillInSignIn, owner, removeTokenInAnotherTab } from './people.ts';
import { expect, test } from './test.ts';

test.use({ contexts: 'new' });

const waitingText = 'No connection to Courierdesk. We continue as soon as there is one.';

/** Answers 404 for code until the browser loads the new version. Returns how often it did that since. */
async function removeCode(page: Page, file: string): Promise<() => number> {
  let removed = true;
  let loads = 0;
  await page.route(`**/assets/${file}-*.js`, (route) => (removed ? route.fulfill({ status: 404 }) : route.continue()));
  page.on('request', (request) => {
    if (request.isNavigationRequest()) removed = false;
  });
  page.on('domcontentloaded', () => (loads += 1));
  return () => loads;
}

async function openSearch(page: Page): Promise<Locator> {
  await page.goto('/dashboard/support');
  await expect(page.getByRole('heading', { name: 'Support', level: 1 })).toBeVisible();
  await page.keyboard.press('Control+k');
  const field = page.getByRole('combobox', { name: /^Search parcels/ });
  await expect(field).toBeFocused();
  return field;
}

test('a page whose code an update removed opens after the browser has loaded the new version', async ({
  ownerPage: page,
  browserErrors,
}) => {
  browserErrors.expect(/assets\/users-/);
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { name: 'Dashboard', level: 1 })).toBeVisible();
  const loads = await removeCode(page, 'users');
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Users' }).click();
  await expect(page.getByRole('heading', { name: 'Users', level: 1 })).toBeVisible();
  expect(loads()).toBe(1);
});

test('a page and a dialog that are opened without internet open once there is a connection, and the page stays until then', async ({
  ownerPage: page,
  sandbox,
  bookParcel,
  browserErrors,
}) => {
  browserErrors.expect(/ERR_INTERNET_DISCONNECTED|dynamically imported module|Unable to preload CSS/);
  const parcel = await bookParcel(await sandbox.addOrder());
  await page.goto(`/dashboard/orders?shipment=${parcel}`);
  await expect(page.getByRole('heading', { name: parcel })).toBeVisible();
  const print = page.getByRole('dialog', { name: 'Order tracking info' }).getByRole('button', { name: 'Print' });
  await expect(print).toBeVisible();
  let loads = 0;
  page.on('domcontentloaded', () => (loads += 1));

  await page.context().setOffline(true);
  await print.click();
  await expect(page.getByText(waitingText)).toBeVisible();
  await expect(print).toBeVisible();
  await page.context().setOffline(false);
  await expect(page.getByRole('dialog', { name: 'Print' })).toBeVisible();
  await expect(page.getByText(waitingText)).toBeHidden();
  expect(loads).toBe(0);

  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await page.context().setOffline(true);
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Users' }).click();
  await expect(page.getByRole('main').getByText(waitingText)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Try again' })).toBeHidden();
  expect(loads).toBe(0);
  await page.context().setOffline(false);
  await expect(page.getByRole('heading', { name: 'Users', level: 1 })).toBeVisible();
});

test('To do leaves out what only a newer version of the server knows', async ({ ownerPage: page }) => {
  const item = { count: 3, oldest_at: null, amount: null };
  await page.route('**/api/v1/to-do-items', (route) =>
    route.fulfill({
      json: {
        data: [
          { ...item, kind: 'of-a-newer-version' },
          { ...item, kind: 'stuck' },
        ],
        more: [{ ...item, kind: 'unchecked' }],
        resolving: 0,
      },
    }),
  );
  await page.goto('/dashboard');
  const lines = page.getByRole('region', { name: 'To do' }).getByRole('listitem');
  await expect(lines).toHaveText([/parcels stuck for over 3 days/, /parcels not checked for a day/]);
});

test('the search of the docs finds what was typed although an update removed its code', async ({
  ownerPage: page,
  browserErrors,
}) => {
  browserErrors.expect(/assets\/search-guide-/);
  await page.goto('/dashboard/docs');
  const field = page.getByRole('combobox', { name: 'Search the docs' });
  await expect(field).toBeVisible();
  const loads = await removeCode(page, 'search-guide');
  await field.fill('cancel booking');
  await expect(page.getByRole('option').filter({ hasText: 'Cancel a booking' })).toBeVisible();
  await expect(field).toHaveValue('cancel booking');
  expect(loads()).toBe(1);
});

test('without internet, the search of the docs says why it finds nothing', async ({
  ownerPage: page,
  browserErrors,
}) => {
  browserErrors.expect(/ERR_INTERNET_DISCONNECTED/);
  browserErrors.expect(/assets\/search-guide-/);
  await page.goto('/dashboard/docs');
  const field = page.getByRole('combobox', { name: 'Search the docs' });
  await expect(field).toBeVisible();
  await page.context().setOffline(true);
  await field.fill('cancel booking');
  await expect(page.getByText('The search did not load. Check your internet, then search again.')).toBeVisible();
  await page.context().setOffline(false);
  await field.fill('');
  await field.fill('cancel booking');
  await expect(page.getByRole('option').filter({ hasText: 'Cancel a booking' })).toBeVisible();
});

test('the search over a page says that it could not search the docs when an update removed their code', async ({
  ownerPage: page,
  browserErrors,
}) => {
  browserErrors.expect(/assets\/search-guide-/);
  const field = await openSearch(page);
  await removeCode(page, 'search-guide');
  await field.fill('no such parcel at all');
  await expect(page.getByText('We searched tracking numbers, orders, phones, names and pages.')).toBeVisible();
  await expect(page.getByText('The docs did not load. Reload the page to search them.')).toBeVisible();
});

test('without internet, the search over a page does not say that it searches the docs', async ({
  ownerPage: page,
  browserErrors,
}) => {
  browserErrors.expect(/ERR_INTERNET_DISCONNECTED/);
  const field = await openSearch(page);
  await page.context().setOffline(true);
  await field.fill('merge');
  await expect(page.getByText('You are offline. You can still find pages and actions.')).toBeVisible();
  await page.context().setOffline(false);
});

test('a form keeps what was typed but its secrets when a menu loads the new version, and stores nothing of it afterwards', async ({
  ownerPage: page,
  browserErrors,
}) => {
  browserErrors.expect(/assets\/user-menu-dropdown-/);
  await page.addInitScript(
    () => void Reflect.set(window, 'storedBefore', JSON.stringify(Object.values(sessionStorage))),
  );
  await page.goto('/dashboard/accounts/create-account');
  await page.getByRole('radio', { name: 'Leopards' }).click();
  await page.getByLabel('Account name').fill('Our account in Multan');
  await page.getByLabel('API key', { exact: true }).fill('violet-harbour-key');
  const loads = await removeCode(page, 'user-menu-dropdown');
  await page.getByRole('button', { name: /user menu$/ }).click();
  await expect.poll(loads).toBe(1);
  await expect(page.getByLabel('Account name')).toHaveValue('Our account in Multan');
  const stored = await page.evaluate(() => String(Reflect.get(window, 'storedBefore')));
  expect(stored).toContain('Our account in Multan');
  expect(stored).not.toContain('violet-harbour-key');
  await expect(page.getByLabel('API key', { exact: true })).toHaveValue('');
  await expect(page.getByText('The page was updated. Enter this again.').first()).toBeVisible();
  expect(await page.evaluate(() => JSON.stringify(Object.values(sessionStorage)))).not.toContain('Multan');
});

test('a form whose session ended is kept although an update removed the code of the sign-in', async ({
  ownerPage: page,
  browserErrors,
}) => {
  browserErrors.expect(/assets\/sign-in-form-/);
  await page.goto('/dashboard/accounts/create-account');
  await page.getByRole('radio', { name: 'Leopards' }).click();
  await page.getByLabel('Account name').fill('Our account in Multan');
  const loads = await removeCode(page, 'sign-in-form');
  await removeTokenInAnotherTab(page);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect.poll(loads).toBe(1);
  await fillInSignIn(page, owner);
  await expect(page.getByLabel('Account name')).toHaveValue('Our account in Multan');
});

test('the search whose code an update removed loads the new version, and the open booking keeps what was typed', async ({
  ownerPage: page,
  sandbox,
  browserErrors,
}) => {
  browserErrors.expect(/assets\/search-dialog-/);
  const order = await sandbox.addOrder();
  await openBooking(page, order);
  await page.getByLabel('Remarks').fill('Ring twice');
  const loads = await removeCode(page, 'search-dialog');
  await page.keyboard.press('Control+k');
  await expect.poll(loads).toBe(1);
  await expect(page.getByLabel('Remarks')).toHaveValue('Ring twice');
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('combobox', { name: /^Search parcels/ })).toBeFocused();
  expect(loads()).toBe(1);
});
