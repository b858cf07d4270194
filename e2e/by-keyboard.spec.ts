import { randomUUID } from 'node:crypto';
import { listOf, openSheet, sheet } from './batch-steps.ts';
import { bookButton, bookedNumber, openBooking } from './booking-steps.ts';
import { onPhone } from './on-phone.ts';
import { untilListed } from './people.ts';
import { scan, typeByHand } from './scan.ts';
import { expect, test } from './test.ts';

test('an order is found, looked at and booked without a mouse', async ({ ownerPage: page, sandbox }) => {
  const lastName = `Kiani ${randomUUID().slice(0, 8)}`;
  const orders = [
    await sandbox.addOrder({ address: { firstName: 'Zoya', lastName } }),
    await sandbox.addOrder({ address: { firstName: 'Zoya', lastName } }),
  ];
  await untilListed(page, lastName, 2);
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { name: 'Dashboard', level: 1 })).toBeVisible();

  await test.step('Ctrl+K goes to a page by a few letters of its name', async () => {
    await page.keyboard.press('Control+k');
    await expect(page.getByRole('combobox', { name: /^Search parcels/ })).toBeFocused();
    await page.keyboard.type('store');
    await expect(page.getByRole('option', { selected: true })).toHaveText('Store orders');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'Store orders', level: 1 })).toBeVisible();
  });

  const rows = page.getByRole('row', { name: new RegExp(lastName) });
  await test.step('/ searches, j and k walk over the rows', async () => {
    await expect(page.getByRole('row').nth(1)).toBeVisible();
    await page.keyboard.press('/');
    await expect(page.getByRole('searchbox')).toBeFocused();
    await page.keyboard.type(lastName);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('row')).toHaveCount(3);
    await expect(page.getByRole('checkbox', { name: 'Select all rows on this page' })).toBeEnabled();
    await page.getByRole('searchbox').blur();
    await page.keyboard.press('j');
    await expect(rows.first()).toBeFocused();
    await page.keyboard.press('j');
    await expect(rows.last()).toBeFocused();
    await page.keyboard.press('k');
    await expect(rows.first()).toBeFocused();
  });

  const name = await rows.first().getByRole('link').first().textContent();
  const order = orders.find((one) => one.name === name);
  if (!order) throw new Error(`${name} is not one of the two orders`);
  await test.step('Enter opens the order, Esc closes it and gives the focus back', async () => {
    await page.keyboard.press('Enter');
    const panel = page.getByRole('dialog', { name: `Order ${order.name}` });
    await expect(panel).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(panel).toBeHidden();
    await expect(rows.first()).toBeFocused();
  });

  await test.step('b opens the booking, Ctrl+Enter books it', async () => {
    await page.keyboard.press('b');
    await expect(page.getByRole('heading', { name: `Book ${order.name}`, level: 1 })).toBeVisible();
    await expect(page.getByText('Matches what the customer wrote.')).toBeVisible();
    await page.keyboard.press('Control+Enter');
    const number = await bookedNumber(page);
    await expect.poll(() => sandbox.fulfilledWith(order)).toEqual([number]);
  });

  await test.step('b on the confirmation goes on to the next order', async () => {
    await page.keyboard.press('b');
    await expect(page.getByRole('heading', { name: /^Book #/, level: 1 })).toBeVisible();
  });
});

test('after j and k in a side panel, the keys act on the row that was shown last', async ({
  ownerPage: page,
  sandbox,
}) => {
  const lastName = `Kiani ${randomUUID().slice(0, 8)}`;
  for (const _ of [1, 2, 3]) await sandbox.addOrder({ address: { lastName } });
  await listOf(page, lastName, 3);
  const rows = page.getByRole('row', { name: new RegExp(lastName) });
  const names = await rows.locator('td:nth-child(2)').allTextContents();
  const panelOf = (at: number) => page.getByRole('dialog', { name: `Order ${names[at]}` });
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await expect(panelOf(0)).toBeVisible();
  await page.keyboard.press('j');
  await expect(panelOf(1)).toBeVisible();
  await page.keyboard.press('j');
  await expect(panelOf(2)).toBeVisible();
  await page.keyboard.press('k');
  await expect(panelOf(1).getByRole('heading', { level: 2 })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(rows.nth(1)).toBeFocused();

  await page.keyboard.press('x');
  await expect(page.getByRole('checkbox', { name: `Select ${names[1]}` })).toBeChecked();
  await page.keyboard.press('x');
  await page.keyboard.press('Enter');
  await expect(panelOf(1)).toBeVisible();
  await page.keyboard.press('Escape');
  await page.keyboard.press('b');
  await expect(page.getByRole('heading', { name: `Book ${names[1]}`, level: 1 })).toBeVisible();
});

test('after Back from a booking, the focus and the keys are on the row that was left', async ({
  ownerPage: page,
  sandbox,
}) => {
  const lastName = `Kiani ${randomUUID().slice(0, 8)}`;
  for (const _ of [1, 2]) await sandbox.addOrder({ address: { lastName } });
  await listOf(page, lastName, 2);
  const row = page.getByRole('row', { name: new RegExp(lastName) }).nth(1);
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  await expect(row).toBeFocused();
  await page.keyboard.press('b');
  await expect(page.getByRole('heading', { name: /^Book #/, level: 1 })).toBeVisible();
  await page.goBack();
  await expect(row).toBeFocused();
  await page.keyboard.press('x');
  await expect(row.getByRole('checkbox')).toBeChecked();
});

test('j and k move on in the panel beside a batch, and Esc goes back to the row that was shown last', async ({
  ownerPage: page,
  sandbox,
}) => {
  const lastName = `Kiani ${randomUUID().slice(0, 8)}`;
  // Without a phone number, the focus of a panel that is opened begins in that field.
  for (const _ of [1, 2]) await sandbox.addOrder({ phone: null, address: { lastName, phone: null } });
  await openSheet(page, lastName, 2);
  const rows = sheet(page).getByRole('rowheader');
  const names = await rows.allTextContents();
  const title = (at: number) => page.getByRole('heading', { name: `Order ${names[at]}`, level: 2 });
  await rows.last().getByRole('button').click();
  await expect(title(1)).toBeVisible();
  await expect(page.getByRole('dialog').getByRole('textbox', { name: 'Phone', exact: true })).toBeFocused();
  await page.getByRole('button', { name: 'Previous (k)' }).click();
  await expect(title(0)).toBeFocused();
  await page.keyboard.press('j');
  await expect(title(1)).toBeFocused();
  await page.keyboard.press('k');
  await expect(title(0)).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(rows.first()).toBeFocused();
});

test('a panel that is opened from a link gives the focus back to the link', async ({ ownerPage: page }) => {
  await page.goto('/dashboard/shopify/orders');
  const link = page.getByRole('row').nth(1).getByRole('link').first();
  await link.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog').getByRole('heading', { level: 2 })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(link).toBeFocused();
});

test('Esc goes back as the back arrow does, but never out of a field, a dialog or a panel', async ({
  ownerPage: page,
}) => {
  const leaveFocus = () =>
    page.evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.blur());
  await page.goto('/dashboard/users');
  await page.getByRole('link', { name: 'Edit Bilal Ahmed' }).click();
  const firstName = page.getByLabel('First name');

  await test.step('a field keeps what is typed in it', async () => {
    await firstName.fill('Bilawal');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await expect(firstName).toHaveValue('Bilawal');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });

  await test.step('unsaved work is asked about', async () => {
    const question = page.getByRole('dialog', { name: 'Leave without saving?' });
    await leaveFocus();
    await page.keyboard.press('Escape');
    await expect(question).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(question).toBeHidden();
    await expect(firstName).toHaveValue('Bilawal');
    await leaveFocus();
    await page.keyboard.press('Escape');
    await question.getByRole('button', { name: 'Leave without saving' }).click();
    await expect(page).toHaveURL(/\/dashboard\/users$/);
  });

  await test.step('without changes, the page before opens at once', async () => {
    await page.getByRole('link', { name: 'Edit Bilal Ahmed' }).click();
    await expect(firstName).toHaveValue('Bilal');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('heading', { name: 'Users', level: 1 })).toBeVisible();
  });

  await test.step('a dialog, a part that is being loaded, and a panel are closed first', async () => {
    await page.getByRole('button', { name: 'Edit tag of Bilal Ahmed' }).click();
    await expect(page.getByRole('dialog', { name: 'Edit tag' })).toBeVisible();
    await leaveFocus();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog', { name: 'Edit tag' })).toBeHidden();
    await page.route('**/range-picker-popover*', () => undefined);
    await page.getByRole('link', { name: 'Activity log' }).click();
    await page.getByRole('button', { name: /^Days/ }).click();
    await leaveFocus();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('heading', { name: 'Activity log', level: 1 })).toBeVisible();
    await page.getByRole('row').nth(1).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await leaveFocus();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(page.getByRole('heading', { name: 'Activity log', level: 1 })).toBeVisible();
    await expect(page.getByRole('row').nth(1)).toBeFocused();
    await leaveFocus();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('heading', { name: 'Users', level: 1 })).toBeVisible();
  });
});

test('? lists the keys, and Esc closes the list', async ({ ownerPage: page }) => {
  await page.goto('/dashboard/orders');
  await expect(page.getByRole('row').nth(1)).toBeVisible();
  await page.keyboard.press('?');
  const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(keys).toContainText('Next row');
  await expect(keys.getByRole('region', { name: 'Go to a page' })).toContainText('Store orders');
  await page.keyboard.press('Escape');
  await expect(keys).toBeHidden();
});

test('Back closes the search, the list of keys, and the menu of a phone', async ({ ownerPage: page }) => {
  await page.goto('/dashboard/support');
  await expect(page.getByRole('heading', { name: 'Support', level: 1 })).toBeVisible();
  const opensAndGoesBack = async (open: () => Promise<void>, name: string): Promise<void> => {
    await page.keyboard.press('g');
    await page.keyboard.press('b');
    await expect(page.getByRole('heading', { name: 'Batches', level: 1 })).toBeVisible();
    await open();
    const dialog = page.getByRole('dialog', { name });
    await expect(dialog).toBeVisible();
    await page.goBack();
    await expect(page.getByRole('heading', { name: 'Support', level: 1 })).toBeVisible();
    await expect(dialog).toBeHidden();
  };
  await opensAndGoesBack(() => page.keyboard.press('Control+k'), 'Search');
  await opensAndGoesBack(() => page.keyboard.press('?'), 'Keyboard shortcuts');
  await onPhone(page, async () => {
    await opensAndGoesBack(() => page.keyboard.press('Control+k'), 'Search');
    await opensAndGoesBack(() => page.getByRole('button', { name: 'Menu', exact: true }).click(), 'Menu');
  });
});

test('g and a letter go to a page, but not while a person types or a scanner sends a barcode', async ({
  ownerPage: page,
}) => {
  const search = page.getByRole('searchbox');
  await page.goto('/dashboard/shopify/orders');
  await expect(page.getByRole('row').nth(1)).toBeVisible();

  await test.step('b after g opens the batches and books nothing', async () => {
    await page.keyboard.press('j');
    await page.keyboard.press('g');
    await page.keyboard.press('b');
    await expect(page.getByRole('heading', { name: 'Batches', level: 1 })).toBeVisible();
    await page.keyboard.press('g');
    await page.keyboard.press('?');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toBeHidden();
    await page.keyboard.press('g');
    await page.keyboard.press('o');
    await expect(page.getByRole('heading', { name: 'Orders', level: 1 })).toBeVisible();
  });

  await test.step('a barcode that begins with g and s is searched', async () => {
    await scan(page, 'GS77310042');
    await expect(page.getByText('No parcel or order has the number GS77310042.')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page).toHaveURL(/\/dashboard\/orders/);
  });

  await test.step('letters in a field stay there', async () => {
    await search.focus();
    await typeByHand(page, 'gs');
    await expect(search).toHaveValue('gs');
    await search.blur();
    await page.keyboard.press('s');
    await expect(page).toHaveURL(/\/dashboard\/orders/);
  });
});

test('the first stop of the Tab key leads past the navigation, and a dialog keeps the focus', async ({
  ownerPage: page,
}) => {
  await page.goto('/dashboard/orders');
  await expect(page.getByRole('row').nth(1)).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();

  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  const panel = page.getByRole('dialog', { name: 'Order tracking info' });
  await expect(panel.getByRole('heading', { level: 2 })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(panel).toBeHidden();
  await expect(page.getByRole('row').nth(1)).toBeFocused();
});

test('a button and a switch have the focus again once their work is done', async ({ newShop: { page } }) => {
  await page.goto('/dashboard/accounts/create-account');
  await page.getByRole('radio', { name: 'Leopards' }).check();
  await page.getByLabel('API key', { exact: true }).fill('second-leopard-key-9Z8Y7X6W5V');
  await page.getByLabel('API password', { exact: true }).fill('second-leopard-pass');
  await page.getByRole('button', { name: 'Verify with Leopards' }).press('Enter');
  await expect(page.getByRole('region', { name: 'Credentials' }).getByRole('status').last()).toContainText(/accept/i);
  await expect(page.getByRole('button', { name: 'Verify with Leopards' })).toBeFocused();
  await page.getByRole('button', { name: 'Create account' }).press('Enter');
  const active = page.getByRole('table', { name: 'Courier accounts' }).getByRole('switch');
  await expect(active).toBeChecked();
  await active.press('Space');
  await expect(active).not.toBeChecked();
  await expect(active).toBeEnabled();
  await expect(active).toBeFocused();

  // The Save bar goes away with its button. Esc goes back from there, as where nothing has the focus.
  await page.getByRole('table', { name: 'Courier accounts' }).getByRole('link').click();
  await page.getByLabel('Weight').fill('700');
  const save = page.getByRole('region', { name: 'Unsaved changes' }).getByRole('button', { name: 'Save' });
  await save.press('Enter');
  await expect(save).toBeHidden();
  await expect(page.locator('main :focus')).toHaveCount(1);
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(/\/dashboard\/accounts$/);
});

test('a message that goes away gives the focus of its button back', async ({ ownerPage: page }) => {
  await page.goto('/dashboard/accounts');
  const accounts = page.getByRole('table', { name: 'Courier accounts' }).getByRole('row');
  // The default account would be none afterwards.
  const active = accounts.filter({ hasNotText: 'Default' }).getByRole('switch').first();
  const dismiss = page.getByRole('status').getByRole('button', { name: 'Dismiss' });
  await active.press('Space');
  await expect(active).not.toBeChecked();
  await expect(active).toBeFocused();
  await dismiss.press('Enter');
  await expect(dismiss).toHaveCount(0);
  await expect(active).toBeFocused();

  // After some seconds it goes away without a key.
  await active.press('Space');
  await expect(active).toBeChecked();
  await expect(active).toBeFocused();
  await dismiss.focus();
  await expect(dismiss).toHaveCount(0);
  await expect(active).toBeFocused();
});

test('on a phone, Tab leads to no field of the booking form that the bar with the Book button covers', async ({
  ownerPage: page,
  sandbox,
}) => {
  await page.setViewportSize({ width: 390, height: 450 });
  await openBooking(page, await sandbox.addOrder({}));
  const bar = await bookButton(page).boundingBox();
  await page.getByLabel('Consignee name').focus();
  const focused = page.locator('main form :focus');
  // Of a field of several lines, the first one.
  const bottomOf = () =>
    focused.evaluate((element) => {
      const { top, bottom } = element.getBoundingClientRect();
      return Math.min(bottom, top + 36);
    });
  for (const label of ['Phone', 'Phone 2', 'Phone 3', 'Email', 'Consignee address', 'Destination city']) {
    await page.keyboard.press('Tab');
    await expect(focused).toHaveAccessibleName(new RegExp(`^${label}`));
    await expect.poll(bottomOf).toBeLessThanOrEqual((bar?.y ?? 0) - 8);
  }
});
