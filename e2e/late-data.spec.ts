import { getStoreOrders } from '@courierdesk/contract/store-orders';
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

for (const size of [desk, phone]) {
  test(`what a page shows stays in its place while the rest arrives, at ${size.width} px`, async ({
    ownerPage: page,
    askApi,
  }) => {
    test.slow();
    await page.setViewportSize(size);
    const [order] = (await askApi(getStoreOrders, '?tab=ready&limit=1')).data;
    await recordMoves(page);
    await answerOutOfOrder(page);
    for (const address of [
      '/dashboard',
      '/dashboard/orders?limit=10',
      `/dashboard/order/book?id=${order?.id}`,
      '/dashboard/load-sheets',
      '/dashboard/profile',
      '/dashboard/users',
      '/dashboard/staff?bookingfrom=2020-01-01',
      '/dashboard/support',
    ])
      await test.step(address, async () => {
        await page.goto(address);
        await page.waitForLoadState('networkidle');
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
        expect(await page.evaluate(() => (window as Watched).moves), 'what moved').toEqual([]);
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

/** What the types of TypeScript do not have yet. */
type LayoutShift = PerformanceEntry & {
  readonly sources: readonly { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[];
};
type Watched = Window & { moves?: string[] };

/** Collects what moved up or down without a click or a key. */
const recordMoves = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const moves: string[] = [];
    (window as Watched).moves = moves;
    new PerformanceObserver((list) => {
      for (const { sources } of list.getEntries() as LayoutShift[])
        for (const { node, previousRect: from, currentRect: to } of sources)
          if (Math.abs(from.y - to.y) > 4)
            moves.push(`${node?.nodeName} “${node?.textContent?.slice(0, 40)}” from ${from.y} to ${to.y}`);
    }).observe({ type: 'layout-shift', buffered: true });
  });

/** Each answer waits for up to half a second, and later ones often less than earlier ones. */
async function answerOutOfOrder(page: Page): Promise<void> {
  let asked = 0;
  await page.route('**/api/v1/**', async (route) => {
    asked += 1;
    await new Promise((answer) => setTimeout(answer, [500, 100, 350, 0, 200][asked % 5]));
    await route.continue();
  });
}
