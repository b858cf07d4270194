import type { Page } from '@playwright/test';
import { book, openBooking } from './booking-steps.ts';
import { expect, test } from './test.ts';

/** Noto Naskh loads only when a character of the Arabic script is drawn with it. */
const drawsUrdu = (page: Page): Promise<boolean> =>
  page.evaluate(() =>
    [...document.fonts].some((font) => font.family.includes('Noto Naskh Arabic') && font.status === 'loaded'),
  );

test('names in Urdu are drawn with an Urdu font, in the dashboard and on the tracking page', async ({
  ownerPage: page,
  sandbox,
}) => {
  const order = await sandbox.addOrder({ address: { firstName: 'فاطمہ', lastName: 'رضوی' } });

  await openBooking(page, order);
  await expect(page.getByRole('textbox', { name: 'Consignee name' })).toHaveValue('فاطمہ رضوی');
  await expect.poll(() => drawsUrdu(page)).toBe(true);

  const number = await book(page);
  await page.goto(`/track/${number}`);
  await expect(page.getByText('ف').first()).toBeVisible();
  await expect.poll(() => drawsUrdu(page)).toBe(true);
});
