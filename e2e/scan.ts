import type { Page } from '@playwright/test';

/**
 * The keys of a barcode scanner into what has the focus, each 8 ms after the one before by its own time, however slow the
 * machine is. As in the browser, a letter is typed unless its key was taken.
 */
export const scan = (page: Page, barcode: string): Promise<void> =>
  page.evaluate(
    async (keys) => {
      const start = performance.now();
      for (const [index, key] of keys.entries()) {
        const target = document.activeElement ?? document.body;
        const press = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true });
        Object.defineProperty(press, 'timeStamp', { value: start + 8 * index });
        const taken = !target.dispatchEvent(press);
        if (!taken && key !== 'Enter') document.execCommand('insertText', false, key);
        // React opens the editor of a cell between two letters.
        await Promise.resolve();
      }
    },
    [...barcode, 'Enter'],
  );

/** Types as a person does: a scanner is faster. */
export const typeByHand = (page: Page, text: string): Promise<void> => page.keyboard.type(text, { delay: 65 });
