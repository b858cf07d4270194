import type { Locator, Page } from '@playwright/test';
import { addCustomers, allBooked, openSheet } from './batch-steps.ts';
import { bookButton, bookedNumber, bookingSummary, chooseAccount, openBooking } from './booking-steps.ts';
import { expectAccessible } from './expect-accessible.ts';
import { expectSent, fieldOf, fields, readAll, type } from './parcel-fields.ts';
import type { Consignment, Sandbox, StoreOrder } from './sandbox.ts';
import { expect, test } from './test.ts';

// Each test reads the screen just before Book, and compares it with what the courier got.

const notInMerge = ['Destination city', 'COD amount'];

type Entry = 'typed' | 'pasted';
type Book = 'Tab and a click' | 'Enter and a click' | 'Ctrl+Enter' | 'a click';

// The last field is still open when Book is pressed. The first two enter everything in this way.
const ways: readonly (readonly [entry: Entry, last: string, book: Book])[] = [
  ['typed', 'Destination city', 'Tab and a click'],
  ['pasted', 'Destination city', 'a click'],
  ['typed', 'Destination city', 'Enter and a click'],
  ['typed', 'Destination city', 'Ctrl+Enter'],
  ['typed', 'Destination city', 'a click'],
  ['pasted', 'Phone', 'Ctrl+Enter'],
  ['typed', 'Weight', 'Enter and a click'],
];

for (const [index, [entry, last, how]] of ways.entries()) {
  const isWhole = index < 2;
  test(`the courier gets what the form shows: ${isWhole ? `everything ${entry}, ` : ''}${last} ${entry} last, booked by ${how}`, async ({
    ownerPage: page,
    sandbox,
  }) => {
    const order = await anOrder(sandbox);
    await openBooking(page, order);
    await chooseAccount(page, 'Leopards Lahore');
    const others = fields.filter(({ label }) => label !== last);
    for (const { label, text } of others)
      if (isWhole) await enter(page, fieldOf(page, label), entry, text);
      else await fieldOf(page, label).fill(text);
    await enter(page, fieldOf(page, last), entry, fields.find(({ label }) => label === last)?.text ?? '');
    await leave(page, fieldOf(page, last), how);
    const shown = await readAll(page, (field) => field.label);
    await pressBook(page, how);
    expectSent(await parcelOf(page, sandbox, order), shown);
  });
}

test('the courier gets the city that was picked from the list, or typed as an abbreviation or a beginning', async ({
  ownerPage: page,
  sandbox,
}) => {
  const city = page.getByRole('combobox', { name: 'Destination city' });
  const choices: Record<string, () => Promise<void>> = {
    'a click on a row': async () => {
      await city.fill('faisal');
      await page
        .getByRole('option', { name: /^faisalabad/i })
        .first()
        .click();
    },
    'an arrow key and Enter': async () => {
      await city.fill('faisalabad');
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
    },
    'an abbreviation': () => city.fill('fsd'),
    'the start of the name and Enter': async () => {
      await city.fill('faisalab');
      await page.keyboard.press('Enter');
    },
  };
  const order = await anOrder(sandbox);
  await openBooking(page, order);
  await chooseAccount(page, 'Leopards Lahore');
  for (const [way, choose] of Object.entries(choices))
    await test.step(way, async () => {
      await city.fill('Multan');
      await expect(bookingSummary(page)).toContainText(/multan/i);
      await choose();
      await expect(bookingSummary(page)).toContainText(/faisalabad/i);
    });
  await bookButton(page).click();
  expect((await parcelOf(page, sandbox, order)).destination_city).toMatch(/^faisalabad$/i);
});

test('a city that no courier knows is not replaced by the one before, and blocks every way to book', async ({
  ownerPage: page,
  sandbox,
}) => {
  const order = await anOrder(sandbox);
  await openBooking(page, order);
  await chooseAccount(page, 'Leopards Lahore');
  const city = page.getByRole('combobox', { name: 'Destination city' });
  for (const how of ['Tab and a click', 'Enter and a click', 'Ctrl+Enter', 'a click'] as const)
    for (const text of ['Nowherabad', 'mirp', ''])
      await test.step(`“${text}” and ${how}`, async () => {
        await type(city, text);
        await leave(page, city, how);
        await pressBook(page, how);
        await expect(city).toBeFocused();
        await expect(city).toHaveValue(text);
        const problem =
          text === '' ? 'Please add destination city' : `Leopards has no city “${text}”. Choose one from the list.`;
        await expect(bookingSummary(page).getByRole('link', { name: problem })).toBeVisible();
        await expect(city, 'and says nothing else').toHaveAccessibleDescription(problem);
        await expect(bookingSummary(page)).toContainText('Not chosen yet');
      });
  await page.getByLabel('Remarks (optional)').focus();
  await expectAccessible(page);
  await chooseAccount(page, 'TCS Lahore');
  await type(city, 'Multan');
  await chooseAccount(page, 'PostEx main');
  await expect(city).toHaveValue(/^multan$/i);
  expect(await sandbox.consignmentsOf(order)).toEqual([]);
});

