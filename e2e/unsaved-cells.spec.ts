import {
  addCustomers,
  cell,
  cellValue,
  line,
  openSheet,
  openSheetFromList,
  summary,
  type SheetColumn,
} from './batch-steps.ts';
import { owner, startSession } from './people.ts';
import { typeByHand } from './scan.ts';
import { expect, test } from './test.ts';

test('what is typed in an open cell survives Back and a reload, until the person signs out', async ({
  page,
  sandbox,
  browserErrors,
}) => {
  browserErrors.expect(/ERR_FAILED|401/);
  await startSession(page, owner);
  const { lastName, orders } = await addCustomers(sandbox, [{}, {}]);
  const [order] = orders;
  if (!order) throw new Error('The store took fewer orders');
  await openSheetFromList(page, lastName, 2);

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

test('an open cell or field does not overwrite what another person saved since', async ({
  ownerPage: page,
  staffPage: other,
  sandbox,
}) => {
  const { lastName, orders } = await addCustomers(sandbox, [{}, {}]);
  const [order] = orders;
  if (!order) throw new Error('The store took fewer orders');
  await openSheet(page, lastName, 2);
  await other.goto(page.url());
  const sent: string[] = [];
  page.on('request', (request) => request.url().endsWith('/rows') && sent.push(request.url()));
  let changes = 0;
  const changeElsewhere = async (column: SheetColumn, text: string): Promise<void> => {
    changes += 1;
    for (const [name, value] of [
      [column, text],
      ['remarks', `Change ${changes}`],
    ] as const) {
      await cell(other, order, name).click();
      await typeByHand(other, value);
      await other.keyboard.press('Enter');
    }
    await expect(cellValue(page, order, 'remarks')).toHaveText(`Change ${changes}`, { timeout: 15_000 });
  };
  const leave = (): Promise<void> => summary(page).click();
  const conflict = page.getByText('Someone else just changed this cell. We kept their value.');

  for (const [column, text] of [
    ['address', 'House 9, Street 4, Model Town'],
    ['city', 'Multan'],
    ['account', 'M&P Lahore'],
  ] as const) {
    await cell(page, order, column).focus();
    await page.keyboard.press('F2');
    await expect(cell(page, order, column).locator('input, textarea').first()).toBeFocused();
    await changeElsewhere(column, text);
    await leave();
    await expect(cellValue(page, order, column)).toHaveText(new RegExp(`^${text}`));
  }
  await cell(page, order, 'phone').click();
  await typeByHand(page, '0301 1111111');
  await changeElsewhere('phone', '0302 2222222');
  await leave();
  await expect(conflict).toBeVisible();
  await page.getByRole('alert').getByRole('button', { name: 'Dismiss' }).click();
  await expect(conflict).toHaveCount(0);
  expect(sent).toHaveLength(1);
  await expect(cellValue(page, order, 'phone')).toHaveText('03022222222');

  await line(page, order).getByRole('button', { name: order.name, exact: true }).click();
  await page.getByLabel('Consignee name').fill('Bilal Ahmed');
  await changeElsewhere('name', 'Sana Malik');
  await page.getByLabel('Phone', { exact: true }).focus();
  await expect(conflict).toBeVisible();
  await expect(page.getByLabel('Consignee name')).toHaveValue('Sana Malik');
});

test('edits of a batch that someone else deletes are named as not saved, and discarded', async ({
  ownerPage: page,
  staffPage: other,
  sandbox,
  browserErrors,
}) => {
  browserErrors.expect(/404 .*\/batches\//);
  const { lastName, orders } = await addCustomers(sandbox, [{}, {}]);
  const [order] = orders;
  if (!order) throw new Error('The store took fewer orders');
  await openSheet(page, lastName, 2);
  await other.goto(page.url());
  await cell(page, order, 'remarks').click();
  await typeByHand(page, 'Ring twice');
  await other.getByRole('button', { name: 'More actions' }).click();
  await other.getByRole('menuitem', { name: 'Delete this draft' }).click();
  await other.getByRole('dialog').getByRole('button', { name: 'Delete draft' }).click();
  await expect(page.getByText('Batch not found')).toBeVisible();
  await expect(page.getByRole('alert').getByText('Not saved: This batch was not found.').first()).toBeVisible();
  const stored = () =>
    page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('batch-edits:')).length);
  expect(await stored()).toBe(0);
});
