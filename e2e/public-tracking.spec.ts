import type { Browser, BrowserContextOptions, Page } from '@playwright/test';
import { expect, test } from './test.ts';

/** The smallest phone that people still use. */
const smallPhone = { width: 320, height: 640 };

test('a customer with the shop’s link reads it in Urdu from then on, shares it, and prints one page', async ({
  ownerPage,
  browser,
}) => {
  const link = await linkOfSomeParcel(ownerPage);
  const page = await visitor(browser, { permissions: ['clipboard-read', 'clipboard-write'] });
  await page.goto(link);
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  await expectWholeWords(page);
  await page.getByRole('link', { name: 'اردو' }).click();
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
  await page.goto(link);
  await expect(page.locator('html')).toHaveAttribute('lang', 'ur');
  await expectWholeWords(page);

  await page.getByRole('button', { name: 'لنک کاپی کریں' }).click();
  await expect(page.getByRole('status')).toHaveText('لنک کاپی ہو گیا');
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link);

  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(255, 255, 255)');
  await expect(page.getByRole('heading', { level: 1 })).toHaveCSS('color', 'rgb(0, 0, 0)');
  await expect(page.getByRole('button').filter({ visible: true })).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'English' })).toBeHidden();
  const pdf = await page.pdf({ format: 'A4' });
  expect(pdf.toString('latin1').match(/\/Type \/Page\b/g)).toHaveLength(1);
  await page.context().close();
});

test('a phone that can share gets its own list of apps', async ({ ownerPage, browser }) => {
  const link = await linkOfSomeParcel(ownerPage);
  const page = await visitor(browser);
  await page.addInitScript(() => {
    // Chromium on Linux has no Web Share.
    navigator.share = (data) => {
      document.title = data?.url ?? '';
      return Promise.resolve();
    };
  });
  await page.goto(link);
  await page.getByRole('button', { name: 'Share this page' }).click();
  await expect(page).toHaveTitle(link);
  await expect(page.getByRole('link', { name: 'Share on WhatsApp' })).toBeHidden();
  await page.context().close();
});

test('without JavaScript the page is shared on WhatsApp and remembers its language', async ({ ownerPage, browser }) => {
  const link = await linkOfSomeParcel(ownerPage);
  const page = await visitor(browser, { javaScriptEnabled: false });
  await page.goto(link);
  const share = page.getByRole('link', { name: 'Share on WhatsApp' });
  const { searchParams } = new URL((await share.getAttribute('href')) ?? '');
  expect(searchParams.get('text')?.split('\n').at(-1)).toBe(link);
  await expect(page.getByRole('button').filter({ visible: true })).toHaveCount(0);
  await page.getByRole('link', { name: 'اردو' }).click();
  await page.goto(link);
  await expect(page.locator('html')).toHaveAttribute('lang', 'ur');
  await page.context().close();
});

test('a pasted message is not cut to a number, and the form says what to enter', async ({ browser }) => {
  const page = await visitor(browser, { javaScriptEnabled: false });
  await page.goto('/track');
  const number = page.getByLabel('Tracking number');
  const message = 'Your parcel is on its way with Leopards, the number is LE750000168';
  await number.focus();
  await page.keyboard.insertText(message);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/track$/);
  await expect(number).toHaveValue(message);
  await expect(number).toHaveAccessibleDescription('Enter the tracking number only, up to 50 characters.');
  await page.context().close();
});

test('a customer who types a number that two couriers use chooses the courier, in Urdu too', async ({
  bookParcel,
  sandbox,
  database,
  browser,
}) => {
  const [one, other] = [await sandbox.addOrder(), await sandbox.addOrder()];
  const number = await bookParcel(one, 'POSTEX');
  await database.changeNumber(await bookParcel(other, 'TCS'), number);
  const page = await visitor(browser, { javaScriptEnabled: false });
  await page.goto('/track');
  await page.getByLabel('Tracking number').fill(number);
  await page.getByRole('button', { name: 'Track parcel' }).click();
  await expect(page.getByRole('heading', { name: 'Which courier has your parcel?' })).toBeVisible();
  await page.getByRole('link', { name: 'اردو' }).click();
  await expect(page.getByRole('heading', { name: 'آپ کا پارسل کس کوریئر کے پاس ہے؟' })).toBeVisible();
  await page.getByRole('link', { name: 'English' }).click();
  await page.getByRole('link', { name: 'TCS' }).click();
  const details = page.getByRole('region', { name: 'Your order' });
  await expect(details).toContainText('TCS');
  await expect(details).toContainText(other.name);
  await page.getByRole('link', { name: 'اردو' }).click();
  await expect(page.locator('html')).toHaveAttribute('lang', 'ur');
  await expect(page.getByText(other.name)).toBeVisible();
  await page.context().close();
});

/** The link of a parcel as a shop gives it to its customer. */
async function linkOfSomeParcel(page: Page): Promise<string> {
  await page.goto('/dashboard/orders');
  await page.getByRole('row').nth(1).getByRole('link').first().click();
  const track = page.getByRole('dialog', { name: 'Order tracking info' }).getByRole('link', { name: /^Track/ });
  return (await track.getAttribute('href')) ?? '';
}

async function visitor(browser: Browser, options: BrowserContextOptions = {}): Promise<Page> {
  const context = await browser.newContext({ viewport: smallPhone, locale: 'en-GB', ...options });
  return context.newPage();
}

/** No word of the steps is broken, and nothing scrolls sideways. */
async function expectWholeWords(page: Page): Promise<void> {
  const widths = await page.evaluate(() => {
    const words = [...document.querySelectorAll('.step span')].flatMap((step) => {
      const text = step.firstChild;
      if (!text) return [];
      return [...(text.textContent ?? '').matchAll(/\S+/g)].map(({ 0: word, index }) => {
        const range = document.createRange();
        range.setStart(text, index);
        range.setEnd(text, index + word.length);
        return { word, lines: range.getClientRects().length };
      });
    });
    return { broken: words.filter(({ lines }) => lines > 1), words: words.length, page: document.body.scrollWidth };
  });
  expect(widths).toMatchObject({ broken: [], page: smallPhone.width });
  expect(widths.words).toBeGreaterThanOrEqual(3);
}