test('Enter in a field of the booking form goes to the next field and books nothing, also when it is held down', async ({
  ownerPage: page,
  sandbox,
}) => {
  const order = await anOrder(sandbox);
  await openBooking(page, order);
  await expect(page.getByText('Matches what the customer wrote.')).toBeVisible();
  const next: Record<string, string> = {
    'Consignee name': 'Phone',
    Phone: 'Phone 2 (optional)',
    'Phone 2 (optional)': 'Phone 3 (optional)',
    'Phone 3 (optional)': 'Email (optional)',
    'Email (optional)': 'Consignee address',
    'Destination city': 'Products list',
    Pieces: 'Weight',
    Weight: 'Remarks (optional)',
    'COD amount': 'Courier account',
  };
  for (const [label, after] of Object.entries(next)) {
    await fieldOf(page, label).focus();
    await page.keyboard.press('Enter');
    await expect(fieldOf(page, after), `after ${label}`).toBeFocused();
  }
  await test.step('Enter on a check box or in a field that is only read books nothing', async () => {
    await page.getByRole('checkbox', { name: 'Email the customer' }).press('Enter');
    await page.getByLabel('Courier account', { exact: true }).first().press('Enter');
    await page.keyboard.press('Escape');
  });
  const address = page.getByLabel('Consignee address', { exact: true });
  const before = await address.inputValue();
  await page.getByLabel('Email (optional)').focus();
  // The second and later presses without a release repeat, as of a key that is held down.
  for (let press = 0; press < 5; press += 1) await page.keyboard.down('Enter');
  await page.keyboard.up('Enter');
  await expect(address).toBeFocused();
  await expect(address).toHaveValue(before);
  await expect(page.getByRole('heading', { name: `Book ${order.name}`, level: 1 })).toBeVisible();
  expect(await sandbox.consignmentsOf(order)).toEqual([]);
});

test('Book pressed while the cities load books once they are there, and once', async ({ ownerPage: page, sandbox }) => {
  const order = await anOrder(sandbox);
  let deliver = (): void => undefined;
  const held = new Promise<void>((resolve) => void (deliver = resolve));
  await page.route('**/get-cities/**', async (route) => {
    await held;
    await route.continue();
  });
  await openBooking(page, order);
  await bookButton(page).dblclick();
  await page.keyboard.press('Control+Enter');
  await expect(bookButton(page)).toBeDisabled();
  expect(await sandbox.consignmentsOf(order)).toEqual([]);
  deliver();
  const number = await bookedNumber(page);
  expect((await sandbox.consignmentsOf(order)).map(({ tracking_number }) => tracking_number)).toEqual([number]);
});

test('the courier gets what the form of a merge shows, and Enter books nothing there', async ({
  ownerPage: page,
  sandbox,
}) => {
  const { orders } = await addCustomers(sandbox, [{ city: 'Lahore' }, { city: 'Lahore' }]);
  const [first] = orders;
  if (!first) throw new Error('The store took no order');
  await page.goto(`/dashboard/merge-orders?${orders.map(({ id }) => `ids[]=${id}`).join('&')}`);
  await chooseAccount(page, 'Leopards Lahore');
  for (const { label, text } of fields.filter((field) => !notInMerge.includes(field.label)))
    await fieldOf(page, label).fill(text);
  const city = page.getByRole('combobox', { name: 'Destination city' });
  await type(city, 'Multan');
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Products list')).toBeFocused();
  await expect(page.getByRole('heading', { name: 'Merge orders', level: 1 })).toBeVisible();
  const shown = await readAll(page, (field) => field.label);
  await page.keyboard.press('Control+Enter');
  expectSent(await parcelOf(page, sandbox, first), shown);
});

test('the form says that a weight below the courier’s minimum is booked as the minimum, and the parcel has that', async ({
  ownerPage: page,
  sandbox,
}) => {
  const order = await anOrder(sandbox);
  await openBooking(page, order);
  await chooseAccount(page, 'Leopards Lahore');
  await type(fieldOf(page, 'Weight'), '300');
  await expect(bookingSummary(page)).toContainText('300 g · 1 piece');
  await chooseAccount(page, 'M&P Lahore');
  await expect(fieldOf(page, 'Weight')).toHaveAccessibleDescription(/300 g is booked as 500 g, the minimum at M&P\.$/);
  await expect(bookingSummary(page)).toContainText('500 g · 1 piece');
  await bookButton(page).click();
  expect(await parcelOf(page, sandbox, order)).toMatchObject({ courier: 'MNP', weight_grams: 500 });
  await expect(page.getByRole('definition').filter({ hasText: /^500 g$/ })).toBeVisible();
});

