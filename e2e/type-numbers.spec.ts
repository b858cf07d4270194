import type { Locator, Page } from '@playwright/test';
import { addCustomers, cell, openSheet, line } from './batch-steps.ts';
import { bookButton, bookedNumber, bookingSummary, chooseAccount, openBooking } from './booking-steps.ts';
import { expectAccessible } from './expect-accessible.ts';
import { expect, test } from './test.ts';

test('the booking form keeps numbers as they are typed or pasted, and says what it cannot read', async ({
  ownerPage: page,
  sandbox,
}) => {
  const order = await sandbox.addOrder();
  await openBooking(page, order);
  await chooseAccount(page, 'Leopards Lahore');
  const [cod, weight, pieces] = ['COD amount', 'Weight', 'Pieces'].map((label) => page.getByLabel(label));
  if (!cod || !weight || !pieces) throw new Error('A field is missing');
  const problems = bookingSummary(page);

  await test.step('decimals of COD are rounded half up, and the field says so', async () => {
    await type(cod, '1211.50');
    await expect(cod).toHaveValue('1211.50');
    await expect(cod).toHaveAccessibleDescription(/Rounded to whole rupees: the courier collects Rs 1,212/);
    await expect(bookingSummary(page)).toContainText('Rs 1,212');
    await paste(page, cod, '1211.50');
    await expect(cod).toHaveValue('1211.50');
    await expect(bookingSummary(page)).toContainText('Rs 1,212');
  });

  await test.step('a minus is kept, and refused beside the field', async () => {
    await type(cod, '-1212');
    await expect(cod).toHaveValue('-1212');
    await bookButton(page).click();
    await expect(cod).toHaveAccessibleDescription(/COD amount must be at least 0/);
    await expect(problems).toContainText('COD amount must be at least 0');
    await expect(cod).toBeFocused();
  });

  await test.step('what is not a number is kept, and refused beside the field', async () => {
    await paste(page, cod, '1211 each');
    await expect(cod).toHaveValue('1211 each');
    await bookButton(page).click();
    await expect(cod).toHaveAccessibleDescription(/“1211 each” is not an amount/);
    await expectAccessible(page);
  });

  await test.step('so are weight and pieces', async () => {
    await type(cod, '1,212');
    await type(weight, '1.5');
    await type(pieces, '1.5');
    await bookButton(page).click();
    await expect(weight).toHaveValue('1.5');
    await expect(weight).toHaveAccessibleDescription(/Weight must be whole grams/);
    await expect(pieces).toHaveValue('1.5');
    await expect(pieces).toHaveAccessibleDescription(/Pieces must be a whole number/);
    await type(weight, '1.5 kg');
    await type(pieces, '2');
    await expect(bookingSummary(page)).toContainText('1.5 kg · 2 pieces');
  });

  await test.step('a COD above what is still to pay is booked only once this amount is confirmed', async () => {
    await type(cod, '121150');
    const confirm = page.getByRole('checkbox', { name: 'Yes, collect Rs 121,150' });
    await bookButton(page).click();
    await expect(problems).toContainText('Check the COD amount and confirm it');
    await expect(confirm).toBeFocused();
    await confirm.check();
    await expect(problems).not.toContainText('Check the COD amount');
    await type(cod, '121151');
    await expect(page.getByRole('checkbox', { name: 'Yes, collect Rs 121,151' })).not.toBeChecked();
    await expectAccessible(page);
    await type(cod, '121150');
    await expect(confirm).toBeChecked();
    await bookButton(page).click();
    await bookedNumber(page);
    await expect(page.getByText('Rs 121,150').first()).toBeVisible();
  });
});

test('a merge asks for the confirmation of an unusual COD too', async ({ ownerPage: page, sandbox }) => {
  const { orders } = await addCustomers(sandbox, [{}, {}]);
  await page.goto(`/dashboard/merge-orders?${orders.map(({ id }) => `ids[]=${id}`).join('&')}`);
  await chooseAccount(page, 'Leopards Lahore');
  await type(page.getByLabel('COD amount'), '51000');
  await bookButton(page).click();
  await page.getByRole('checkbox', { name: 'Yes, collect Rs 51,000' }).check();
  await bookButton(page).click();
  await bookedNumber(page);
});

