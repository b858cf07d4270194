import { expectAccessible } from './expect-accessible.ts';
import { expect, test } from './test.ts';

const titles = [
  'Dashboard',
  'Orders',
  'Live tracking',
  'Tracking accounts',
  'Order booking',
  'Merge orders',
  'Settings',
  'User management',
  'Two factor auth',
];

test('the docs are in the navigation with their pages, for staff too', async ({ staffPage: page }) => {
  await page.goto('/dashboard/docs');
  const docs = page.getByRole('navigation', { name: 'Main' }).getByRole('list', { name: 'Docs' });
  await expect(docs.getByRole('link')).toHaveText(titles);
  for (const title of titles) {
    await docs.getByRole('link', { name: title, exact: true }).click();
    await expect(page.getByRole('heading', { name: title, level: 1 })).toBeVisible();
    await expect(page.getByRole('article', { name: title })).toBeVisible();
  }
  await page.getByRole('link', { name: /^Previous/ }).click();
  await expect(page.getByRole('heading', { name: 'User management', level: 1 })).toBeVisible();

  await page.getByRole('button', { name: 'Collapse navigation' }).click();
  await expect(docs).toBeHidden();
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Docs' }).click();
  await expect(page.getByRole('main').getByRole('link', { name: /^Order booking guide/ })).toBeVisible();
});

