/** Barcode scanners type like a keyboard, but faster than anyone types, and press Enter at the end. */
export const maxGapMs = 60;
const minLength = 6;

/** Tells scanned barcodes from typed keys. `onScan` gets each barcode in capital letters. Each has a digit, words have none. */
export function scanReader(onScan: (barcode: string) => void) {
  let text = '';
  let lastKeyAt = Number.NEGATIVE_INFINITY;
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** What the keys of `text` do if a person typed them. */
  let waiting: (() => void)[] = [];
  let undo: (() => void) | undefined;

  const runWaiting = (): void => {
    clearTimeout(timer);
    const runs = text.length >= minLength ? [] : waiting;
    waiting = [];
    for (const run of runs) run();
  };

  const release = (): void => {
    runWaiting();
    text = '';
  };

  return {
    /**
     * Takes each key at its time in milliseconds. Returns true if it is the Enter that ends a barcode; `remember` was called
     * before its first letter, and what it returned, after its last one.
     */
    press(key: string, at: number, isText: boolean, remember: () => () => void): boolean {
      const isSoon = at - lastKeyAt <= maxGapMs;
      lastKeyAt = at;
      if (isText && /^[a-z0-9-]$/.test(key)) {
        if (!isSoon) release();
        if (text === '') undo = remember();
        text += key.toUpperCase();
        clearTimeout(timer);
        // A busy page may run this before it reads the next key of a barcode, so the letters stay.
        timer = setTimeout(runWaiting, maxGapMs);
        return false;
      }
      const isBarcode = key === 'Enter' && isSoon && text.length >= minLength && /\d/.test(text);
      const barcode = text;
      release();
      if (!isBarcode) return false;
      undo?.();
      onScan(barcode);
      return true;
    },
    /** Runs the shortcut of the last key, unless it turns out to be part of a barcode. */
    unlessScanned(run: () => void): void {
      if (text === '') run();
      else waiting.push(run);
    },
  };
}