// The panel covers the button that books, so a person closes it first.
for (const how of ['Ctrl+Enter', 'Enter, Close and a click', 'Esc and a click'] as const)
  test(`the courier gets what the side panel of a batch shows, booked by ${how}`, async ({
    ownerPage: page,
    sandbox,
  }) => {
    const { lastName, orders } = await addCustomers(sandbox, [{ city: 'Lahore' }, { city: 'Lahore' }]);
    const [order] = orders;
    if (!order) throw new Error('The store took no order');
    await openSheet(page, lastName, 2);
    await page.getByRole('rowheader').getByRole('button', { name: order.name }).click();
    const panel = page.getByRole('dialog', { name: `Order ${order.name}` });
    await panel.getByRole('combobox', { name: 'Courier account' }).click();
    await page.getByRole('option', { name: 'Leopards Lahore' }).click();
    // The city is the last one. Only one of the tests types the others as well.
    for (const { label, beside, text } of fields)
      if (how === 'Ctrl+Enter' || label === 'Destination city') await type(fieldOf(panel, beside), text);
      else await fieldOf(panel, beside).fill(text);
    if (how === 'Enter, Close and a click') await page.keyboard.press('Enter');
    const shown = await readAll(panel, (field) => field.beside);
    if (how === 'Ctrl+Enter') await page.keyboard.press('Control+Enter');
    else {
      if (how !== 'Esc and a click') await panel.getByRole('button', { name: 'Close' }).click();
      // The first press closes the list of cities.
      else for (const key of ['Escape', 'Escape']) await page.keyboard.press(key);
      await expect(panel).toBeHidden();
      await page.getByRole('button', { name: 'Book 2 orders' }).click();
    }
    await allBooked(page, 2);
    const [parcel] = await sandbox.consignmentsOf(order);
    if (!parcel) throw new Error('The courier got nothing');
    expectSent(parcel, shown);
  });

test('a city in the side panel of a batch that no courier knows stays there, and is not booked', async ({
  ownerPage: page,
  sandbox,
}) => {
  const { lastName, orders } = await addCustomers(sandbox, [{ city: 'Lahore' }, { city: 'Lahore' }]);
  const [order] = orders;
  if (!order) throw new Error('The store took no order');
  await openSheet(page, lastName, 2);
  await page.getByRole('rowheader').getByRole('button', { name: order.name }).click();
  const panel = page.getByRole('dialog', { name: `Order ${order.name}` });
  const city = panel.getByRole('combobox', { name: 'City' });
  await type(city, 'Nowherabad');
  await page.keyboard.press('Control+Enter');
  await allBooked(page, 1);
  await expect(city).toHaveValue('Nowherabad');
  expect(await sandbox.consignmentsOf(order)).toEqual([]);
});

test('neither the browser nor a password manager fills in the customer of a parcel', async ({
  ownerPage: page,
  sandbox,
}) => {
  const { lastName, orders } = await addCustomers(sandbox, [{}, {}]);
  const [order] = orders;
  if (!order) throw new Error('The store took no order');
  const expectOff = async (place: Page | Locator): Promise<void> => {
    const texts = place
      .locator('form')
      .last()
      .locator('input:not([readonly], [type=checkbox], [type=hidden]), textarea:not([readonly])');
    expect(await texts.count()).toBeGreaterThan(10);
    for (const text of await texts.all()) {
      await expect(text).toHaveAttribute('autocomplete', 'off');
      await expect(text).toHaveAttribute('data-1p-ignore', 'true');
      await expect(text).toHaveAttribute('data-lpignore', 'true');
    }
  };
  await openBooking(page, order);
  await expectOff(page);
  await page.goto(`/dashboard/merge-orders?${orders.map(({ id }) => `ids[]=${id}`).join('&')}`);
  await expect(page.getByLabel('Consignee name')).toBeVisible();
  await expectOff(page);
  await openSheet(page, lastName, 2);
  await page.getByRole('rowheader').getByRole('button', { name: order.name }).click();
  await expectOff(page.getByRole('dialog', { name: `Order ${order.name}` }));
});

/** The city is not the one that the tests enter. */
const anOrder = (sandbox: Sandbox): Promise<StoreOrder> => sandbox.addOrder({ city: 'Lahore' });

async function enter(page: Page, field: Locator, entry: Entry, text: string): Promise<void> {
  if (entry === 'typed') return type(field, text);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.evaluate((copied) => navigator.clipboard.writeText(copied), text);
  await field.press('Control+a');
  await field.press('Control+v');
}

async function leave(page: Page, field: Locator, how: Book): Promise<void> {
  await expect(field).toBeFocused();
  if (how === 'Tab and a click') await page.keyboard.press('Tab');
  if (how === 'Enter and a click') await page.keyboard.press('Enter');
}

async function pressBook(page: Page, how: Book): Promise<void> {
  if (how === 'Ctrl+Enter') await page.keyboard.press('Control+Enter');
  else await bookButton(page).click();
}

async function parcelOf(page: Page, sandbox: Sandbox, order: StoreOrder): Promise<Consignment> {
  const number = await bookedNumber(page);
  const parcel = (await sandbox.consignmentsOf(order)).find(({ tracking_number }) => tracking_number === number);
  if (!parcel) throw new Error(`The courier has no parcel ${number} of ${order.name}`);
  return parcel;
}
