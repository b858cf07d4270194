import type { Locator, Page } from '@playwright/test';
import { openedToPrint } from './opened-to-print.ts';
import { expect, test } from './test.ts';

const desk = { width: 1440, height: 900 };
const phone = { width: 390, height: 844 };

for (const size of [desk, phone]) {
  test(`the list of orders does not move when the last checks of the couriers arrive late, at ${size.width} px`, async ({
    ownerPage: page,
  }) => {
    await page.setViewportSize(size);
    const answer = await holdBack(page, '**/api/v1/tracking-checks*');
    await page.goto('/dashboard/orders?limit=10');
    await expectStill(firstRow(page, 'Orders'), async () => {
      answer();
      await expect(page.getByRole('list', { name: 'When couriers were last checked' })).toBeVisible();
    });
  });

  test(`the store orders do not move when suggestions to merge arrive late, at ${size.width} px`, async ({
    ownerPage: page,
    sandbox,
  }) => {
    await page.setViewportSize(size);
    const customer = { phone: '03331234509', address: { firstName: 'Hina', lastName: 'Qureshi' } };
    for (const order of [customer, customer]) await sandbox.addOrder(order);
    const suggestions = page.getByRole('region', { name: 'Merge suggestions' });
    const show = suggestions.getByRole('button', { name: 'Show' });
    // The orders take a moment to arrive from the store.
    await expect(async () => {
      await page.goto('/dashboard/shopify/orders?limit=10');
      await expect(show).toBeVisible({ timeout: 2_000 });
    }).toPass();
    const answer = await holdBack(page, '**/api/v1/store-orders/merge-suggestions*');
    await page.goto('/dashboard/shopify/orders?limit=10');
    await expectStill(firstRow(page, 'Store orders'), async () => {
      answer();
      await expect(show).toBeVisible();
    });
  });
}

test('the tabs and buttons of the differences do not move when the comparison arrives late', async ({
  ownerPage: page,
}) => {
  const answer = await holdBack(page, '**/api/v1/differences?*');
  await page.goto('/dashboard/differences');
  for (const target of [page.getByRole('link', { name: 'Repairs' }), page.getByRole('button', { name: 'Refresh' })])
    await expect(target).toBeVisible();
  const places = () =>
    Promise.all(
      [page.getByRole('navigation', { name: 'What to show' }), page.getByRole('button', { name: 'Refresh' })].map(
        (one) => one.boundingBox(),
      ),
    );
  const before = await places();
  answer();
  await expect(page.getByText(/^(Not compared yet|Last compared)/).first()).toBeVisible();
  expect(await places()).toEqual(before);
});

test('load sheets are listed when the parcels that wait for one are there, so the list does not move', async ({
  ownerPage: page,
}) => {
  await page.goto('/dashboard/load-sheets');
  const printing = openedToPrint(page);
  const waiting = page.getByRole('region', { name: 'Parcels waiting for a load sheet' });
  await waiting.getByRole('listitem').filter({ hasText: 'Leopards Lahore' }).getByRole('button').click();
  await printing;
  const sheet = page.getByRole('cell', { name: 'Waiting for the rider' }).first();
  await expect(sheet).toBeVisible();
  const answer = await holdBack(page, '**/api/v1/load-sheets/waiting');
  const listed = page.waitForResponse(/load-sheets\?/);
  await page.goto('/dashboard/load-sheets');
  await (await listed).finished();
  // The page has drawn what it got.
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
  await expect(sheet).toBeHidden();
  answer();
  await expect(sheet).toBeVisible();
});

test('a list that is loading has no moving parts, which would take the time of a slow computer', async ({
  ownerPage: page,
}) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  const answer = await holdBack(page, '**/api/v1/get-all-orders*');
  await page.goto('/dashboard/orders');
  await expect(page.locator('tbody tr[aria-hidden]').first()).toBeVisible();
  const moving = () =>
    page.evaluate(() => document.getAnimations().filter(({ playState }) => playState === 'running').length);
  // What fades in ends.
  await expect.poll(moving).toBe(0);
  answer();
  await expect(firstRow(page, 'Orders')).toContainText('#');
});

const firstRow = (page: Page, name: string): Locator =>
  page
    .getByRole('table', { name })
    .or(page.getByRole('list', { name, exact: true }))
    .locator('tbody tr, > li')
    .first();

/** Requests to this address wait until the returned function is called. */
async function holdBack(page: Page, address: string): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(address, async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}

async function expectStill(row: Locator, happen: () => Promise<void>): Promise<void> {
  await expect(row).toContainText('#');
  const before = await row.boundingBox();
  await happen();
  expect(await row.boundingBox()).toEqual(before);
}
