import type { Company } from '@courierdesk/contract/companies';
import type { Page } from '@playwright/test';
import { book, bookButton, bookingSummary, chooseAccount, toast, toastShown } from './booking-steps.ts';
import { expectAccessible } from './expect-accessible.ts';
import { untilListed } from './people.ts';
import { newPhone } from './sandbox.ts';
import type { StoreOrder } from './sandbox.ts';
import { expect, test } from './test.ts';

type Courier = {
  name: string;
  company: Company;
  account: string;
  /** What happens to the sandbox's parcel, and what the courier then calls it. */
  outForDelivery: RegExp;
  cancelToast: RegExp;
};

const fromCourierAndStore = /^Order has been cancelled from courier and unfulfilled from shopify$/;

const couriers: Courier[] = [
  {
    name: 'Leopards',
    company: 'LEOPARD',
    account: 'Leopards Lahore',
    outForDelivery: /Out For Delivery|Assign to Courier/i,
    cancelToast: fromCourierAndStore,
  },
  {
    name: 'M&P',
    company: 'MNP',
    account: 'M&P Lahore',
    outForDelivery: /Out for Delivery/i,
    cancelToast: /M&P has no cancel call and still holds/,
  },
  {
    name: 'PostEx',
    company: 'POSTEX',
    account: 'PostEx main',
    outForDelivery: /Package on Route/,
    cancelToast: fromCourierAndStore,
  },
  {
    name: 'TCS',
    company: 'TCS',
    account: 'TCS Lahore',
    outForDelivery: /Out For Delivery/i,
    cancelToast: fromCourierAndStore,
  },
];

