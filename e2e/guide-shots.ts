import type { Page } from '@playwright/test';
import type { Sandbox } from './sandbox.ts';

/**
 * A picture of docs/guide: the page right of the navigation and below the top bar, or the `whole` window. `width`: how
 * much of the page. `height`: where it ends, from the top of the window.
 */
export type Shot = {
  name: string;
  whole?: boolean;
  width?: number;
  viewport?: { width?: number; height?: number };
  height?: number;
  prepare: (page: Page, sandbox: Sandbox) => Promise<void>;
};

/** Opens a page and waits for its title. */
async function open(page: Page, address: string, title: string | RegExp): Promise<void> {
  await page.goto(address);
  await page.getByRole('heading', { name: title, level: 1 }).waitFor();
}

const opened = (address: string, title: string | RegExp) => (page: Page) => open(page, address, title);

/** In order: a later picture may show what an earlier one made. */
export const guideShots: readonly Shot[] = [
  { name: 'store-orders', prepare: opened('/dashboard/shopify/orders', 'Store orders') },
  {
    name: 'booking-form',
    viewport: { height: 900 },
    prepare: async (page) => {
      await open(page, '/dashboard/shopify/orders', 'Store orders');
      await page
        .getByRole('link', { name: /^Book #/ })
        .first()
        .click();
      await page.getByRole('heading', { name: /^Book #/, level: 1 }).waitFor();
      await page.getByRole('button', { name: /^Book with/ }).waitFor();
    },
  },
  {
    name: 'booked',
    prepare: async (page) => {
      await page.getByRole('button', { name: /^Book with/ }).click();
      await page.getByRole('heading', { name: 'Fulfilled', level: 1 }).waitFor();
      await page.getByRole('img', { name: /^Barcode of/ }).waitFor();
      await page.getByText(/^Order has been booked/).waitFor({ state: 'hidden' });
    },
  },
  {
    name: 'merge-orders',
    viewport: { height: 1000 },
    prepare: async (page, sandbox) => {
      const customer = {
        phone: '03331234501',
        address: { firstName: 'Hina', lastName: 'Qureshi', address1: 'House 5, Street 9, DHA Phase 5' },
      };
      const orders = [await sandbox.addOrder(customer), await sandbox.addOrder(customer)];
      await open(page, `/dashboard/merge-orders?${orders.map(({ id }) => `ids[]=${id}`).join('&')}`, 'Merge orders');
      await page.getByRole('button', { name: /^Book 2 orders/ }).waitFor();
    },
  },
  {
    name: 'batch',
    prepare: async (page) => {
      await open(page, '/dashboard/shopify/orders?limit=10', 'Store orders');
      await page.getByRole('checkbox', { name: 'Select all rows on this page' }).check();
      await page.getByRole('button', { name: /^Book \(\d+\)$/ }).click();
      await page.getByRole('heading', { name: /^Batch \d+$/, level: 1 }).waitFor();
      await page.getByText('Refreshing from the store').waitFor({ state: 'hidden' });
    },
  },
  {
    name: 'needs-attention',
    height: 600,
    prepare: async (page, sandbox) => {
      await sandbox.addFaults({ target: 'leopard', operation: 'book', kind: 'lose-answer', times: 1 });
      const order = await sandbox.addOrder({ phone: '03211234567' });
      await open(page, `/dashboard/order/book?id=${order.id}`, `Book ${order.name}`);
      await page.getByRole('combobox', { name: 'Courier account' }).click();
      await page.getByRole('option', { name: 'Leopards Lahore' }).click();
      await page.getByRole('button', { name: 'Book with Leopards' }).click();
      await page.getByRole('heading', { name: 'Booking not certain', level: 1 }).waitFor();
      await open(page, '/dashboard/attention', 'Needs attention');
      await page.getByText('What happened').first().waitFor();
    },
  },
  { name: 'dashboard', height: 400, prepare: opened('/dashboard', 'Dashboard') },
  { name: 'orders', prepare: opened('/dashboard/orders', 'Orders') },
  {
    name: 'order-panel',
    whole: true,
    viewport: { height: 900 },
    prepare: async (page) => {
      await open(page, '/dashboard/orders?status=DELIVERED', 'Orders');
      await page.getByRole('row').nth(2).getByRole('link').first().click();
      await page.getByRole('region', { name: 'Events' }).waitFor();
      await page.getByText('just now').first().waitFor();
    },
  },
  {
    name: 'load-sheets',
    height: 520,
    prepare: async (page) => {
      await open(page, '/dashboard/load-sheets', 'Load sheets');
      const make = page.getByRole('button', { name: /^Make load sheet for/ });
      await make.first().click();
      await page.getByRole('button', { name: /^Mark handed over/ }).waitFor();
      await page.getByText(/^Load sheet \d+ /).waitFor({ state: 'hidden' });
    },
  },
  {
    name: 'import',
    whole: true,
    prepare: async (page) => {
      await open(page, '/dashboard/orders?payment_status=UNPAID&status=DELIVERED', 'Orders');
      const links = await page
        .getByRole('row')
        .getByRole('link', { name: /^[A-Z]*\d{5,}/ })
        .allTextContents();
      const rows = links.slice(0, 6).map((number) => `${number},PAID`);
      await page.getByRole('button', { name: 'Import', exact: true }).click();
      await page.getByLabel('CSV file').setInputFiles({
        name: 'payments.csv',
        mimeType: 'text/csv',
        buffer: Buffer.from(['Tracking number,Payment status', ...rows, '12345,PAID'].join('\n')),
      });
      await page.getByRole('region', { name: 'What will change' }).waitFor();
    },
  },
  { name: 'accounts', height: 370, prepare: opened('/dashboard/accounts', 'Courier accounts') },
  {
    name: 'create-account',
    width: 776,
    viewport: { height: 1000 },
    prepare: async (page) => {
      await open(page, '/dashboard/accounts/create-account', 'New courier account');
      await page.getByRole('radio', { name: 'M&P' }).check();
      await page.getByLabel('Account name').fill('M&P Karachi');
    },
  },
  {
    name: 'settings',
    width: 944,
    viewport: { height: 900 },
    prepare: opened('/dashboard/settings', 'Booking and tags'),
  },
  {
    name: 'shipper-and-labels',
    viewport: { width: 1440, height: 900 },
    prepare: async (page) => {
      await open(page, '/dashboard/settings/labels', 'Shipper & labels');
      await page.getByRole('img', { name: 'A sample label' }).and(page.locator('[data-drawn]')).waitFor();
    },
  },
  {
    name: 'courier-rules',
    width: 944,
    viewport: { height: 900 },
    prepare: async (page) => {
      await open(page, '/dashboard/settings/courier-rules', 'Courier rules');
      await page.getByRole('button', { name: 'Add a rule' }).click();
      await page.getByLabel('Name').fill('Lahore by Leopards');
      const cities = page.getByRole('combobox', { name: 'Cities' });
      await cities.fill('Lahore');
      await cities.press('Enter');
    },
  },
  { name: 'users', height: 260, prepare: opened('/dashboard/users', 'Users') },
  {
    name: 'user-scopes',
    width: 776,
    viewport: { height: 900 },
    prepare: async (page) => {
      await open(page, '/dashboard/create-user', 'Create user');
      await page.getByRole('button', { name: 'Dispatcher' }).click();
      await page.getByText('Choose single scopes').click();
      await page.getByRole('heading', { name: 'Scopes' }).scrollIntoViewIfNeeded();
      await page.getByRole('heading', { name: 'Scopes' }).evaluate((heading) => heading.scrollIntoView());
    },
  },
  {
    name: 'two-factor',
    width: 776,
    // Narrower than two columns.
    viewport: { width: 1100, height: 900 },
    prepare: async (page) => {
      await open(page, '/dashboard/profile', 'Profile');
      await page.getByRole('img', { name: /QR code/ }).waitFor();
      await page
        .getByRole('heading', { name: 'Two-factor sign-in' })
        .evaluate((heading) => heading.scrollIntoView({ block: 'start' }));
    },
  },
  {
    name: 'tracking-page',
    whole: true,
    viewport: { width: 600, height: 900 },
    prepare: async (page) => {
      await page.setViewportSize({ width: 1280, height: 800 });
      await open(page, '/dashboard/orders?status=INPROCESS', 'Orders');
      await page.getByRole('row').nth(2).getByRole('link').first().click();
      const track = page.getByRole('dialog', { name: 'Order tracking info' }).getByRole('link', { name: /^Track/ });
      const link = await track.getAttribute('href');
      await page.setViewportSize({ width: 600, height: 900 });
      await page.goto(link ?? '');
      await page.getByRole('heading', { level: 1 }).waitFor();
    },
  },
];
