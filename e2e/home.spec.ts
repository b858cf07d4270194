import { expectAccessible } from './expect-accessible.ts';
import { expect, test } from './test.ts';

test('the home page names what waits, and leads to the list that shows exactly these', async ({
  ownerPage: page,
  bookParcel,
  sandbox,
}) => {
  const number = await bookParcel(await sandbox.addOrder());
  await page.goto('/dashboard');
  const toDo = page.getByRole('region', { name: 'To do' });
  const unprinted = toDo.getByRole('link', { name: /labels? not printed/ });
  await expect(unprinted).toContainText(/oldest \d+ (min|h|d)/);
  const count = Number(/^\d+/.exec(await unprinted.innerText())?.[0]);
  await expect(toDo.getByRole('link', { name: /orders? ready to book/ })).toBeVisible();
  await expectAccessible(page);

  const label = count === 1 ? 'Print 1 label' : `Print ${count} labels`;
  await toDo.getByRole('button', { name: label }).click();
  const printing = page.getByRole('dialog', { name: /^Print/ });
  await expect(printing.getByRole('button', { name: count === 1 ? 'Print label' : label })).toBeVisible();
  await page.keyboard.press('Escape');

  await unprinted.click();
  await expect(page).toHaveURL(/todo=UNPRINTED/);
  await expect(page.getByRole('list', { name: 'Active filters' })).toContainText('Label not printed');
  await expect(page.getByRole('row').filter({ hasText: number })).toBeVisible();
  // The tests before this one may have left more than a page of them.
  await expect(page.getByRole('navigation', { name: 'Pages of orders' })).toContainText(`of ${count} Orders`);
});

test('figures over time, by courier and by city; each chart has its table', async ({ ownerPage: page }) => {
  await page.goto('/dashboard');
  await page.getByRole('link', { name: /^Total orders/ }).waitFor();
  await page.getByRole('contentinfo').or(page.getByRole('main')).last().press('End');
  const couriers = page.getByRole('table', { name: 'Couriers' });
  await expect(couriers.getByRole('row', { name: /Leopards/ })).toContainText('%');
  const chart = page.getByRole('region', { name: /Parcels per day/ }).first();
  await chart.scrollIntoViewIfNeeded();
  const drawing = chart.getByRole('img', { name: /as a chart/ });
  const legend = drawing.getByRole('list', { includeHidden: true });
  const ofDay = /^Booked(\d+)Delivered(\d+)Returned(\d+)(\d\d \w+ \d{4})$/;
  await drawing.hover();
  await expect(legend).toHaveText(ofDay);
  const [, ...counts] = ofDay.exec((await legend.textContent()) ?? '') ?? [];
  const day = counts.pop() ?? 'no day in the legend';
  await chart.getByRole('button', { name: 'Show table' }).click();
  await expect(chart.getByRole('columnheader')).toHaveText(['Day', 'Booked', 'Delivered', 'Returned']);
  await expect(chart.getByRole('row')).toHaveCount(8);
  await expect(chart.getByRole('row').filter({ hasText: day }).getByRole('cell')).toHaveText(counts);

  const cities = page.getByRole('table', { name: 'Cities' });
  await cities.scrollIntoViewIfNeeded();
  await cities.getByRole('button', { name: 'Lahore' }).click();
  await expect(cities.getByRole('row', { name: /^PostEx/ })).toBeVisible();
  await expectAccessible(page);

  await page
    .getByRole('list', { name: 'Amounts to collect' })
    .getByRole('link', { name: /^Delivered and unpaid/ })
    .click();
  await expect(page).toHaveURL(/payment_status=UNPAID/);
  await expect(page.getByRole('list', { name: 'Active filters' })).toContainText('Delivered');
});

test('parcels without a city have a name in the comparison of cities', async ({ ownerPage: page }) => {
  // As an order of the store without a city that was booked elsewhere and imported.
  await page.route('**/cities-delivery-average*', async (route) => {
    const reply = await route.fetch();
    const body = await reply.json();
    body.data[0].city = '';
    await route.fulfill({ response: reply, json: body });
  });
  await page.goto('/dashboard');
  await page.getByRole('link', { name: /^Total orders/ }).waitFor();
  await page.getByRole('contentinfo').or(page.getByRole('main')).last().press('End');
  const cities = page.getByRole('table', { name: 'Cities' });
  await cities.scrollIntoViewIfNeeded();
  await cities.getByRole('button', { name: 'No city' }).click();
  await expectAccessible(page);
});

test('with delivered days alone, cities are not compared, and the couriers say what is counted', async ({
  ownerPage: page,
}) => {
  const couriers = page.getByRole('region', { name: 'Couriers' }).first();
  const cities = page.getByRole('region', { name: 'Cities' }).first();
  await page.goto('/dashboard?deliveredfrom=2020-01-01');
  await page.getByRole('link', { name: /^Total orders/ }).waitFor();
  await page.getByRole('main').press('End');
  await expect(couriers).toContainText('Only parcels delivered in the chosen days.');
  await expect(cities).toContainText('Choose booking days to compare cities.');
  await expect(cities.getByRole('table')).toBeHidden();

  await page.goto('/dashboard?deliveredfrom=2020-01-01&bookingfrom=2020-01-01');
  await page.getByRole('link', { name: /^Total orders/ }).waitFor();
  await page.getByRole('main').press('End');
  await expect(cities).toContainText('All parcels booked in the chosen booking days, delivered or not.');
  await expect(cities.getByRole('button', { name: 'Lahore' })).toBeVisible();
});

