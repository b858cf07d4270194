import type { Page } from '@playwright/test';
import { addCustomers, allBooked, openSheet, sheet, summary } from './batch-steps.ts';
import { book, bookedNumber, chooseAccount, openBooking } from './booking-steps.ts';
import { openedToPrint } from './opened-to-print.ts';
import { owner } from './people.ts';
import { expect, test } from './test.ts';

/** Opens a dialog from a button and leaves it with Esc. */
async function opensAndReturns(page: Page, button: string, dialog: string | RegExp): Promise<void> {
  await test.step(button, async () => {
    const opener = page.getByRole('button', { name: button, exact: true });
    await opener.click();
    const opened = page.getByRole('dialog', { name: dialog });
    await expect(opened).toBeVisible();
    await expect(opened.locator(':focus')).toHaveCount(1);
    await page.keyboard.press('Escape');
    await expect(opened).toBeHidden();
    await expect(opener).toBeFocused();
  });
}

// Most people see menus and dialogs fade in.
test.beforeEach(({ ownerPage }) => ownerPage.emulateMedia({ reducedMotion: 'no-preference' }));

test('every dialog of the orders page gives the focus back to what opened it', async ({ ownerPage: page }) => {
  await page.goto('/dashboard/orders');
  await expect(page.getByRole('row').nth(1)).toBeVisible();
  await opensAndReturns(page, 'Import', 'Import payments');
  await opensAndReturns(page, 'Bulk Fulfillment', 'Bulk fulfillment');
  await opensAndReturns(page, 'Export', 'Export orders');
  await opensAndReturns(page, 'Columns', 'Columns');

  await test.step('a dialog opened from a menu gives it back to the button of the menu', async () => {
    const menu = page.getByRole('button', { name: /user menu$/ });
    await menu.click();
    await page.getByRole('menuitem', { name: 'Keyboard shortcuts' }).click();
    await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(menu).toBeFocused();
  });

  await test.step('a menu that is loaded when it is first opened gives it back too', async () => {
    await page.goto('/dashboard');
    const range = page.getByRole('button', { name: /^Booked / });
    await range.click();
    const days = page.getByRole('dialog');
    await expect(days.getByRole('button', { name: 'Yesterday' })).toBeVisible();
    await expect(days.locator(':focus')).toHaveCount(1);
    await page.keyboard.press('Escape');
    await expect(range).toBeFocused();
    await page.reload();
    const menu = page.getByRole('button', { name: /user menu$/ });
    await menu.click();
    await expect(page.getByRole('menuitem', { name: 'Logout' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(menu).toBeFocused();
  });

  await test.step('the search for everything gives it back to the field one was in', async () => {
    await page.goto('/dashboard/orders');
    const search = page.getByRole('searchbox');
    await search.focus();
    await page.keyboard.press('Control+k');
    await expect(page.getByRole('combobox', { name: /^Search parcels/ })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(search).toBeFocused();
  });
});

test('Back closes a dialog also when it leads to other filters of the same page', async ({ ownerPage: page }) => {
  await page.goto('/dashboard/orders');
  await page.getByRole('link', { name: 'Returned', exact: true }).click();
  await expect(page).toHaveURL(/status=RTS/);
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Export orders' });
  await expect(dialog).toBeVisible();
  await page.goBack();
  await expect(page).not.toHaveURL(/status=RTS/);
  await expect(dialog).toBeHidden();
});

test('a question does not act again while it fades out', async ({ ownerPage: page, request }) => {
  for (let n = 0; n < 2; n += 1) await request.post('/api/v1/login-user', { data: owner, failOnStatusCode: true });
  await page.goto('/dashboard/profile');
  await page.getByRole('button', { name: 'Sign out everywhere else' }).click();
  const question = page.getByRole('dialog', { name: 'Sign out everywhere else?' });
  const confirm = question.getByRole('button', { name: 'Sign out everywhere else' });
  const calls: string[] = [];
  page.on('request', (one) => one.method() !== 'GET' && calls.push(one.url()));
  const again = await confirm.evaluateHandle((button: HTMLButtonElement) => {
    const clicked = new Promise<void>((resolve) => {
      new MutationObserver((_changes, observer) => {
        if (button.disabled) return;
        observer.disconnect();
        button.click();
        resolve();
      }).observe(button, { attributes: true });
    });
    return { clicked };
  });
  await confirm.click();
  await again.evaluate(({ clicked }) => clicked);
  await expect(question).toBeHidden();
  expect(calls).toHaveLength(1);
});

test('Esc right after j gives the focus to the row that was shown last, when a busy computer runs timers late', async ({
  ownerPage: page,
}) => {
  await page.addInitScript(() => {
    const { setTimeout } = window;
    const late = (run: () => void, ms = 0): number => setTimeout(run, ms > 0 && ms < 50 ? 300 : ms);
    Object.assign(window, { setTimeout: late });
  });
  await page.goto('/dashboard/audit');
  const events = page.getByRole('row').filter({ has: page.getByRole('link') });
  const details = page.getByRole('dialog', { name: 'Details of the change' });
  await events.nth(0).getByRole('link').click();
  await expect(details).toBeVisible();
  const before = page.url();
  await page.keyboard.press('j');
  await page.waitForFunction((address) => location.href !== address, before);
  await expect(details).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(details).toBeHidden();
  await expect(events.nth(1)).toBeFocused();
});

/** Parts that are loaded when they are first opened: the file, where, and what opens what. */
const lazyParts = [
  { file: 'user-menu-dropdown', page: '/dashboard/support', opener: /user menu$/, opens: ['menu', /user menu$/] },
  { file: 'range-picker-popover', page: '/dashboard', opener: /^Booked /, opens: ['dialog', /^Booked /] },
  { file: 'import-dialog', page: '/dashboard/orders', opener: 'Import', opens: ['dialog', 'Import payments'] },
  { file: 'export-dialog', page: '/dashboard/orders', opener: 'Export', opens: ['dialog', 'Export orders'] },
  { file: 'bottom-menu', page: '/dashboard/support', opener: 'Menu', opens: ['dialog', 'Menu'], width: 390 },
  { file: 'search-dialog', page: '/dashboard/support', opener: /^Search/, opens: ['dialog', 'Search'] },
] as const;

for (const { file, page: address, opener, opens, ...screen } of lazyParts)
  test(`Esc while ${file} is being loaded cancels it, and the button keeps the focus`, async ({ ownerPage: page }) => {
    if ('width' in screen) await page.setViewportSize({ width: screen.width, height: 844 });
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    await page.route(`**/${file}*`, async (route) => {
      await released;
      await route.continue();
    });
    await page.goto(address);
    const button = page.getByRole('button', { name: opener, exact: true }).first();
    const asked = page.waitForRequest(new RegExp(`/${file}.*\\.js$`));
    await button.click();
    await asked;
    await page.keyboard.press('Escape');
    const loaded = page.waitForResponse(new RegExp(`/${file}.*\\.js$`));
    release();
    await loaded;
    await expect(button).toBeFocused();
    const [role, name] = opens;
    await expect(page.getByRole(role, { name })).toHaveCount(0);
    // Loaded, it opens at once. One that had opened would close, or be in the way.
    await button.click();
    await expect(page.getByRole(role, { name })).toBeVisible();
  });

/**
 * Presses Esc in the moment after the page has opened a menu: before it is drawn, or drawn and not yet with the focus. A
 * menu that is loaded for that opens after its button is replaced.
 */
const earlyEscapes = {
  'before it is drawn': 'button[aria-haspopup][aria-expanded="true"]',
  'before it has the focus': '[role="menu"], .mantine-Popover-dropdown',
} as const;

test('Esc between the click that opens a menu and the focus in it closes the menu', async ({ ownerPage: page }) => {
  await page.goto('/dashboard/orders');
  await expect(page.getByRole('row').nth(1)).toBeVisible();
  const pressEscWhenThereIs = (selector: string) =>
    page.evaluateHandle((selectors) => {
      const pressed = new Promise<void>((resolve) => {
        new MutationObserver((_changes, observer) => {
          const parts = [...document.querySelectorAll(selectors)];
          const part = parts.find((one) => one.checkVisibility());
          if (!part || part.contains(document.activeElement) !== part.matches('button')) return;
          observer.disconnect();
          const event = new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true });
          document.activeElement?.dispatchEvent(event);
          resolve();
        }).observe(document.body, { childList: true, subtree: true, attributes: true });
      });
      return { pressed };
    }, selector);
  for (const name of [/user menu$/, 'Columns'])
    for (const [moment, selector] of Object.entries(earlyEscapes))
      await test.step(`${String(name)}, ${moment}`, async () => {
        const button = page.getByRole('button', { name, exact: true });
        const early = await pressEscWhenThereIs(selector);
        await button.click();
        await early.evaluate(({ pressed }) => pressed);
        await expect(button).toHaveAttribute('aria-expanded', 'false');
        await expect(page.locator(earlyEscapes['before it has the focus']).filter({ visible: true })).toHaveCount(0);
        await expect(button).toBeFocused();
      });
});

test('a cancel says what was printed, begins on the safe button, and gives the focus back', async ({
  ownerPage: page,
  sandbox,
}) => {
  const order = await sandbox.addOrder();
  await openBooking(page, order);
  const number = await book(page);
  await page.keyboard.press('p');
  const printing = openedToPrint(page);
  await page.getByRole('dialog', { name: 'Print' }).getByRole('button', { name: 'Print label' }).click();
  await printing;
  await page.goto('/dashboard/load-sheets');
  const made = openedToPrint(page);
  await page
    .getByRole('region', { name: 'Parcels waiting for a load sheet' })
    .getByRole('listitem')
    .filter({ hasText: 'Leopards' })
    .getByRole('button')
    .click();
  const loadSheet = (await made).replaceAll(/\D/g, '');

  await page.goto(`/dashboard/orders?shipment=${number}`);
  const panel = page.getByRole('dialog', { name: 'Order tracking info' });
  const cancel = panel.getByRole('button', { name: 'Cancel booking' });
  await cancel.click();
  const question = page.getByRole('dialog', { name: `Cancel the booking of ${order.name}?` });
  await expect(question).toContainText(/Its label was printed \w+ \d+, \d{4} at/);
  await expect(question).toContainText(`It is on load sheet ${loadSheet}. Cross it off`);
  await expect(question.getByRole('button', { name: 'Keep booking' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(question).toBeHidden();
  await expect(cancel).toBeFocused();

  await page.keyboard.press('Escape');
  await expect(panel).toBeHidden();
  await page.getByRole('searchbox').fill(number);
  await expect(page.getByRole('row')).toHaveCount(2);
  await page.getByRole('checkbox', { name: `Select ${order.name}` }).check();
  await page.getByRole('button', { name: 'Cancel bookings' }).click();
  const many = page.getByRole('dialog', { name: 'Cancel 1 booking?' });
  await expect(many).toContainText('1 label is already printed. 1 parcel is on a load sheet.');
  await expect(many.getByRole('button', { name: 'Keep them' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(many).toBeHidden();
  await expect(page.getByRole('button', { name: 'Cancel bookings' })).toBeFocused();
});

test('deleting a draft begins on the safe button and gives the focus back to the menu', async ({
  ownerPage: page,
  sandbox,
}) => {
  const { lastName } = await addCustomers(sandbox, [{}, {}]);
  await openSheet(page, lastName, 2);
  const menu = page.getByRole('button', { name: 'More actions' });
  for (const reducedMotion of ['no-preference', 'reduce'] as const) {
    await page.emulateMedia({ reducedMotion });
    await menu.click();
    await page.getByRole('menuitem', { name: 'Delete this draft' }).click();
    const question = page.getByRole('dialog', { name: /^Delete batch/ });
    await expect(question.getByRole('button', { name: 'Keep draft' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(question).toBeHidden();
    await expect(menu).toBeFocused();
  }
});

test('Ctrl+Enter books no batch behind an open dialog', async ({ ownerPage: page, sandbox }) => {
  const { lastName, orders } = await addCustomers(sandbox, [{}, {}]);
  await openSheet(page, lastName, 2);
  await expect(summary(page)).toContainText('2 ready');
  const changes: string[] = [];
  page.on('request', (request) => request.method() === 'POST' && changes.push(request.url()));

  await page.keyboard.press('?');
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).getByText('Next row').click();
  await page.keyboard.press('Control+Enter');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Delete this draft' }).click();
  const question = page.getByRole('dialog', { name: /^Delete batch/ });
  await question.getByText('Your edits to this sheet will be lost').click();
  await page.keyboard.press('Control+Enter');
  await page.keyboard.press('Escape');
  await expect(question).toBeHidden();
  expect(changes).toEqual([]);

  await sheet(page).focus();
  await page.keyboard.press('Control+Enter');
  await allBooked(page, 2);
  for (const order of orders) expect(await sandbox.consignmentsOf(order)).toHaveLength(1);
});

for (const field of ['Courier account', 'Email the customer', 'Consignee address']) {
  test(`Ctrl+Enter books from the field ${field}`, async ({ ownerPage: page, sandbox }) => {
    const order = await sandbox.addOrder();
    await openBooking(page, order);
    await chooseAccount(page, 'TCS Lahore');
    await expect(page.getByText('Matches what the customer wrote.')).toBeVisible();
    await page.getByLabel(field, { exact: true }).first().focus();
    await page.keyboard.press('Control+Enter');
    const number = await bookedNumber(page);
    await expect.poll(() => sandbox.fulfilledWith(order)).toEqual([number]);
  });
}

test('Ctrl+Enter on another account in the open list takes that account and books nothing yet', async ({
  ownerPage: page,
  sandbox,
}) => {
  const order = await sandbox.addOrder();
  await openBooking(page, order);
  const account = page.getByRole('combobox', { name: 'Courier account' });
  const before = await account.inputValue();
  await account.focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Control+Enter');
  await expect(account).not.toHaveValue(before);
  await expect(page.getByRole('heading', { name: `Book ${order.name}`, level: 1 })).toBeVisible();
  expect(await sandbox.consignmentsOf(order)).toEqual([]);
});

test('the upload dialog says which file it reads', async ({ ownerPage: page }) => {
  let deliver = (): void => undefined;
  const held = new Promise<void>((resolve) => void (deliver = resolve));
  await page.route('**/csv-worker*', async (route) => {
    await held;
    await route.continue();
  });
  await page.goto('/dashboard/orders');
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Import payments' });
  const buffer = Buffer.from('CN,Paid\nLE000000009,PAID\n');
  await dialog.getByLabel('CSV file').setInputFiles({ name: 'november.csv', mimeType: 'text/csv', buffer });
  await expect(dialog.getByRole('status')).toContainText('Reading november.csv…');
  deliver();
  await expect(dialog.getByRole('region', { name: 'What will change' })).toBeVisible();
});