test('cells of a batch keep numbers as they are typed, and say how they are read', async ({
  ownerPage: page,
  sandbox,
}) => {
  const { lastName, orders } = await addCustomers(sandbox, [{}, {}]);
  const [order] = orders;
  if (!order) throw new Error('The store took no order');
  await openSheet(page, lastName, 2);
  const enter = async (column: string, text: string): Promise<void> => {
    await cell(page, order, column).click();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Control+a');
    // At the pace of a person: six keys in a row at once are a scan.
    await page.keyboard.type(text, { delay: 70 });
    await page.keyboard.press('Enter');
  };
  await enter('cod', '1211.50');
  await expect(cell(page, order, 'cod')).toContainText('1211.50');
  await expect(line(page, order)).toContainText('The courier collects Rs 1,212');
  await enter('cod', '-1212');
  await expect(cell(page, order, 'cod')).toContainText('-1,212');
  await expect(cell(page, order, 'cod')).toContainText('COD amount must be at least 0');
  await enter('cod', '1212');
  await enter('weight', '1.5');
  await expect(cell(page, order, 'weight')).toContainText('Weight must be whole grams');
  await enter('weight', '1.5 kg');
  await expect(cell(page, order, 'weight')).toContainText('1,500 g');
  await enter('cod', '999999');
  await expect(line(page, order)).toContainText('Rs 999,999 is more than what is still to pay');

  const forAll = page.getByRole('form', { name: 'Set for all orders' });
  await forAll.getByLabel('Weight in grams for these orders').fill('1.5');
  await expect(forAll).toContainText('Weight must be whole grams');
  await forAll.getByRole('button', { name: /^Set for/ }).click();
  await expect(cell(page, order, 'weight')).toContainText('1,500 g');
});

test('settings, accounts, rules and filters keep numbers as they are typed', async ({ ownerPage: page }) => {
  await test.step('settings', async () => {
    await page.goto('/dashboard/settings');
    const [value, weight] = [page.getByLabel('Free shipping value'), page.getByLabel('Default weight')];
    await type(value, '-50');
    await type(weight, '0.5');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(value).toHaveValue('-50');
    await expect(value).toHaveAccessibleDescription(/cannot be negative/);
    await expect(weight).toHaveValue('0.5');
    await expect(weight).toHaveAccessibleDescription(/must be whole grams/);
    await page.getByRole('button', { name: 'Discard' }).click();
  });

  await test.step('accounts', async () => {
    await page.goto('/dashboard/accounts/create-account');
    const weight = page.getByLabel('Weight');
    await paste(page, weight, 'half a kilo');
    await page.getByRole('button', { name: 'Create account' }).click();
    await expect(weight).toHaveValue('half a kilo');
    await expect(weight).toHaveAccessibleDescription(/“half a kilo” is not a weight/);
    await type(weight, '100');
  });

  await test.step('rules', async () => {
    await page.goto('/dashboard/settings/courier-rules');
    await page.getByRole('button', { name: 'Add a rule' }).click();
    const [from, share] = [page.getByLabel('Weight from'), page.getByLabel('Share of account 1 in percent')];
    await type(from, '1.5');
    await type(share, '99.5');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(from).toHaveValue('1.5');
    await expect(from).toHaveAccessibleDescription(/must be whole grams/);
    await expect(share).toHaveValue('99.5');
    await expect(share).toHaveAccessibleDescription(/whole number of percent/);
    await page.getByRole('button', { name: 'Discard' }).click();
  });

  await test.step('filters', async () => {
    await page.goto('/dashboard/orders');
    await page.getByRole('button', { name: 'More filters' }).click();
    const days = page.getByLabel('Number of days');
    await type(days, '-3.5');
    await expect(days).toHaveValue('-3.5');
    await expect(days).toHaveAccessibleDescription(/Enter whole days from 0 to 3,650/);
    await expect(page.getByRole('button', { name: /^Clear unreadable filter Days ?: -3\.5$/ })).toBeVisible();
    await days.fill('2.5');
    await days.press('Enter');
    await expect(page.getByText('Enter whole days from 0 to 3,650').first()).toBeVisible();
    await expect(days).toHaveValue('2.5');
    await type(days, '3');
    await expect(page).toHaveURL(/days=3(&|$)/);
    await expect(page.getByRole('button', { name: /^Clear filter Days ?: more than 3$/ })).toBeVisible();
  });
});