for (const courier of couriers) {
  test(`an order is booked with ${courier.name}, followed to the door, and another one is cancelled`, async ({
    ownerPage: page,
    browser,
    bookParcel,
    sandbox,
  }) => {
    test.slow();
    const customersPhone = newPhone();
    const order = await sandbox.addOrder({
      phone: customersPhone,
      address: { firstName: 'Mehwish', lastName: 'Anwar' },
    });

    const number = await test.step('from the list of store orders to the confirmation', async () => {
      await openFromTheList(page, order);
      await expect(page.getByLabel('Consignee name')).toHaveValue('Mehwish Anwar');
      await expect(page.getByLabel('Phone', { exact: true })).toHaveValue(customersPhone);
      await expect(page.getByLabel('Consignee address')).toHaveValue('House 5, Street 9, DHA Phase 5');
      await expect(page.getByLabel('COD amount')).toHaveValue('2650');
      await chooseAccount(page, courier.account);
      await expect(page.getByRole('combobox', { name: 'Destination city' })).toHaveValue(/^karachi/i);
      await expect(page.getByText('Matches what the customer wrote.')).toBeVisible();
      await expect(bookingSummary(page)).toContainText('Rs 2,650');
      await expect(bookButton(page)).toHaveText(`Book with ${courier.name}`);
      const said = toastShown(page, /^Order has been booked/);
      const booked = await book(page);
      await said;
      await expect(page.getByRole('region', { name: 'Tracking number' })).toContainText(
        `${courier.name} · ${courier.account}`,
      );
      await expect(page.getByRole('region', { name: 'Consignee' })).toContainText('Mehwish Anwar');
      // The search found this order alone, so there is no next one in that list.
      await expect(page.getByRole('link', { name: 'Back to store orders' })).toHaveCount(2);
      return booked;
    });

    await test.step('the courier holds it once, and the store shows it fulfilled under that number', async () => {
      const consignments = await sandbox.consignmentsOf(order);
      expect(consignments.map(({ tracking_number, cancelled }) => ({ tracking_number, cancelled }))).toEqual([
        { tracking_number: number, cancelled: false },
      ]);
      await page.goto(`${sandbox.url}/shopify/demo-store.myshopify.com/admin/orders/${order.id}`);
      await expect(page.getByRole('heading', { name: `Order ${order.name}` })).toContainText('Fulfilled');
      await expect(page.getByRole('link', { name: number })).toBeVisible();
    });

    await test.step('the orders list and its panel follow the parcel live', async () => {
      await findBooked(page, number);
      const row = page.getByRole('row', { name: new RegExp(number) });
      await expect(row).toContainText('Fulfilled');
      await expect(row).toContainText(courier.name);
      await expect(row).toContainText('Mehwish Anwar');
      await row.getByText('Mehwish Anwar').click();
      const panel = page.getByRole('dialog', { name: 'Order tracking info' });
      await expect(panel).toContainText(number);
      await expect(currentStep(panel)).toHaveText('Booked');
      await expect(panel.getByText(new RegExp(`^Checked with ${courier.name} `))).toBeVisible();

      await sandbox.moveParcel(number, 'out_for_delivery');
      await panel.getByRole('button', { name: 'Check now' }).click();
      await expect(panel.getByRole('region', { name: 'Events' })).toContainText(courier.outForDelivery);
      await expect(currentStep(panel)).toHaveText('On its way');
      await expect(panel.getByRole('button', { name: 'Cancel booking' })).toBeVisible();
      await expectAccessible(page);
      await panel.getByRole('button', { name: 'Close' }).click();
      await expect(panel).toBeHidden();
      await expect(row).toContainText('Inprocess');

      await sandbox.moveParcel(number, 'delivered');
      await row.getByRole('link', { name: number }).click();
      await panel.getByRole('button', { name: 'Check now' }).click();
      await expect(currentStep(panel)).toHaveText('Delivered');
      await expect(panel.getByRole('button', { name: 'Cancel booking' })).toBeHidden();
    });

    await test.step('the customer sees it on the public page, in English and in Urdu, without JavaScript', async () => {
      const visitor = await browser.newContext({ javaScriptEnabled: false, viewport: { width: 390, height: 844 } });
      const phone = await visitor.newPage();
      await phone.goto(new URL(`/track/${number}`, page.url()).href);
      await expect(phone.getByText(/^Dear Mehwish A\./)).toContainText(/Good (Morning|Noon|Afternoon|Evening)/);
      await expect(currentStep(phone)).toHaveText('Delivered');
      await expect(phone.getByRole('heading', { level: 1 })).toContainText(/delivered/i);
      await expect(phone.getByRole('region', { name: 'Your order' })).toContainText(order.name);
      await expect(phone.getByRole('main')).not.toContainText(customersPhone);
      await expect(phone.getByRole('main')).not.toContainText('House 5');
      await phone.getByRole('link', { name: 'اردو' }).click();
      await expect(phone.locator('html')).toHaveAttribute('dir', 'rtl');
      await expect(currentStep(phone)).toHaveText('پہنچ گیا');
      await visitor.close();
    });

    await test.step('another one is cancelled: struck through here, unfulfilled in the store', async () => {
      const other = await sandbox.addOrder({ address: { firstName: 'Usman', lastName: 'Ghani' } });
      const otherNumber = await bookParcel(other, courier.company);
      await expect.poll(() => sandbox.fulfilledWith(other)).toEqual([otherNumber]);

      await findBooked(page, otherNumber);
      await page.getByRole('link', { name: otherNumber }).click();
      const panel = page.getByRole('dialog', { name: 'Order tracking info' });
      await panel.getByRole('button', { name: 'Cancel booking' }).click();
      const question = page.getByRole('dialog', { name: `Cancel the booking of ${other.name}?` });
      await question.getByRole('button', { name: 'Cancel booking' }).click();
      await expect(toast(page, courier.cancelToast).first()).toBeVisible();
      await expect(question).toBeHidden();
      await expect(currentStep(panel)).toHaveText('Cancelled');
      await panel.getByRole('button', { name: 'Close' }).click();

      const row = page.getByRole('row', { name: new RegExp(otherNumber) });
      await expect(row).toContainText('Cancelled');
      await expect(row.getByRole('link', { name: otherNumber })).toHaveCSS('text-decoration-line', 'line-through');
      await expect.poll(() => sandbox.fulfilledWith(other)).toEqual([]);
      const [consignment] = await sandbox.consignmentsOf(other);
      expect(consignment?.cancelled, 'M&P has no cancel: a person voids it there').toBe(courier.name !== 'M&P');
    });
  });
}

