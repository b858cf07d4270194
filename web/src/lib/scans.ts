import { scanReader } from './scan-reader.ts';

let scanned: ((barcode: string) => void) | undefined;

const reader = scanReader((barcode) => {
  if (!modalIsOpen()) scanned?.(barcode);
});

export const { unlessScanned } = reader;

/** Calls `listener` with each barcode that is scanned outside of text fields and modal dialogs. Returns the end of it. */
export function listenForScans(listener: (barcode: string) => void): () => void {
  scanned = listener;
  // Before all other listeners, so that no shortcut acts on a scanned letter.
  addEventListener('keydown', onKeyDown, { capture: true });
  return () => {
    if (scanned !== listener) return;
    scanned = undefined;
    removeEventListener('keydown', onKeyDown, { capture: true });
  };
}

/** The key as on a Latin keyboard. Urdu and other layouts have other letters on the same keys. */
export function latinKey({ key, code }: Pick<KeyboardEvent, 'key' | 'code'>): string {
  if (key.length > 1) return key;
  if (key === '؟') return '?';
  if (key.charCodeAt(0) < 128) return key.toLowerCase();
  return /^(?:Key|Digit)([A-Z0-9])$/.exec(code)?.[1]?.toLowerCase() ?? key;
}

export const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.matches('input:not([type=checkbox]), textarea, select'));

export const modalIsOpen = (): boolean => document.querySelector('[role="dialog"][aria-modal="true"]') !== null;

function onKeyDown(event: KeyboardEvent): void {
  if (event.key === 'Shift') return;
  if (!reader.press(latinKey(event), event.timeStamp, isText(event))) return;
  event.preventDefault();
  event.stopImmediatePropagation();
}

function isText({ target, ctrlKey, metaKey, altKey, repeat }: KeyboardEvent): boolean {
  // Cells of a sheet take typed text as well.
  const isCell = target instanceof Element && target.closest('[role="grid"]') !== null;
  return !ctrlKey && !metaKey && !altKey && !repeat && !isCell && !isTyping(target);
}
