import { book, openBooking, toast } from './booking-steps.ts';
import { expectAccessible } from './expect-accessible.ts';
import { tokenOf } from './people.ts';
import { expect, test } from './test.ts';

test('the owner compares, repairs one difference, and dismisses another one and takes that back', async ({
  newShop: { domain: shop, page },
  sandbox,
}) => {
  const elsewhere = await sandbox.addOrder({ shop, address: { firstName: 'محمد شاہ زیب', lastName: 'الرحمٰن صدیقی' } });
  await sandbox.changeOrder(elsewhere, { fulfill: { number: 'BX-100', company: 'BlueEx' } });
  const byHand = await sandbox.addOrder({ shop });
  await sandbox.changeOrder(byHand, { fulfill: true });
  const another = await sandbox.addOrder({ shop });
  await sandbox.changeOrder(another, { fulfill: true });

  await page.clock.install();
  await page.goto('/dashboard');
  const navigation = page.getByRole('navigation', { name: 'Main' });
  await navigation.getByRole('link', { name: 'Differences' }).click();
  await expect(page.getByText('Not compared yet').first()).toBeVisible();
  await page.getByRole('button', { name: 'Compare now' }).click();
  const kinds = page.getByRole('navigation', { name: 'Kind of difference' });
  await kinds.getByRole('link', { name: 'Fulfilled without a parcel 3' }).click({ timeout: 20_000 });
  await expect(page).toHaveURL(/kind=fulfilled-without-parcel/);
  const table = page.getByRole('table', { name: 'Open differences' });
  const row = table.getByRole('row', { name: elsewhere.name });
  await expect(row).toContainText('Fulfilled with BX-100 (BlueEx)');
  await expect(row).toContainText('No parcel');
  await expect(row).toContainText('محمد شاہ زیب');
  await expectAccessible(page);

  await test.step('Needs attention leads to the differences that it does not show', async () => {
    const other = await page.context().newPage();
    await other.goto('/dashboard/attention');
    await expect(other.getByRole('main')).toContainText('All clear');
    await other.getByRole('link', { name: '3 other differences' }).click();
    await expect(other.getByRole('table', { name: 'Open differences' })).toBeVisible();
    await other.close();
  });

  await test.step('what another person dismisses keeps its place until the change is shown', async () => {
    const other = await page.context().newPage();
    await other.goto(page.url());
    await other.getByRole('button', { name: `Dismiss ${another.name}` }).click();
    const question = other.getByRole('dialog', { name: `Dismiss ${another.name}?` });
    await question.getByLabel('Reason').fill('Collected');
    await question.getByRole('button', { name: 'Dismiss' }).click();
    await expect(question).toHaveCount(0);
    await other.close();
    await page.clock.fastForward(61_000);
    const changed = page.getByRole('button', { name: 'Show the changed list' });
    await expect(changed).toBeVisible();
    await expect(table.getByRole('row', { name: another.name })).toBeVisible();
    await changed.click();
    await expect(table.getByRole('row', { name: another.name })).toHaveCount(0);
  });

  await table.getByRole('checkbox', { name: new RegExp(elsewhere.name) }).check();
  const addSelected = page.getByRole('button', { name: 'Add parcel (1)' });
  await addSelected.click();
  const repair = page.getByRole('dialog', { name: 'Add BlueEx BX-100?' });
  await expect(repair).toContainText('Nothing is booked.');
  await page.keyboard.press('Escape');
  await expect(repair).toHaveCount(0);
  await expect(addSelected, 'Esc closes the dialog and keeps the selection').toBeVisible();
  await page.keyboard.press('Escape');
  await expect(addSelected).toHaveCount(0);
  await row.getByRole('button', { name: /^Add parcel/ }).click();
  await expect(toast(page, `BX-100 is in Orders and linked to ${elsewhere.name}.`).first()).toBeVisible();
  await expect(row).toHaveCount(0);

  await table.getByRole('button', { name: `Dismiss ${byHand.name}` }).click();
  const dismissal = page.getByRole('dialog', { name: `Dismiss ${byHand.name}?` });
  await dismissal.getByRole('button', { name: 'Dismiss' }).click();
  await expect(dismissal.getByText('Enter a reason')).toBeVisible();
  await dismissal.getByLabel('Reason').fill('Collected in our shop');
  await page.keyboard.press('Control+Enter');
  await expect(dismissal).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(table.getByRole('row', { name: byHand.name })).toBeVisible();

  await page.getByRole('navigation', { name: 'What to show' }).getByRole('link', { name: 'Repairs' }).click();
  const entry = page.getByRole('table', { name: 'Repairs' }).getByRole('row', { name: 'Add BlueEx BX-100' });
  await expect(entry).toContainText('Done');
  await expect(entry).toContainText(`BX-100 is in Orders and linked to ${elsewhere.name}.`);
});

