import type { Page } from '@playwright/test';
import { book, chooseAccount, openBooking, toast } from './booking-steps.ts';
import { expectAccessible } from './expect-accessible.ts';
import { staff, startSession } from './people.ts';
import { expect, test } from './test.ts';

const unsaved = (page: Page) => page.getByRole('region', { name: 'Unsaved changes' });
const save = (page: Page) => unsaved(page).getByRole('button', { name: 'Save' }).click();
const saved = (page: Page) => expect(toast(page, 'Settings saved').first()).toBeVisible();

test('the tracking page gets colour, contact, language and logo, and a preview shows them first', async ({
  newShop: { page },
}) => {
  await page.goto('/dashboard/settings');
  await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Tracking page' }).click();
  await expect(page.getByRole('heading', { name: 'Tracking page', level: 1 })).toBeVisible();
  const preview = page.frameLocator('iframe[title="Tracking page"]');

  await test.step('a colour that is too light for white text is darkened with one click', async () => {
    const colour = page.getByRole('textbox', { name: 'Colour', exact: true });
    await colour.fill('#ffd400');
    await expect(page.getByText('White text is hard to read on this colour.')).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Use #8c7500' }).click();
    await expect(colour).toHaveValue('#8c7500');
    await expect(page.getByText('White text is hard to read on this colour.')).toBeHidden();
    await expect(preview.locator('.logo')).toHaveCSS('background-color', 'rgb(140, 117, 0)');
  });

  await test.step('the steps of the parcel have the colour, in a shade that can be read', async () => {
    await expect(preview.locator('.step.current .mark circle')).toHaveCSS('fill', 'rgb(134, 112, 0)');
  });

  await test.step('the preview shows what is typed, in both languages', async () => {
    await page.getByLabel('WhatsApp number').fill('0300 7654321');
    await expect(preview.locator('.whatsapp')).toContainText('+92 300 7654321');
    await page.getByLabel('Email').fill('care@example.test');
    await expect(preview.locator('.contacts')).toContainText('care@example.test');
    await page.getByRole('combobox', { name: 'Language' }).click();
    await page.getByRole('option', { name: 'Urdu' }).click();
    await expect(preview.locator('html')).toHaveAttribute('dir', 'rtl');
    await page.getByRole('region', { name: 'Preview' }).getByText('English', { exact: true }).click();
    await expect(preview.locator('html')).toHaveAttribute('dir', 'ltr');
  });

  await test.step('a wrong number is an error beside its field, and nothing typed is lost', async () => {
    await page.getByLabel('Phone', { exact: true }).fill('call us');
    await save(page);
    await expect(page.getByText('Phone: write it like 0300 1234567 or 042 35712345').first()).toBeVisible();
    await expect(page.getByLabel('Phone', { exact: true })).toBeFocused();
    await page.getByLabel('Phone', { exact: true }).fill('042 35712345');
    await save(page);
    await saved(page);
    await page.reload();
    await expect(page.getByLabel('WhatsApp number')).toHaveValue('+923007654321');
    await expect(page.getByRole('textbox', { name: 'Colour', exact: true })).toHaveValue('#8c7500');
  });

  await test.step('a logo is uploaded, shown in the preview, and removed after a question', async () => {
    await page
      .getByLabel('Logo file')
      .setInputFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('no') });
    await expect(page.getByRole('region', { name: 'Logo' }).getByRole('alert')).toContainText(
      'The logo must be a PNG or JPEG picture',
    );
    const picture = await page.screenshot({ clip: { x: 0, y: 0, width: 400, height: 100 } });
    await page.getByLabel('Logo file').setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: picture });
    await expect(toast(page, 'Logo saved').first()).toBeVisible();
    await expect(page.getByAltText('The logo of your shop')).toBeVisible();
    await expect(preview.locator('img.picture')).toHaveJSProperty('naturalWidth', 400);
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Remove logo' }).click();
    const question = page.getByRole('dialog', { name: 'Remove the logo?' });
    await expect(question.getByRole('button', { name: 'Keep logo' })).toBeFocused();
    await question.getByRole('button', { name: 'Remove logo' }).click();
    await expect(toast(page, 'Logo removed').first()).toBeVisible();
    await expect(page.getByText('No logo yet.')).toBeVisible();
  });
});

test('the shipper and the paper are previewed on a label, and prints start with the paper', async ({
  ownerPage: page,
  sandbox,
}) => {
  await page.goto('/dashboard/settings');
  await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Shipper & labels' }).click();
  const label = page.getByRole('img', { name: 'A sample label with your settings' });

  await test.step('the preview follows the form, and waits while the form has problems', async () => {
    await expect(label).toHaveAttribute('data-drawn', 'true');
    const phone = page.getByRole('textbox', { name: 'Phone' });
    await phone.fill('call us');
    await expect(page.getByText('Fix the problems in the form to see the preview.')).toBeVisible();
    await save(page);
    await expect(phone).toBeFocused();
    await expectAccessible(page);
    await phone.fill('042 35712345');
    await page.getByRole('combobox', { name: 'Paper' }).click();
    await page.getByRole('option', { name: '4 × 6 inch' }).click();
    await expect(label).toHaveJSProperty('height', 1200);
    await save(page);
    await saved(page);
  });

  await test.step('the print dialog starts with this paper', async () => {
    await openBooking(page, await sandbox.addOrder());
    await chooseAccount(page, 'M&P Lahore');
    await book(page);
    await page.keyboard.press('p');
    const dialog = page.getByRole('dialog', { name: 'Print' });
    await expect(dialog.getByRole('radio', { name: '4 × 6 inch' })).toBeChecked();
  });
});

test('when a colleague saved first, nothing is overwritten and nothing typed is lost', async ({
  newShop: { page },
  browserErrors,
}) => {
  browserErrors.expect(/409/);
  await page.goto('/dashboard/settings/tracking-page');
  const other = await page.context().newPage();
  await other.goto('/dashboard/settings/tracking-page');
  await other.getByLabel('WhatsApp number').fill('0300 1111111');
  await save(other);
  await saved(other);
  await other.close();

  await page.getByLabel('Email').fill('mine@example.test');
  await save(page);
  await expect(page.getByRole('form', { name: 'Tracking page' }).getByRole('alert')).toContainText(
    'Someone else just changed these settings.',
  );
  await expect(page.getByLabel('Email')).toHaveValue('mine@example.test');
  await expect(page.getByLabel('WhatsApp number')).toHaveValue('+923001111111');
  await save(page);
  await saved(page);
  await page.reload();
  await expect(page.getByLabel('Email')).toHaveValue('mine@example.test');
  await expect(page.getByLabel('WhatsApp number')).toHaveValue('+923001111111');
});

test('someone who may only see the settings reads them, with the reason', async ({ page, database }) => {
  const email = `look-${Date.now()}@demo.store`;
  await database.addColleague(email, { is_active: true, is_verified_user: true, access_scopes: ['READ_SETTINGS'] });
  await startSession(page, { ...staff, email });
  await page.goto('/dashboard/settings/tracking-page');
  await expect(page.getByText('You can view the settings.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Upload logo' })).toBeHidden();
  await expect(page.getByLabel('WhatsApp number')).toHaveAttribute('readonly');
});
