import type { Page } from '@playwright/test';

/**
 * The keys of a barcode scanner into what has the focus, in shorter gaps than a busy machine can press them. As in the browser,
 * a letter is typed unless its key was taken.
 */
export const scan = (page: Page, barcode: string): Promise<void> =>
  page.evaluate(
    async (keys) => {
      for (const key of keys) {
        const target = document.activeElement ?? document.body;
        const taken = !target.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
        if (!taken && key !== 'Enter') document.execCommand('insertText', false, key);
        // React opens the editor of a cell between two letters.
        await Promise.resolve();
      }
    },
    [...barcode, 'Enter'],
  );

/** Types as a person does: a scanner is faster. */
export const typeByHand = (page: Page, text: string): Promise<void> => page.keyboard.type(text, { delay: 65 });
