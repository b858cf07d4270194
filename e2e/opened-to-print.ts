import type { Page } from '@playwright/test';

/**
 * The name of the next PDF that opens in a tab instead of being saved. Goes back to the page, as a person does: Chromium may
 * draw no more frames of a page behind another tab.
 */
export async function openedToPrint(page: Page): Promise<string> {
  const file = await page.context().waitForEvent('response', {
    predicate: (answer) => answer.url().includes('/downloads/'),
    timeout: 60_000,
  });
  await page.bringToFront();
  return /^inline; filename="(.+)"$/.exec(file.headers()['content-disposition'] ?? '')?.[1] ?? 'not opened';
}
