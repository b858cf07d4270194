import { expectAccessible } from './expect-accessible.ts';
import { expect, test } from './test.ts';

test('the owner sees who changed a user, filters the activity log, and downloads it', async ({ ownerPage: page }) => {
  test.slow();
  await page.goto('/dashboard/create-user');
  const form = page.getByRole('form', { name: 'Create user' });
  await form.getByLabel('Email').fill('nighat@demo.test');
  await form.getByLabel('Password', { exact: true }).fill('quiet river lantern');
  await form.getByLabel('First name').fill('نگہت پروین');
  await form.getByLabel('Last name').fill('Chaudhry');
  await form.getByLabel('Tag').fill('NIGHAT');
  await form.getByText('Choose single scopes').click();
  await form.getByRole('checkbox', { name: /^See orders/ }).check();
  await form.getByRole('button', { name: 'Create user' }).click();
  await page.getByRole('button', { name: 'Go to users' }).click();
  await page.getByRole('link', { name: 'Edit نگہت پروین Chaudhry' }).click();
  const edit = page.getByRole('form', { name: 'Edit نگہت پروین Chaudhry' });
  await edit.getByLabel('Tag').fill('NIGHAT-LHR');
  await edit.getByText('Contact').click();
  await edit.getByLabel('Phone').fill('0321 7654321');
  await page.getByRole('region', { name: 'Unsaved changes' }).getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('User updated')).toBeVisible();

  await page.goto('/dashboard/users');
  await page.getByRole('link', { name: 'Activity log' }).click();
  await expect(page.getByRole('heading', { name: 'Activity log', level: 1 })).toBeVisible();
  await page.getByRole('searchbox').fill('nighat@demo.test');
  const created = page.getByRole('link', { name: /created the user نگہت پروین Chaudhry$/ });
  const edited = page.getByRole('link', { name: /edited the user نگہت پروین Chaudhry/ });
  await expect(created).toBeVisible();
  await expect(edited).toBeVisible();
  await expect(page.getByText('1 - 2 of 2 Events')).toBeVisible();
  await expectAccessible(page);

  await edited.click();
  const details = page.getByRole('dialog', { name: 'Details of the change' });
  await expect(details.getByRole('row', { name: 'Tag NIGHAT NIGHAT-LHR' })).toBeVisible();
  await expect(details.getByRole('row', { name: 'Phone Empty •••321' })).toBeVisible();
  await expect(details.getByText(/^[0-9a-f]{24}$/)).toBeVisible();
  await expectAccessible(page);
  await page.reload();
  await expect(details).toBeVisible();
  await page.keyboard.press('j');
  await expect(details).toContainText('created the user');
  await page.keyboard.press('k');
  await expect(details).toContainText('edited the user');
  await page.keyboard.press('j');
  await expect(details).toContainText('created the user');
  await page.keyboard.press('Escape');
  await expect(details).toBeHidden();
  await expect(page.getByRole('row').filter({ has: created })).toBeFocused();

  await page.getByRole('combobox', { name: 'Area' }).click();
  await page.getByRole('option', { name: 'Courier accounts' }).click();
  await expect(page.getByText('No event matches')).toBeVisible();
  await expect(page).toHaveURL(/group=accounts/);
  await page.getByRole('button', { name: 'Clear area: Courier accounts' }).click();
  await expect(created).toBeVisible();
  await page.getByRole('button', { name: 'Days Any time' }).click();
  await page.getByRole('button', { name: 'Last Year' }).click();
  await expect(page.getByText('No event matches')).toBeVisible();
  await page.getByRole('button', { name: 'Days Last Year' }).click();
  await page.getByRole('button', { name: 'Any time', exact: true }).click();
  await expect(created).toBeVisible();
  await page.getByRole('button', { name: 'Days Any time' }).click();
  await page.getByRole('button', { name: 'Last Year' }).click();
  await page.getByRole('button', { name: 'Clear days: Last Year' }).click();
  await expect(created).toBeVisible();

  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download CSV' }).click();
  expect((await saved).suggestedFilename()).toMatch(/^activity-log-\d{4}-\d\d-\d\d\.csv$/);
  await expect(page.getByText('Downloading 2 events')).toBeVisible();
});

test('a filter of the activity log that cannot be read empties the list until it is cleared', async ({
  ownerPage: page,
}) => {
  await page.goto('/dashboard/audit?from=2026-13-01');
  await expect(page.getByText('Fix 1 filter')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Download CSV' })).toBeDisabled();
  await page.getByRole('button', { name: 'Clear first day: 2026-13-01' }).click();
  await expect(page.getByRole('row').nth(1)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Download CSV' })).toBeEnabled();
});