test('on a phone the docs are in the menu', async ({ staffPage: page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/dashboard/docs/orders');
  await page.getByRole('button', { name: 'Menu', exact: true }).click();
  const menu = page.getByRole('dialog', { name: 'Menu' });
  await expect(menu.getByRole('list', { name: 'Docs' }).getByRole('link')).toHaveText(titles);
  await menu.getByRole('link', { name: 'Live tracking' }).click();
  await expect(page.getByRole('heading', { name: 'Live tracking', level: 1 })).toBeVisible();
  await expect(menu).toBeHidden();
});

test('the search finds a heading by keyboard, with a snippet, and says when it finds nothing', async ({
  ownerPage: page,
}) => {
  await page.goto('/dashboard/docs');
  const field = page.getByRole('combobox', { name: 'Search the docs' });
  await expect(field).toBeVisible();
  await page.getByRole('heading', { name: 'Docs', level: 1 }).click();
  await page.keyboard.press('/');
  await expect(field).toBeFocused();
  await page.keyboard.type('cancel boking');
  const results = page.getByRole('listbox', { name: 'Results' }).getByRole('option');
  const first = results.filter({ hasText: 'Cancel a booking · Orders' });
  await expect(first).toContainText('You can cancel a parcel');
  await expectAccessible(page);
  await page.keyboard.press('ArrowDown');
  await expect(results.nth(1)).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/dashboard\/docs\/orders#cancel-a-booking$/);
  await expect(page.getByRole('heading', { name: 'Cancel a booking' })).toBeInViewport();

  await field.fill('zeppelin');
  await expect(page.getByText('Nothing in the docs matches “zeppelin”.')).toBeVisible();
  await field.press('Escape');
  await expect(field).toHaveValue('');
});

test('a page leads from its heading to the docs, and links in the docs lead on', async ({ ownerPage: page }) => {
  await page.goto('/dashboard/load-sheets');
  await page.getByRole('link', { name: 'Learn more in the docs' }).click();
  await expect(page).toHaveURL(/\/dashboard\/docs\/orders#load-sheets$/);
  await expect(page.getByRole('heading', { name: 'Load sheets' })).toBeInViewport();
  await page
    .getByRole('navigation', { name: 'On this page' })
    .getByRole('link', { name: 'Sample store orders' })
    .click();
  await page.getByRole('article').getByRole('link', { name: 'sample store orders', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Sample store orders', level: 1 })).toBeVisible();
});

test('the screenshots keep their place while they load, and load', async ({ ownerPage: page }) => {
  await page.goto('/dashboard/docs/orders');
  const images = page.getByRole('article').getByRole('img');
  await expect(images).toHaveCount(4);
  for (const image of await images.all()) {
    await expect(image).toHaveAttribute('loading', 'lazy');
    const [width, height] = [await image.getAttribute('width'), await image.getAttribute('height')];
    await image.scrollIntoViewIfNeeded();
    await expect(image).toHaveJSProperty('complete', true);
    await expect(image).toHaveJSProperty('naturalWidth', Number(width));
    await expect(image).toHaveJSProperty('naturalHeight', Number(height));
  }
});

test('a docs page shows a skeleton while it loads, and an unknown one is not found', async ({ ownerPage: page }) => {
  let deliver = (): void => undefined;
  const held = new Promise<void>((resolve) => void (deliver = resolve));
  await page.route(/\/assets\/docs-page-.*\.js$/, async (route) => {
    await held;
    await route.continue();
  });
  await page.goto('/dashboard/docs/users');
  // On a slow machine the frame of the page may not be drawn yet; then it says that it loads.
  const frame = page.getByRole('status').filter({ hasText: /^Loading$/ });
  await expect(page.getByLabel('Loading the page').or(frame).first()).toBeVisible();
  deliver();
  await expect(page.getByRole('heading', { name: 'User management', level: 1 })).toBeVisible();
  await expect(page.getByLabel('Loading the page')).toBeHidden();

  await page.goto('/dashboard/docs/nowhere');
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
});

test('support is in the top bar and says where to write', async ({ staffPage: page }) => {
  await page.goto('/dashboard/docs');
  await page.getByRole('banner').getByRole('link', { name: 'Support' }).click();
  await expect(page.getByRole('heading', { name: 'Support', level: 1 })).toBeVisible();
  const address = page.getByRole('link', { name: 'support@localhost' });
  await expect(address).toHaveAttribute(
    'href',
    /^mailto:support@localhost\?subject=Courierdesk.*demo-store\.myshopify\.com/,
  );
});

test('an email to support has the shop and the last error of this browser, which the person sees and can leave out', async ({
  staffPage: page,
  browserErrors,
}) => {
  browserErrors.expect(/503/);
  await page.goto('/dashboard/support');
  const address = page.getByRole('link', { name: 'support@localhost' });
  const added = page.getByRole('region', { name: 'Added to your email' });
  const withError = added.getByRole('checkbox', { name: 'Add the last error that this browser saw' });
  await expect(added).toContainText('(demo-store.myshopify.com)');
  await expect(page.getByText('You can expect an answer'), 'the operator says nothing of it').toHaveCount(0);

  await page.route('**/api/v1/get-all-orders*', (route) =>
    route.fulfill({
      status: 503,
      json: {
        errors: [{ msg: 'Ayesha Khan is not here', code: 'unavailable' }],
        request_id: '6650f0a1b2c3d4e5f6a7b8c9',
      },
    }),
  );
  await page.goto('/dashboard/orders?query=Ayesha');
  await expect(page.getByText('Ayesha Khan is not here')).toBeVisible();
  await page.goto('/dashboard/support');
  const error = /Last error: 20\d\d-[^,]*, GET \/get-all-orders, 503 unavailable, reference 6650f0a1b2c3d4e5f6a7b8c9/;
  await expect(added).toContainText(error);
  await expect(added, 'nothing of a customer').not.toContainText('Ayesha');
  const body = async () => new URL((await address.getAttribute('href')) ?? '').searchParams.get('body');
  expect(await body()).toMatch(error);
  await withError.uncheck();
  await expect(added).not.toContainText('Last error');
  expect(await body()).not.toContain('Last error');
  expect(await body()).toContain('demo-store.myshopify.com');

  await page.route('**/api/v1/app-links', async (route) => {
    const response = await route.fetch();
    const links = { ...(await response.json()), support_answer_time: 'within one working day' };
    await route.fulfill({ response, json: links });
  });
  await page.reload();
  await expect(page.getByText('You can expect an answer within one working day.')).toBeVisible();
});

test('the sample orders sort, search and filter, and the address keeps it', async ({ staffPage: page }) => {
  await page.goto('/dashboard/sample-orders');
  const rows = page.getByRole('row').filter({ has: page.getByRole('cell') });
  const orders = () => rows.getByRole('cell').first();
  await expect(page.getByRole('columnheader')).toHaveText([
    'Order',
    'Date',
    'Customer',
    'Total',
    'Payment status',
    'Fulfillment status',
  ]);
  await expect(page.getByText('$0 to $500')).toBeVisible();
  await expect(orders()).toHaveText('#1018');
  await expect(rows).toHaveCount(9);

  await page.getByRole('combobox', { name: 'Sort by' }).click();
  await page.getByRole('option', { name: 'Customer, ascending' }).click();
  await expect(rows.first()).toContainText('Ayesha Khan');
  await page.getByRole('columnheader', { name: 'Total' }).getByRole('button').click();
  await expect(rows.first()).toContainText('$298.24');

  await page.getByRole('button', { name: 'Filters' }).click();
  const panel = page.getByRole('region', { name: 'Filters' });
  const most = panel.getByRole('slider', { name: 'Money spent to, in dollars' });
  await expect(most).toHaveAttribute('aria-valuenow', '500');
  await expect(most).toHaveAttribute('aria-valuemax', '2000');
  await most.focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('button', { name: /^Clear filter Money spent ?: \$0 to \$502$/ })).toBeVisible();
  await page.getByRole('button', { name: /^Clear filter Money spent/ }).click();
  await expect(rows).toHaveCount(12);
  await expectAccessible(page);
  await panel.getByRole('combobox', { name: 'Account status' }).click();
  await page.getByRole('option', { name: 'Enabled', exact: true }).click();
  await expect(rows).toHaveCount(5);
  await panel.getByLabel('Tagged with').fill('VIP');
  await panel.getByLabel('Tagged with').press('Enter');
  await expect(rows).toHaveCount(2);
  await page.reload();
  await expect(rows).toHaveCount(2);

  const search = page.getByRole('searchbox', { name: 'Search order or customer' });
  await search.fill('zeppelin');
  await search.press('Enter');
  await expect(page.getByText('No order matches')).toBeVisible();
  await page.getByRole('button', { name: 'Clear all filters' }).click();
  await expect(rows).toHaveCount(12);
});
