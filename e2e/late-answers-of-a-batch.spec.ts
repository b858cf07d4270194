import { addCustomers, allBooked, openSheet, sheet } from './batch-steps.ts';
import { expect, test } from './test.ts';

test('an answer that comes late does not take back what the sheet shows since', async ({
  ownerPage: page,
  sandbox,
}) => {
  const { lastName } = await addCustomers(sandbox, [{}, {}]);
  await openSheet(page, lastName, 2);
  let deliver = (): void => undefined;
  const booked = new Promise<void>((resolve) => void (deliver = resolve));
  await page.route('**/api/v1/batches/*/book', async (route) => {
    const response = await route.fetch();
    await booked;
    await route.fulfill({ response });
  });
  await page.getByRole('button', { name: 'Book 2 orders' }).click();
  await allBooked(page, 2);
  const print = page.getByRole('button', { name: 'Print labels and load sheet' });
  await expect(print).toBeVisible();
  const answered = page.waitForResponse(/\/batches\/[^/]+\/book$/);
  deliver();
  await answered;
  await expect(sheet(page).getByText('Waiting')).toHaveCount(0);
  await expect(print).toBeVisible();
});

test('a batch whose answer was lost is made again only when the person asks for it', async ({
  ownerPage: page,
  sandbox,
  browserErrors,
}) => {
  browserErrors.expect(/ERR_FAILED/);
  const { orders } = await addCustomers(sandbox, [{}, {}]);
  let asked = 0;
  await page.route(/\/api\/v1\/batches$/, async (route) => {
    if (route.request().method() !== 'POST') return route.continue();
    asked += 1;
    return asked === 1 ? route.abort() : route.continue();
  });
  await page.goto(`/dashboard/batches/new?${orders.map(({ id }) => `ids[]=${id}`).join('&')}`);
  await expect(page.getByText('We couldn’t open these orders')).toBeVisible();
  await page.evaluate(() => {
    document.dispatchEvent(new Event('visibilitychange'));
    dispatchEvent(new Event('online'));
  });
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(sheet(page)).toBeVisible();
  expect(asked).toBe(2);
});
