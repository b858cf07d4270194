import { addCustomers, cell, openSheet } from './batch-steps.ts';
import { expectAccessible } from './expect-accessible.ts';
import { toast } from './booking-steps.ts';
import { expect, test } from './test.ts';

test('a rule chooses the courier account of an order, is seen on the sheet, and overridden there', async ({
  ownerPage: page,
  sandbox,
}) => {
  await page.goto('/dashboard/settings');
  await page.getByRole('link', { name: 'Courier rules' }).click();
  await expect(page.getByRole('heading', { name: 'Courier rules', level: 1 })).toBeVisible();

  await test.step('it is written with a name, a city and an account', async () => {
    const name = page.getByRole('textbox', { name: 'Name' });
    await page.getByRole('button', { name: 'Add a rule' }).press('Enter');
    await expect(name).toBeFocused();
    await page.getByRole('button', { name: 'Save' }).press('Enter');
    await expect(page.getByText('Give the rule a name')).toBeVisible();
    await expect(name).toBeFocused();
    await name.fill('Gujrat by M&P');
    const cities = page.getByRole('combobox', { name: 'Cities' });
    await cities.fill('Gujrat');
    await page.keyboard.press('Enter');
    await page.getByRole('combobox', { name: 'Account 1' }).click();
    await page.getByRole('option', { name: /M&P Lahore/ }).click();
    const rule = page.getByRole('region', { name: 'Rule 1: Gujrat by M&P' });
    await expect(rule).toContainText('Orders to Gujrat: M&P Lahore.');
    await expectAccessible(page);
    await cities.fill('Kharian');
    await page.keyboard.press('Control+Enter');
    await expect(toast(page, 'Courier rules saved').first()).toBeVisible();
    await expect(rule, 'a city that was still being typed').toContainText('Kharian');
  });

  await test.step('the account for all other orders is the last line of the list', async () => {
    const lines = page.getByRole('list', { name: /^Rules, first to last/ }).getByRole('listitem');
    await expect(lines.last().getByRole('combobox', { name: 'Otherwise use' })).toHaveValue(
      'The default account of the shop',
    );
    await expect(lines).toHaveCount(2);
  });

  await test.step('a second one moves before it by keyboard', async () => {
    await page.getByRole('button', { name: 'Add a rule' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('Heavy');
    await page.getByRole('textbox', { name: 'Weight from' }).fill('20000');
    await page.getByRole('button', { name: /^2\. Heavy/ }).focus();
    await page.keyboard.press('Alt+ArrowUp');
    await expect(page.getByRole('region', { name: 'Rule 1: Heavy' })).toBeVisible();
    await page.getByRole('button', { name: 'Discard' }).click();
    await expect(page.getByRole('region', { name: 'Rule 1: Gujrat by M&P' })).toBeVisible();
  });

  await test.step('orders to that city go to that account, until a person chooses another', async () => {
    const { lastName, orders } = await addCustomers(sandbox, [{ city: 'Gujrat' }, {}]);
    const [ruled, other] = orders;
    if (!ruled || !other) throw new Error('The store took fewer orders');
    await openSheet(page, lastName, 2);
    await expect(cell(page, ruled, 'account')).toContainText('M&P Lahore');
    await expect(cell(page, ruled, 'account')).toContainText('Gujrat by M&P');
    await expect(cell(page, other, 'account')).toContainText('Leopards Lahore');
    await cell(page, ruled, 'account').click();
    await page.keyboard.press('Enter');
    await page.keyboard.type('leop');
    await page.keyboard.press('Enter');
    await expect(cell(page, ruled, 'account')).toContainText('Leopards Lahore');
  });

  await test.step('it is removed', async () => {
    await page.goto('/dashboard/settings/courier-rules');
    await page.getByRole('button', { name: 'Remove Gujrat by M&P' }).click();
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(toast(page, 'Courier rules saved').first()).toBeVisible();
    await expect(page.getByText('No rule yet')).toBeVisible();
  });

  await test.step('an example fills in a rule, and nothing is saved', async () => {
    await expect(page.getByText(/^An example: COD orders from Rs 20,000 go with /)).toBeVisible();
    await page.getByRole('button', { name: 'Use the example' }).click();
    const rule = page.getByRole('region', { name: 'Rule 1: High COD' });
    await expect(rule).toContainText(/COD orders to any city, from Rs 20,000: (?!Leopards Lahore)\w/);
    await expect(page.getByRole('region', { name: 'Unsaved changes' })).toBeVisible();
    await page.getByRole('button', { name: 'Discard' }).click();
    await expect(page.getByText('No rule yet')).toBeVisible();
  });
});