test('forms keep a text that is too long as it was pasted, and refuse it beside its field', async ({
  ownerPage: page,
  browserErrors,
}) => {
  test.slow();
  await test.step('settings', async () => {
    await page.goto('/dashboard/settings');
    const name = page.getByLabel('Discount name');
    const text = 'Eid sale of all lawn suits, and of shoes for children too';
    await paste(page, name, text);
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(name).toHaveValue(text);
    await expect(name).toHaveAccessibleDescription(/Discount name: maximum 50 characters/);
    await page.getByRole('button', { name: 'Discard' }).click();
  });

  await test.step('passwords', async () => {
    await page.goto('/dashboard/create-user');
    const password = page.getByLabel('Password', { exact: true });
    const text = 'quiet river lantern '.repeat(7).trim();
    await paste(page, password, text);
    await page.getByRole('button', { name: 'Create user' }).click();
    await expect(password).toHaveValue(text);
    await expect(password).toHaveAccessibleDescription(/Password: maximum 128 characters/);
    await password.fill('');
  });

  await test.step('accounts', async () => {
    await page.goto('/dashboard/accounts/create-account');
    await page.getByRole('radio', { name: 'TCS' }).check();
    const address = page.getByLabel('Shipper address');
    const text =
      'Shop 12, first floor, Al-Hafeez Shopping Mall, Main Boulevard Gulberg III, near Liberty Market, Lahore, gate 4';
    await paste(page, address, text);
    await page.getByRole('button', { name: 'Create account' }).click();
    await expect(address).toHaveValue(text);
    await expect(address).toHaveAccessibleDescription(/Shipper address: maximum 100 characters/);
  });

  await test.step('cities of a rule', async () => {
    await page.goto('/dashboard/settings/courier-rules');
    await page.getByRole('button', { name: 'Add a rule' }).click();
    const cities = page.getByRole('combobox', { name: 'Cities' });
    await paste(page, cities, Array.from({ length: 201 }, (_, index) => `Chak ${index + 1}`).join('\n'));
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('Chak 201', { exact: true })).toBeAttached();
    await expect(cities).toHaveAccessibleDescription(/Maximum 200 cities per rule/);
    await page.getByRole('button', { name: 'Discard' }).click();
  });

  await test.step('shipper and labels', async () => {
    await page.goto('/dashboard/settings/labels');
    const note = page.getByLabel('Note (optional)');
    const text = `Call before you come. ${'Ring twice at the green gate. '.repeat(4)}Thank you`;
    await paste(page, note, text);
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(note).toHaveValue(text);
    await expect(note).toHaveAccessibleDescription(/Note: maximum 100 characters/);
    await page.getByRole('button', { name: 'Discard' }).click();
  });

  await test.step('tracking page', async () => {
    await page.goto('/dashboard/settings/tracking-page');
    const email = page.getByLabel('Email');
    const text = `${'help.'.repeat(20)}desk@demo.store`;
    await paste(page, email, text);
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(email).toHaveValue(text);
    await expect(email).toHaveAccessibleDescription(/Email: maximum 100 characters/);
    await page.getByRole('button', { name: 'Discard' }).click();
  });

  await test.step('emails to customers', async () => {
    await page.goto('/dashboard/settings/customer-emails');
    await page.getByRole('button', { name: 'Edit wording: Tracking link' }).click();
    const dialog = page.getByRole('dialog', { name: 'Tracking link email' });
    const subject = dialog.getByLabel('Subject');
    const text = 'Your order is on its way. '.repeat(5).trim();
    await paste(page, subject, text);
    await dialog.getByRole('button', { name: 'Save wording' }).click();
    await expect(subject).toHaveValue(text);
    await expect(subject).toHaveAccessibleDescription(/Subject: maximum 120 characters/);
    await subject.fill('Track your order {order}');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
  });

  await test.step('views and filters', async () => {
    await page.goto('/dashboard/orders?query=lahore');
    await page.getByRole('button', { name: 'Save as view' }).click();
    const dialog = page.getByRole('dialog', { name: 'Save as view' });
    const name = dialog.getByLabel('Name');
    const text = 'Parcels for Lahore that nobody has called';
    await paste(page, name, text);
    browserErrors.expect(/400 .*order-views/);
    await dialog.getByRole('button', { name: 'Save view' }).click();
    await expect(name).toHaveValue(text);
    await expect(name).toHaveAccessibleDescription(/Name: maximum 30 characters/);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'More filters' }).click();
    const phone = page.getByLabel('Phone', { exact: true });
    await paste(page, phone, '0300 1234567 or 0321 7654321');
    await expect(phone).toHaveAccessibleDescription(/Enter up to 20 characters/);
    await expect(phone).toHaveValue('0300 1234567 or 0321 7654321');
  });

  await test.step('searches', async () => {
    const text =
      'Please look for the parcel of Ayesha Khan, Lahore: she ordered on Monday and calls from 0300 1234567 each day';
    for (const address of ['/dashboard/orders', '/dashboard/shopify/orders', '/dashboard/audit']) {
      await page.goto(address);
      const search = page.getByRole('searchbox');
      await paste(page, search, text);
      await search.press('Enter');
      await expect(search).toHaveValue(text);
      await expect(search).toHaveAccessibleDescription(/Search: maximum 100 characters/);
      await expect(page).not.toHaveURL(/query=/);
      await search.press('Escape');
      await expect(search).toHaveAccessibleDescription('');
    }
    await page.keyboard.press('Control+k');
    const everything = page.getByRole('dialog', { name: 'Search' });
    await paste(page, everything.getByRole('combobox'), text);
    await everything.getByRole('combobox').press('Enter');
    await expect(everything.getByRole('combobox')).toHaveValue(text);
    await expect(everything.getByRole('status')).toHaveText('Search: maximum 100 characters');
    await page.goto('/dashboard/docs');
    const docs = page.getByRole('combobox', { name: 'Search the docs' });
    await paste(page, docs, text);
    await expect(docs).toHaveValue(text);
    await expect(page.getByText('Search: maximum 100 characters')).toBeVisible();
  });
});

/** Key by key, as a person does. */
async function type(field: Locator, text: string): Promise<void> {
  await field.press('Control+a');
  await field.press('Delete');
  await field.pressSequentially(text);
}

async function paste(page: Page, field: Locator, text: string): Promise<void> {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.evaluate((copied) => navigator.clipboard.writeText(copied), text);
  await field.press('Control+a');
  await field.press('Control+v');
}
