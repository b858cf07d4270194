import type { BrowserContext } from '@playwright/test';
import { expect, test } from './test.ts';

test('a browser context that is kept begins the next test as a new one', async ({ ownerSession, withPage }) => {
  const left = {
    cookies: '',
    local: ['auth_token', 'nav_collapsed', 'user'],
    session: [],
    databases: [],
    isAllowed: 'prompt',
  };
  for (const _ of ['first', 'second', 'third'])
    await withPage(ownerSession, async (page) => {
      await page.goto('/dashboard/support');
      await expect(page.getByRole('heading', { name: 'Support', level: 1 })).toBeVisible();
      expect(page.context().pages()).toHaveLength(1);
      expect(
        await page.evaluate(async () => ({
          cookies: document.cookie,
          local: Object.keys(localStorage).toSorted(),
          session: Object.keys(sessionStorage),
          databases: (await indexedDB.databases()).map(({ name }) => name),
          isAllowed: (await navigator.permissions.query({ name: 'clipboard-read' as PermissionName })).state,
        })),
      ).toEqual(left);
      await page.evaluate(() => {
        document.cookie = 'left=behind';
        localStorage.setItem('left', 'behind');
        localStorage.removeItem('auth_token');
        sessionStorage.setItem('left', 'behind');
        indexedDB.open('left');
      });
      await page.context().grantPermissions(['clipboard-read']);
      await page.context().route('**/support', (route) => route.abort());
      await page.context().newPage();
      await page.context().setOffline(true);
    });
});

test('a browser context is not kept after a test that moved its clock', async ({ ownerSession, withPage }) => {
  const used: BrowserContext[] = [];
  for (const moves of [false, true, false])
    await withPage(ownerSession, async (page) => {
      used.push(page.context());
      if (moves) await page.clock.install();
    });
  const [first, second, third] = used;
  expect(second).toBe(first);
  expect(third).not.toBe(second);
});
