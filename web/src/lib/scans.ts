import { scanReader } from './scan-reader.ts';

let scanned: ((barcode: string) => void) | undefined;

const reader = scanReader((barcode) => {
  if (!modalIsOpen()) scanned?.(barcode);
});

export const { unlessScanned } = reader;

/**
 * Calls `listener` with each barcode that is scanned outside of modal dialogs. A barcode that was typed into a field or a cell
 * is taken out of it again, and its Enter does nothing there. Fields for numbers to look up keep it. Returns the end of it.
 */
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

export const topModal = (): Element | undefined =>
  [...document.querySelectorAll('[role="dialog"][aria-modal="true"]')].at(-1);

export const modalIsOpen = (): boolean => topModal() !== undefined;

function onKeyDown(event: KeyboardEvent): void {
  if (event.key === 'Shift') return;
  if (!reader.press(latinKey(event), event.timeStamp, mayBeScanned(event), rememberField)) return;
  event.preventDefault();
  event.stopImmediatePropagation();
}

const mayBeScanned = ({ target, ctrlKey, metaKey, altKey, repeat }: KeyboardEvent): boolean =>
  !ctrlKey && !metaKey && !altKey && !repeat && !(target instanceof Element && target.matches(ownFields));

/** Fields that scanned numbers are meant for, and passwords, which programs type as fast. */
const ownFields = '[type=search], [enterkeyhint=search], [data-takes-scans], [type=password]';

/** Remembers the focused field, to put it back as it is now. */
function rememberField(): () => void {
  const field = document.activeElement;
  const value = isTextField(field) ? field.value : '';
  return () => {
    const now = document.activeElement;
    if (now === field && isTextField(now)) setValue(now, value);
    // The first letter opened an editor in the focused cell: it closes without a change.
    else if (now !== field && isTextField(now) && field?.contains(now)) pressEscape(now);
  };
}

type TextField = HTMLInputElement | HTMLTextAreaElement;

const isTextField = (element: Element | null): element is TextField =>
  (element instanceof HTMLInputElement && isTyping(element)) || element instanceof HTMLTextAreaElement;

/** Sets the value as typing does: React compares it with the last one that it knows. */
function setValue(field: TextField, value: string): void {
  if (field.value === value) return;
  Reflect.set(
    field instanceof HTMLInputElement ? HTMLInputElement.prototype : HTMLTextAreaElement.prototype,
    'value',
    value,
    field,
  );
  field.dispatchEvent(new InputEvent('input', { bubbles: true }));
}

/** Closes an editor without a change. */
export const pressEscape = (field: EventTarget): boolean =>
  field.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true }));