test('days without a first one have no period before them to compare with', async ({ ownerPage: page }) => {
  await page.goto('/dashboard');
  const total = page.getByRole('link', { name: /^Total orders/ });
  await expect(total).toContainText(/No change|[+−]\d/);
  await expect(page.getByText(/^Compared with/)).toBeVisible();
  for (const days of ['bookingto=2030-01-31', 'bookingfrom=2026-01-01&bookingto=2030-01-31&deliveredto=2030-01-31']) {
    await page.goto(`/dashboard?${days}`);
    await expect(total).toContainText(/^Total orders\s*[\d,]+$/);
    await expect(page.getByText(/^Compared with/)).toHaveCount(0);
  }
});

test('the figures wait for the checklist above them, so that nothing jumps when it comes', async ({
  ownerPage: page,
}) => {
  let deliver = (): void => undefined;
  const held = new Promise<void>((resolve) => void (deliver = resolve));
  await page.route('**/api/v1/checklist-steps', async (route) => {
    await held;
    await route.continue();
  });
  const figures = page.waitForResponse('**/get-dashboard-analytics*');
  const toDo = page.waitForResponse('**/to-do-items');
  await page.goto('/dashboard');
  await Promise.all([figures, toDo]);
  const places = [page.getByRole('region', { name: 'To do' }), page.getByRole('link', { name: /^Total orders/ })];
  for (const place of places) await expect(place).toBeHidden();
  deliver();
  for (const place of places) await expect(place).toBeVisible();
});

test('charts are drawn in a browser whose language has a name that is no language tag', async ({ ownerPage: page }) => {
  await page.addInitScript(() =>
    Object.defineProperty(navigator, 'language', { get: () => 'en-US@posix', configurable: true }),
  );
  await page.goto('/dashboard');
  const chart = page.getByRole('region', { name: /Parcels per day/ }).first();
  await chart.scrollIntoViewIfNeeded();
  await expect(chart.getByRole('img', { name: /as a chart/ })).toBeVisible();
});

test('when the chart cannot be loaded, the page says so and shows its table', async ({
  ownerPage: page,
  browserErrors,
}) => {
  browserErrors.expect(/line-chart/);
  await page.route(/line-chart.*\.js$/, (request) => request.abort());
  await page.goto('/dashboard');
  await page.getByRole('link', { name: /^Total orders/ }).waitFor();
  await page.getByRole('main').press('End');
  const chart = page.getByRole('region', { name: /^Parcels per/ });
  await chart.scrollIntoViewIfNeeded();
  await expect(chart).toContainText('The chart could not be loaded. Choose “Show table” for the numbers');
  await chart.getByRole('button', { name: 'Show table' }).click();
  await expect(chart.getByRole('columnheader').first()).toHaveText('Day');
});

test('a new shop sees a checklist instead of zeros, which remembers what is done and can be hidden', async ({
  newShop,
}) => {
  const { page } = newShop;
  await page.goto('/dashboard');
  const checklist = page.getByRole('region', { name: 'Get started' });
  await expect(checklist).toContainText('0 of 5');
  await expect(page.getByRole('heading', { name: 'All clear' })).toBeHidden();
  await expect(checklist.getByRole('link')).toHaveText(['Connect a courier']);
  await expect(checklist.getByRole('link', { name: 'Connect a courier' })).toHaveAttribute(
    'href',
    '/dashboard/accounts/create-account',
  );
  await expect(page.getByText('Total orders')).toBeHidden();
  const saved = await page.request.post('/api/v1/checklist-steps', {
    headers: { authorization: `Bearer ${await page.evaluate(() => localStorage.getItem('auth_token'))}` },
    data: { step: 'settings' },
  });
  expect(saved.ok()).toBe(true);
  await page.reload();
  await expect(checklist).toContainText('1 of 5');
  await expect(checklist.getByRole('listitem').filter({ hasText: 'Check weight' })).toContainText('Done');
  await expectAccessible(page);
  await checklist.getByRole('button', { name: 'Hide checklist' }).click();
  await expect(checklist).toBeHidden();
  await expect(page.getByRole('link', { name: /^Total orders/ })).toBeVisible();

  await page.goto('/dashboard/shopify/orders');
  await expect(page.getByText('You have no courier account yet. Nothing can be booked until')).toBeVisible();
  await page.getByRole('link', { name: 'Connect a courier' }).click();
  await expect(page).toHaveURL(/create-account/);
});

test('a list of work that its filter leaves empty says so, and shows all', async ({ newShop: { page } }) => {
  for (const [path, none, all] of [
    ['/dashboard/attention?about=bookings', 'No uncertain bookings left', 'All clear'],
    ['/dashboard/batches?unfinished=true', 'No unfinished batches left', 'No batches yet'],
    ['/dashboard/imports?unfinished=true', 'No unfinished imports left', 'No imports yet'],
  ] as const) {
    await page.goto(path);
    await expect(page.getByText(none)).toBeVisible();
    await page.getByRole('button', { name: 'Show all' }).click();
    await expect(page.getByText(all)).toBeVisible();
  }
});

test('a group of cases in the address that cannot be read is an error over an empty list, never all cases', async ({
  newShop: { page },
}) => {
  await page.goto('/dashboard/attention?about=booking');
  await expect(page.getByRole('button', { name: /^Clear unreadable filter Cases ?: booking$/ })).toBeVisible();
  await expect(page.getByText('Fix 1 filter')).toBeVisible();
  await expect(page.getByText('All clear')).toHaveCount(0);
  await page.getByRole('button', { name: 'Clear cases: booking' }).click();
  await expect(page).toHaveURL(/attention$/);
  await expect(page.getByText('All clear')).toBeVisible();
});
