import { readFile } from 'node:fs/promises';
import { expectAccessible } from './expect-accessible.ts';
import { freeOwner, owner, startSession } from './people.ts';
import { expect, test } from './test.ts';

test('the orders that match the search are exported, and the mailed link opens the file behind sign-in', async ({
  ownerPage: page,
  browser,
  stack,
  sandbox,
}) => {
  test.slow();
  await page.goto('/dashboard/orders?status=DELIVERED');
  const total = await page.getByText(/of \d[\d,]* Orders/).textContent();
  const count = /of ([\d,]+) Orders/.exec(total ?? '')?.[1] ?? '';

  const saved = await test.step('the dialog says which orders, and remembers the columns', async () => {
    await page.getByRole('button', { name: 'Export', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Export orders' });
    await expect(dialog.getByRole('radio', { name: `Orders matching the search (${count})` })).toBeChecked();
    await expect(dialog.getByText('Status: Delivered')).toBeVisible();
    await dialog.getByRole('button', { name: 'Choose columns' }).click();
    await dialog.getByRole('button', { name: 'None' }).click();
    await expect(dialog.getByRole('button', { name: /^Export/ })).toBeDisabled();
    for (const name of ['Order', 'Address', 'Phone']) await dialog.getByRole('checkbox', { name, exact: true }).check();
    const downloading = page.waitForEvent('download');
    await dialog.getByRole('button', { name: `Export ${count} orders` }).click();
    await expect(dialog.getByText(/orders-[\da-f-]+\.csv is ready/)).toBeVisible();
    return downloading;
  });

  await test.step('the file is downloaded without a further click, and holds them', async () => {
    expect(saved.suggestedFilename()).toMatch(/^orders-\d{4}-\d\d-\d\d-\d{6}-[\da-f]{6}\.csv$/);
    const lines = (await readFile(await saved.path(), 'utf8')).trimEnd().split('\r\n');
    expect(lines[0]).toBe('\uFEFFOrder,Phone,Address');
    expect(lines).toHaveLength(Number(count.replaceAll(',', '')) + 1);
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click();
  });

  const link = await test.step('a mail brings the link', async () => {
    const mail = async () =>
      (await sandbox.mailsTo(owner.email)).findLast(({ subject }) => subject.startsWith('Your export of'));
    await expect.poll(async () => (await mail())?.subject).toBe(`Your export of ${count} orders is ready`);
    return /https?:\/\/\S+\/dashboard\/exports\/[0-9a-f]{24}/.exec((await mail())?.text ?? '')?.[0] ?? '';
  });

  await test.step('opened without a session, it asks for sign-in first and continues to the export', async () => {
    const stranger = await browser.newPage({ baseURL: stack.url });
    await stranger.goto(new URL(link).pathname);
    await expect(stranger).toHaveURL(/\/login$/);
    await stranger.getByRole('button', { name: 'Sign in', exact: true }).click();
    const form = stranger.getByRole('form', { name: 'Sign in' });
    await form.getByLabel('Email').fill(owner.email);
    await form.getByLabel('Password', { exact: true }).fill(owner.password);
    await form.getByRole('button', { name: 'Sign in' }).click();
    await expect(stranger.getByRole('heading', { name: 'Export', level: 1 })).toBeVisible();
    await expect(stranger.getByText(`Sent to ${owner.email}`)).toBeVisible();
    await expectAccessible(stranger);
    const downloading = stranger.waitForEvent('download');
    await stranger.getByRole('button', { name: /^Download/ }).click();
    await downloading;
    await stranger.context().close();
  });

  await test.step('the list of exports tells of it, and deletes it', async () => {
    await page.goto('/dashboard/exports');
    const row = page.getByRole('row').nth(1);
    await expect(row).toContainText('Status: Delivered');
    await expect(row).toContainText('Ready');
    await expectAccessible(page);
    await row.getByRole('button', { name: /^Delete/ }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete export' }).click();
    await expect(page.getByText('Export deleted')).toBeVisible();
    await expect(page.getByRole('dialog')).toBeHidden();
  });

  await test.step('the way to past exports closes the dialog, also over a page that stays', async () => {
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: /^Search parcels/ }).fill('export orders');
    await page.getByRole('option', { name: 'Export orders', exact: true }).click();
    await page.getByRole('dialog', { name: 'Export orders' }).getByRole('link', { name: 'Past exports' }).click();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(page.getByRole('heading', { name: 'Exports', level: 1 })).toBeVisible();
  });

  await test.step('a search that finds nothing cannot be exported', async () => {
    await page.goto('/dashboard/orders?query=nothing-is-called-so');
    await page.getByRole('button', { name: 'Export', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Export orders' });
    await expect(dialog.getByText('Please select orders to export first!')).toBeVisible();
    await expect(dialog.getByRole('button', { name: 'Export', exact: true })).toBeDisabled();
    await dialog.getByRole('radio', { name: /^All store orders/ }).check();
    await expect(dialog.getByText('Please select orders to export first!')).toBeHidden();
    await expect(dialog.getByRole('button', { name: /^Export [\d,]+ orders$/ })).toBeEnabled();
  });
});

test('ticked orders are saved at once; another shop’s owner who follows the link of an export sees that it is not theirs, and on FREE the plan is named first', async ({
  ownerPage,
  page,
  browserErrors,
}) => {
  browserErrors.expect(/404 .*\/exports\//);
  await ownerPage.goto('/dashboard/orders');
  await ownerPage.getByRole('button', { name: 'Export', exact: true }).click();
  const dialog = ownerPage.getByRole('dialog', { name: 'Export orders' });
  await dialog.getByRole('button', { name: 'Choose columns' }).click();
  await expectAccessible(ownerPage);
  await dialog.getByRole('button', { name: /^Export [\d,]+ orders$/ }).click();
  await expect(dialog.getByText(/is ready/)).toBeVisible();
  await ownerPage.goto('/dashboard/orders');
  await ownerPage.getByRole('row').nth(1).getByRole('checkbox').check();
  await ownerPage.getByRole('row').nth(2).getByRole('checkbox').check();
  await ownerPage.getByRole('region', { name: 'Selected orders' }).getByRole('button', { name: 'Export' }).click();
  const ofSelection = ownerPage.getByRole('dialog', { name: 'Export 2 orders' });
  await ofSelection.getByText('Excel (XLSX)').click();
  const downloading = ownerPage.waitForEvent('download');
  await ofSelection.getByRole('button', { name: 'Export 2 orders' }).click();
  expect((await downloading).suggestedFilename()).toMatch(/^orders-[\da-f-]+\.xlsx$/);

  await ownerPage.goto('/dashboard/exports');
  const path = await ownerPage.getByRole('row').nth(1).getByRole('link').first().getAttribute('href');

  await startSession(page, freeOwner);
  await page.goto(path ?? '');
  await expect(page.getByText('Export not found')).toBeVisible();
  await page.goto('/dashboard/orders');
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  await expect(page.getByRole('dialog').getByText('Your shop is on the FREE plan, which has no export.')).toBeVisible();
});

test('the question whether to stop an export stays the same when the export ends, and does not delete its file', async ({
  ownerPage: page,
  browserErrors,
}) => {
  browserErrors.expect(/409 .*\/exports\//);
  await page.goto('/dashboard/orders');
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  const exporting = page.getByRole('dialog', { name: 'Export orders' });
  await exporting.getByRole('button', { name: /^Export [\d,]+ orders$/ }).click();
  await expect(exporting.getByText(/is ready/)).toBeVisible();

  let isUnderWay = true;
  await page.route('**/exports?*', async (route) => {
    const response = await route.fetch();
    const body = await response.json();
    if (isUnderWay) body.data[0].state = 'under-way';
    await route.fulfill({ response, json: body });
  });
  await page.goto('/dashboard/exports');
  const row = page.getByRole('row').nth(1);
  await row.getByRole('button', { name: /^Stop/ }).click();
  const question = page.getByRole('dialog', { name: 'Stop this export?' });
  await expect(question).toContainText('We delete the unfinished file');
  isUnderWay = false;
  await expect(page.getByRole('row', { includeHidden: true }).nth(1)).toContainText('Ready');
  await expect(question).toContainText('We delete the unfinished file');
  await question.getByRole('button', { name: 'Stop export' }).click();
  await expect(question.getByRole('alert')).toContainText('This export has ended, so there is nothing to stop.');
  await question.getByRole('button', { name: 'Keep exporting' }).click();
  await expect(question).toBeHidden();
  await expect(row.getByRole('button', { name: /^Download/ })).toBeVisible();
});
