import type { Page } from '@playwright/test';
import { toast } from './booking-steps.ts';
import { expectAccessible } from './expect-accessible.ts';
import { expect, test } from './test.ts';

/** Midnight can pass between the event and the look at it. */
const newestDay = /^(?:Today|Yesterday), /;

/** A turn of the worker at an account, and what else the machine is busy with. */
const byItself = { timeout: 60_000 };

test('a courier that sends status updates is set up on the account page, and a parcel moves without anyone asking', async ({
  ownerPage: page,
  bookParcel,
  sandbox,
}) => {
  test.slow();
  await openAccount(page, 'PostEx main');
  const section = page.getByRole('region', { name: 'Status updates from the courier' });

  await test.step('address, header and secret are there to copy', async () => {
    await section.getByRole('button', { name: 'Set up status updates' }).click();
    await expect(section).toContainText('No update received yet');
    await expect(section).toContainText('In the PostEx portal: Settings, API integration guide');
    await expect(section.getByRole('button', { name: /^Copy/ })).toHaveCount(3);
    await expectAccessible(page);
    const [url = '', header = '', secret = ''] = await section.locator('code').allTextContents();
    await sandbox.enterPushTarget({ courier: 'POSTEX', url, header, secret });
  });

  const number = await test.step('what moves at the courier moves here', async () => {
    const booked = await bookParcel(await sandbox.addOrder(), 'POSTEX');
    await sandbox.moveParcel(booked, 'delivered');
    await expect.poll(() => statusIn(page, booked), byItself).toContain('Delivered');
    return booked;
  });

  await test.step('the list says when each courier was last checked', async () => {
    await page.goto(`/dashboard/orders?query=${number}`);
    const checks = page.getByRole('list', { name: 'When couriers were last checked' });
    await expect(checks).toContainText(/PostEx: last checked (just now|\d+ min ago)/);
  });

  await test.step('a new secret, and the end of it, are asked about first', async () => {
    await openAccount(page, 'PostEx main');
    await expect(section).toContainText(/Last update received (just now|\d+ min ago)/);
    await expect(section.locator('code')).toHaveCount(2);
    await expect(section).toContainText('The secret is hidden.');
    await section.getByRole('button', { name: 'Make a new secret' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Make a new secret' }).click();
    await expect(section.locator('code').nth(2)).toHaveText(/^[\w-]{43}$/);
    await expect(section).toContainText('We show it only this once.');
    await section.getByRole('button', { name: 'Turn off' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Turn off' }).click();
    await expect(section.getByRole('button', { name: 'Set up status updates' })).toBeVisible();
  });
});

test('the store order has the tag of its parcel’s status, one at a time', async ({
  ownerPage: page,
  bookParcel,
  sandbox,
}) => {
  test.slow();
  const tags = { 'In process tag': 'on-its-way', 'Delivered tag': 'arrived' };
  await page.goto('/dashboard/settings');
  for (const [label, tag] of Object.entries(tags)) await page.getByLabel(label).fill(tag);
  await page.getByLabel('RTS tag').fill('ARRIVED');
  const save = page.getByRole('region', { name: 'Unsaved changes' }).getByRole('button', { name: 'Save' });
  await save.click();
  await expect(page.getByText('Each status needs its own tag').first()).toBeVisible();
  await page.getByLabel('RTS tag').fill('');
  await save.click();
  await expect(toast(page, 'Settings saved').first()).toBeVisible();

  const order = await sandbox.addOrder();
  const number = await bookParcel(order);
  const tagsInStore = async () => (await sandbox.order(order)).tags.filter((tag) => /on-its-way|arrived/.test(tag));
  await sandbox.moveParcel(number, 'out_for_delivery');
  await trackNow(page, number);
  await expect.poll(tagsInStore, byItself).toEqual(['on-its-way']);
  await sandbox.moveParcel(number, 'delivered');
  await trackNow(page, number);
  await expect.poll(tagsInStore, byItself).toEqual(['arrived']);

  await page.goto('/dashboard/settings');
  for (const label of Object.keys(tags)) await page.getByLabel(label).fill('');
  await save.click();
  await expect(toast(page, 'Settings saved').first()).toBeVisible();
});

test('on the free plan the tags are shown with the reason why they cannot be set', async ({ newShop: { page } }) => {
  await page.goto('/dashboard/settings');
  await expect(page.getByText('Order tags work only with the Monthly or Yearly plan.')).toBeVisible();
  await expect(page.getByLabel('Delivered tag')).toBeDisabled();
});

test('a failed delivery and a return are said plainly, in the dialog and on the public page, by day', async ({
  ownerPage: page,
  browser,
  stack,
  bookParcel,
  sandbox,
}) => {
  test.slow();
  const number = await bookParcel(await sandbox.addOrder());
  const visitor = await browser.newContext({
    baseURL: stack.url,
    javaScriptEnabled: false,
    viewport: { width: 390, height: 844 },
  });
  const phone = await visitor.newPage();
  const panel = page.getByRole('dialog', { name: 'Order tracking info' });

  await sandbox.moveParcel(number, 'attempted');
  await trackNow(page, number);
  await expect(panel.getByRole('region', { name: 'Events' }).getByRole('heading', { name: newestDay })).toBeVisible();
  await expect(panel.getByText('Leopards tried to deliver this parcel and could not.')).toBeVisible();
  await phone.goto(`/track/${number}`);
  await expect(phone.getByText('The courier tried to deliver it and could not.')).toBeVisible();
  await expect(
    phone.getByRole('region', { name: 'What happened so far' }).getByRole('heading', { name: newestDay }),
  ).toBeVisible();

  await sandbox.moveParcel(number, 'returning');
  await trackNow(page, number);
  await expect(panel.getByRole('list', { name: /^Progress/ })).toContainText('Returning');
  await expect(panel.getByText('Leopards is bringing this parcel back to you.')).toBeVisible();
  await phone.reload();
  await expect(phone.getByText('The courier is taking it back.')).toBeVisible();

  await sandbox.moveParcel(number, 'returned');
  await trackNow(page, number);
  await expect(panel.getByRole('list', { name: /^Progress/ })).toContainText('Returned');
  await expect(panel.getByText('Leopards has brought this parcel back to you.')).toBeVisible();
  await phone.reload();
  await expect(phone.getByText('The shop has the parcel back.')).toBeVisible();
  await visitor.close();
});

async function openAccount(page: Page, name: string): Promise<void> {
  await page.goto('/dashboard/accounts');
  await page.getByRole('link', { name }).click();
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible();
}

async function statusIn(page: Page, number: string): Promise<string> {
  await page.goto(`/dashboard/orders?query=${number}`);
  return (await page.getByRole('row', { name: new RegExp(number) }).textContent()) ?? '';
}

/** The courier is asked, and the answer is shown. */
async function trackNow(page: Page, number: string): Promise<void> {
  const answered = page.waitForResponse(
    (reply) => reply.url().includes(`/track-order/${number}`) && !reply.url().includes('stored'),
  );
  await page.goto(`/dashboard/orders?shipment=${number}`);
  await answered;
  await page.getByRole('dialog', { name: 'Order tracking info' }).getByRole('button', { name: 'Check now' }).click();
  await expect(page.getByText(/^Checked with Leopards /)).toBeVisible();
}
