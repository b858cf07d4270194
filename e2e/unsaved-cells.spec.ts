import { addCustomers, cell, cellValue, openSheet, summary } from './batch-steps.ts';
import { owner, signIn } from './people.ts';
import { typeByHand } from './scan.ts';
import { expect, test } from './test.ts';

test('what is typed in an open cell survives Back and a reload, until the person signs out', async ({
  page,
  sandbox,
  browserErrors,
}) => {
  browserErrors.expect(/ERR_FAILED|401/);
  await signIn(page, owner);
  const { lastName, orders } = await addCustomers(sandbox, [{}, {}]);
  const [order] = orders;
  if (!order) throw new Error('The store took fewer orders');
  await openSheet(page, lastName, 2);

  await cell(page, order, 'remarks').click();
  await typeByHand(page, 'Ring twice');
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'Store orders', level: 1 })).toBeVisible();
  await page.goForward();
  await expect(cellValue(page, order, 'remarks')).toHaveText('Ring twice');

  await cell(page, order, 'city').click();
  await typeByHand(page, 'Multan');
  await page.reload();
  await expect(cellValue(page, order, 'city')).toHaveText(/^Multan/);

  await cell(page, order, 'cod').click();
  await typeByHand(page, '1200');
  await page.reload();
  await expect(cellValue(page, order, 'cod')).toHaveText('1,200');
  await expect(summary(page)).toContainText('1 ready, 1 needs a look');

  await page.route('**/api/v1/batches/*/rows', (route) => route.abort());
  await cell(page, order, 'name').click();
  await typeByHand(page, 'Bilal Ahmed');
  await page.keyboard.press('Enter');
  await expect(page.getByText('1 order is not saved yet.')).toBeVisible();
  const stored = () =>
    page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('batch-edits:')).length);
  expect(await stored()).toBe(1);
  await page.getByRole('navigation', { name: 'Main' }).getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL(/\/login$/);
  expect(await stored()).toBe(0);
});