test('an order that changed after booking is cancelled from Differences, and the form opens with its new values', async ({
  newShop: { domain: shop, page },
  sandbox,
}) => {
  await page.request.post('/api/v1/create-account', {
    headers: { authorization: `Bearer ${tokenOf(await page.context().storageState())}` },
    data: {
      ...{ company: 'POSTEX', account_name: 'PostEx main', weight: 500, address_code: '001' },
      token: 'ZGVtby1wb3N0ZXgtdG9rZW46Y291cmllcmRlc2s',
    },
  });
  const order = await sandbox.addOrder({ shop });
  await openBooking(page, order);
  const first = await book(page);
  await expect.poll(() => sandbox.fulfilledWith(order)).toEqual([first]);
  await sandbox.changeOrder(order, { address: { address1: 'Flat 9, Clifton Block 2' } });

  await page.goto('/dashboard/differences');
  await page.getByRole('button', { name: 'Compare now' }).click();
  const row = page.getByRole('table', { name: 'Open differences' }).getByRole('row', { name: order.name });
  await expect(row.getByRole('insertion')).toContainText('Flat 9, Clifton Block 2', { timeout: 20_000 });
  await row.getByRole('button', { name: `Cancel and book again: ${order.name}` }).click();
  const question = page.getByRole('dialog', { name: new RegExp(`and book ${order.name} again\\?$`) });
  await expectAccessible(page);
  await question.getByRole('button', { name: 'Cancel booking' }).click();

  await expect(page.getByRole('heading', { name: `Book ${order.name}`, level: 1 })).toBeVisible();
  await expect(page.getByLabel('Consignee address')).toHaveValue('Flat 9, Clifton Block 2');
  const second = await book(page);
  expect(second).not.toBe(first);
});

test('a filter of Differences that cannot be read is an error over an empty list, never a wider list', async ({
  ownerPage: page,
}) => {
  await page.goto('/dashboard/differences?kind=paid');
  await expect(page.getByRole('button', { name: /^Clear unreadable filter Kind ?: paid$/ })).toBeVisible();
  await expect(page.getByText('Fix 1 filter')).toBeVisible();
  await expect(page.getByText('Last compared').or(page.getByText('Not compared yet.'))).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Clear kind: paid' }).click();
  await expect(page).toHaveURL(/differences$/);
  await expect(page.getByText('Fix 1 filter')).toHaveCount(0);

  await page.goto('/dashboard/differences?tab=repairs&from=2026-13-01');
  await expect(page.getByText('Fix 1 filter')).toBeVisible();
  await page.getByRole('button', { name: 'Clear first day: 2026-13-01' }).click();
  await expect(page.getByText('No repairs yet')).toBeVisible();
});

test('staff who may only read see the differences, and which permission a comparison needs', async ({
  staffPage: page,
}) => {
  await page.goto('/dashboard/differences');
  const reason = 'You need permission to cancel and track orders or permission to import orders. Ask the owner.';
  const compare = page.getByRole('button', { name: 'Compare now' });
  // Until the comparison has loaded, the button does nothing.
  await expect(page.getByText(/^(Not compared yet|Last compared)/).first()).toBeVisible();
  await expect(compare).toBeDisabled();
  await compare.click({ force: true });
  await expect(toast(page, reason).first()).toBeVisible();
});
