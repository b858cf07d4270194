import type { Page } from '@playwright/test';
import { expect } from './test.ts';

/** Checks the open page at the size of a phone. Nothing may scroll sideways there. */
export async function onPhone(page: Page, check: () => Promise<void>): Promise<void> {
  const before = page.viewportSize();
  await page.setViewportSize({ width: 390, height: 844 });
  await check();
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  if (before) await page.setViewportSize(before);
}
