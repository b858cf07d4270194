import { expect } from '@playwright/test';
import type { Locator, Page } from '@playwright/test';
import type { StoreOrder } from './sandbox.ts';

export async function openBooking(page: Page, order: StoreOrder): Promise<void> {
  await page.goto(`/dashboard/order/book?id=${order.id}`);
  await expect(page.getByRole('heading', { name: `Book ${order.name}`, level: 1 })).toBeVisible();
}

export async function chooseAccount(page: Page, name: string): Promise<void> {
  await page.getByRole('combobox', { name: 'Courier account' }).click();
  await page.getByRole('option', { name }).click();
}

/** What stays in view beside the form: destination, amount, problems, and the button. */
export const bookingSummary = (page: Page): Locator => page.getByRole('complementary', { name: 'Booking summary' });

export const bookButton = (page: Page): Locator => bookingSummary(page).getByRole('button', { name: /^Book/ });

/** Presses Book and reads the tracking number from the confirmation. */
export async function book(page: Page): Promise<string> {
  await bookButton(page).click();
  return bookedNumber(page);
}

/** The tracking number on the confirmation that is shown. */
export async function bookedNumber(page: Page): Promise<string> {
  await expect(page.getByRole('heading', { name: 'Fulfilled', level: 1 })).toBeVisible({ timeout: 20_000 });
  const barcode = page.getByRole('img', { name: /^Barcode of / });
  const name = await barcode.getAttribute('aria-label');
  return (name ?? '').replace('Barcode of ', '');
}

export type Box = { x: number; y: number; width: number; height: number };

/**
 * Where the next toast with this text is. The page itself notes it with the frame that shows the toast, which is gone after
 * five seconds, however slow the test is.
 */
export async function placeOfToast(page: Page, text: string): Promise<Box> {
  const place = await page.waitForFunction((wanted) => {
    const toasts = [...document.querySelectorAll('[role="status"] [aria-label="Dismiss"]')];
    return toasts
      .map(({ parentElement }) => parentElement)
      .find((toast) => toast?.textContent.includes(wanted))
      ?.getBoundingClientRect()
      .toJSON();
  }, text);
  return place.jsonValue();
}

/** Whether something else on the screen is below it. */
export async function covers(box: Box, other: Locator): Promise<boolean> {
  const below = await other.boundingBox();
  if (!below) throw new Error('It is not on the screen');
  return (
    box.x < below.x + below.width &&
    below.x < box.x + box.width &&
    box.y < below.y + below.height &&
    below.y < box.y + box.height
  );
}

/**
 * Resolves when a toast with this text has been shown. Call it before what shows the toast: the page itself notes it, because the
 * toast may be gone, after five seconds, when a slow test looks.
 */
export const toastShown = (page: Page, text: RegExp): Promise<void> =>
  page.evaluate(
    ({ source, flags }) =>
      new Promise<void>((resolve) => {
        const wanted = new RegExp(source, flags);
        const look = (): void => {
          const toasts = [...document.querySelectorAll('[aria-label="Dismiss"]')];
          if (!toasts.some(({ parentElement }) => wanted.test(parentElement?.textContent ?? ''))) return;
          observer.disconnect();
          resolve();
        };
        const observer = new MutationObserver(look);
        observer.observe(document.body, { childList: true, subtree: true, characterData: true });
        look();
      }),
    { source: text.source, flags: text.flags },
  );

/** A message at the edge of the screen, announced as well. */
export const toast = (page: Page, text: string | RegExp): Locator =>
  page.getByRole('status').or(page.getByRole('alert')).getByText(text);