test('a delivery that the courier corrects to a return asks a person, who has it back', async ({
  ownerPage: page,
  bookParcel,
  sandbox,
}) => {
  const order = await sandbox.addOrder({ city: 'Lahore' });
  const number = await bookParcel(order);
  await findBooked(page, number);
  await page.getByRole('link', { name: number }).click();
  const panel = page.getByRole('dialog', { name: 'Order tracking info' });
  await sandbox.moveParcel(number, 'delivered');
  await panel.getByRole('button', { name: 'Check now' }).click();
  await expect(currentStep(panel)).toHaveText('Delivered');
  await sandbox.moveParcel(number, 'returned');
  await panel.getByRole('button', { name: 'Check now' }).click();
  await expect(panel.getByRole('region', { name: 'Events' })).toContainText('Returned to shipper');
  await expect(currentStep(panel)).toHaveText('Delivered');

  await page.goto('/dashboard/attention');
  const found = page
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: `Courier contradicts itself: ${order.name}` }) });
  await expect(found).toContainText(`${number} was delivered, but now Leopards reports: Returned to shipper`);
  await expectAccessible(page);
  await found.getByRole('button', { name: 'Mark return received' }).click();
  const question = page.getByRole('dialog', { name: `Did ${order.name} come back?` });
  await question.getByRole('button', { name: 'Mark return received' }).click();
  await expect(question).toBeHidden();
  await expect(found).toHaveCount(0);
  await findBooked(page, number);
  await expect(page.getByRole('row').nth(1)).toContainText('Rts');
});

test('an unknown number gets the error page, and a way to try again', async ({ page, browserErrors }) => {
  browserErrors.expect(/404 .*\/track\//);
  await page.goto('/track/NOSUCHNUMBER');
  await expect(page.getByRole('heading', { name: 'Error occurred!' })).toBeVisible();
  await expect(page.getByText('Something went wrong while tracking your order. Please try again later.')).toBeVisible();
  await expectAccessible(page);
  const again = page.waitForRequest(/\/track\/NOSUCHNUMBER\?lang=en$/);
  await page.getByRole('button', { name: 'Try again' }).click();
  await again;
  await expect(page.getByRole('heading', { name: 'Error occurred!' })).toBeVisible();
});

async function openFromTheList(page: Page, order: StoreOrder): Promise<void> {
  await untilListed(page, order.name);
  await page.goto('/dashboard/shopify/orders');
  await search(page, order.name);
  const row = page.getByRole('row', { name: new RegExp(order.name) });
  await expect(row).toContainText('Rs 2,650');
  await row.getByText('Mehwish Anwar').click();
  const panel = page.getByRole('dialog', { name: `Order ${order.name}` });
  await expect(panel).toContainText('Lawn suit');
  await panel.getByRole('link', { name: `Book ${order.name}` }).click();
  await expect(page.getByRole('heading', { name: `Book ${order.name}`, level: 1 })).toBeVisible();
}

async function findBooked(page: Page, number: string): Promise<void> {
  await page.goto('/dashboard/orders');
  await search(page, number);
}

/** Searches a list for the one thing of that name. */
async function search(page: Page, text: string): Promise<void> {
  const box = page.getByRole('searchbox', { name: /^Search/ });
  await box.fill(text);
  await box.press('Enter');
  await expect(page.getByRole('row', { name: new RegExp(text) })).toBeVisible();
  await expect(page.getByRole('row')).toHaveCount(2);
}

const currentStep = (within: Pick<Page, 'getByRole'>) =>
  within.getByRole('list', { name: /^Progress|پیش رفت/ }).locator('[aria-current="step"]');
