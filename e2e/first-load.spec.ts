import type { Request } from '@playwright/test';
import { expect, test } from './test.ts';

test.use({ contexts: 'new' });

test('the first dashboard view loads less than 240 KB of JavaScript', async ({ ownerPage: page }) => {
  const scripts: Request[] = [];
  page.on('requestfinished', (request) => {
    if (request.resourceType() === 'script') scripts.push(request);
  });
  await page.goto('/dashboard', { waitUntil: 'networkidle' });
  await expect(page.getByRole('link', { name: /^Total orders/ })).toBeVisible();

  const sizes = await Promise.all(scripts.map((script) => script.sizes()));
  const kilobytes = sizes.reduce((sum, { responseBodySize }) => sum + responseBodySize, 0) / 1024;
  // Less would mean that the sizes were not measured.
  expect(kilobytes).toBeGreaterThan(50);
  expect(kilobytes).toBeLessThan(240);
});

test('the orders page shows its rows with few requests for code', async ({ ownerPage: page }) => {
  let scripts = 0;
  page.on('request', (request) => (scripts += request.resourceType() === 'script' ? 1 : 0));
  await page.goto('/dashboard/orders', { waitUntil: 'networkidle' });
  await expect(page.getByRole('row').nth(1)).toBeVisible();
  // Fewer would mean that the requests were not seen.
  expect(scripts).toBeGreaterThan(5);
  expect(scripts).toBeLessThan(25);
});
