import { expect, test } from './test.ts';

test('a page whose code an update removed opens after the browser has loaded the new version', async ({
  ownerPage: page,
  browserErrors,
}) => {
  browserErrors.expect(/assets\/users-/);
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { name: 'Dashboard', level: 1 })).toBeVisible();
  let removed = true;
  let loads = 0;
  await page.route('**/assets/users-*.js', (route) => (removed ? route.fulfill({ status: 404 }) : route.continue()));
  page.on('request', (request) => {
    if (request.isNavigationRequest()) removed = false;
  });
  page.on('domcontentloaded', () => (loads += 1));
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Users' }).click();
  await expect(page.getByRole('heading', { name: 'Users', level: 1 })).toBeVisible();
  expect(loads).toBe(1);
});
