import type { Page } from '@playwright/test';
import { expectAccessible, expectReadable, expectUsable } from './expect-accessible.ts';
import { operatorPassword } from './people.ts';
import { expect, test } from './test.ts';

const signInForm = (page: Page) => page.getByRole('form', { name: 'Sign in' });

/** Ten seconds pass on the page as often as it takes: it asks the server that often. */
const untilRefreshed = (page: Page, check: () => Promise<void>): Promise<void> =>
  expect(async () => {
    await page.clock.fastForward(10_000);
    await check();
  }).toPass();

async function signInAsOperator(page: Page, password: string): Promise<void> {
  await signInForm(page).getByLabel('Operator’s password').fill(password);
  await signInForm(page).getByRole('button', { name: 'Sign in' }).click();
}

test('the operator signs in, sees a job that fails appear by itself, runs it, and the owner reads that in the activity log', async ({
  ownerPage: page,
  database,
  browserErrors,
}) => {
  test.slow();
  browserErrors.expect(/40[01] .*\/api\/v1\/operator\//);

  await page.clock.install();
  await test.step('the session of a shop gives nothing here, and a wrong password is refused', async () => {
    await page.goto('/operator');
    await expect(page.getByRole('heading', { name: 'Operator', level: 1 })).toBeVisible();
    await expectAccessible(page);
    await signInAsOperator(page, 'a guess');
    await expect(signInForm(page).getByText('The password is wrong.')).toBeVisible();
    await signInAsOperator(page, operatorPassword);
  });

  await test.step('the page shows what runs, also on a phone and in the dark', async () => {
    const process = page.getByRole('table', { name: 'Processes' }).getByRole('row', { name: /^Web and worker/ });
    await expect(process.getByText('Runs')).toBeVisible();
    await expect(page.getByRole('table', { name: 'Couriers' }).getByRole('rowheader')).toHaveText([
      'Leopards',
      'M&P',
      'PostEx',
      'TCS',
    ]);
    await expect(
      page.getByRole('table', { name: 'Background work' }).getByRole('row', { name: /^tracking/ }),
    ).toBeVisible();
    await expectAccessible(page);
    await page.emulateMedia({ colorScheme: 'dark' });
    await expectReadable(page);
    await page.setViewportSize({ width: 390, height: 844 });
    await expectUsable(page);
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.emulateMedia({ colorScheme: 'light' });
  });

  await test.step('stuck work appears by itself, and is run after a confirmation', async () => {
    await database.addFailingJob('exports');
    const job = page.getByRole('list', { name: 'Stuck work' }).getByRole('listitem').filter({ hasText: 'exports' });
    await untilRefreshed(page, () => expect(job).toContainText('6 tries', { timeout: 3_000 }));
    await job.getByRole('button', { name: /^Run it now/ }).click();
    const question = page.getByRole('dialog', { name: 'Run it now?' });
    await question.getByRole('button', { name: 'Run it now' }).click();
    await expect(page.getByText('It runs within a few seconds.')).toBeVisible();
    await untilRefreshed(page, () => expect(job).toHaveCount(0, { timeout: 3_000 }));
  });

  await test.step('a server that does not answer leaves the last state on the screen', async () => {
    await page.route('**/operator/overview', (route) => route.fulfill({ status: 503, json: { errors: [] } }));
    browserErrors.expect(/503 .*\/operator\/overview/);
    const lastKnown = page.getByText('Showing the last known state.');
    await untilRefreshed(page, () => expect(lastKnown).toBeVisible({ timeout: 3_000 }));
    await expect(page.getByRole('table', { name: 'Processes' })).toBeVisible();
    await page.unroute('**/operator/overview');
    await untilRefreshed(page, () => expect(lastKnown).toHaveCount(0, { timeout: 3_000 }));
  });

  await test.step('signing out of it keeps the session of the shop', async () => {
    await page.getByRole('button', { name: 'Sign out' }).click();
    await expect(signInForm(page)).toBeVisible();
    await page.goto('/dashboard/audit');
    await expect(page.getByText('Operator of Courierdesk ran stuck work now: exports')).toBeVisible();
  });
});

test('where no operator’s password is set, the address of the page is like any unknown one', async ({
  page,
  browserErrors,
}) => {
  browserErrors.expect(/404 .*\/operator\/overview/);
  const nothing = { errors: [{ msg: 'This address does not exist.', code: 'not-found' }], request_id: '1' };
  await page.route('**/operator/overview', (route) => route.fulfill({ status: 404, json: nothing }));
  await page.goto('/operator');
  await expect(page.getByRole('heading', { name: 'Page not found', level: 1 })).toBeVisible();
});
