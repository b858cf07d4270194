import { useEffect, useLayoutEffect, useRef } from 'react';
import { flushSync } from 'react-dom';
import { isTyping, latinKey, modalIsOpen, unlessScanned } from './scans.ts';

type Handlers = Readonly<Record<string, ((event: KeyboardEvent) => void) | undefined>>;

/**
 * Listens for keys anywhere on the page: `j`, `Enter`, `?`, `Escape`, `mod+k`, and `g o` for o after g. Plain keys are
 * ignored while a person types or scans a barcode; keys with `mod+` and `Escape` are not. While a modal dialog is open, only
 * `mod+k` works. An `Escape` that closes a dialog, menu, list or popover does nothing else.
 *
 * A key works as soon as the page is drawn, so these are layout effects.
 */
export function useKeys(handlers: Handlers, active = true): void {
  const latest = useRef(handlers);
  useLayoutEffect(() => {
    latest.current = handlers;
  });
  useLayoutEffect(() => {
    if (!active) return;
    const onKey = (event: KeyboardEvent): void => {
      const followsG = isAfterG(event);
      if (event.defaultPrevented || event.altKey || event.isComposing) return;
      const mod = event.ctrlKey || event.metaKey;
      const key = latinKey(event);
      const plain = followsG ? `g ${key}` : key;
      const name = mod ? `mod+${key}` : plain;
      if (!latest.current[name]) return;
      if (!mod && key !== 'Escape' && isTyping(event.target)) return;
      if (name === 'Escape' ? overlayWasOpen : name !== 'mod+k' && modalIsOpen()) return;
      if (key === 'Enter' && isControl(event.target)) return;
      const run = (): void => {
        if (!event.defaultPrevented) latest.current[name]?.(event);
      };
      if (mod || !/^[a-z0-9]$/.test(key)) run();
      // Keys typed fast run together. Each one starts from what the one before it changed.
      else unlessScanned(() => flushSync(run));
    };
    addEventListener('keydown', onKey);
    const endEscape = latest.current['Escape'] && startEscape();
    return () => {
      removeEventListener('keydown', onKey);
      endEscape?.();
    };
  }, [active]);
}

/** How many parts of the page Esc closes or unselects. */
let escapeKeys = 0;

/** Counts one more of them until the returned function is called. */
export function startEscape(): () => void {
  escapeKeys += 1;
  return () => {
    escapeKeys -= 1;
  };
}

/**
 * Esc goes back, if nothing has the focus and there is nothing to close or unselect. Listens before all parts of the page:
 * afterwards, what Esc closes is gone.
 */
export function useBackKey(goBack: () => void): void {
  const latest = useRef(goBack);
  useLayoutEffect(() => {
    latest.current = goBack;
  });
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape' || event.repeat || event.altKey || event.ctrlKey || event.metaKey) return;
      const hasFocus = !(event.target instanceof Element && event.target.matches(`body, #main, [${placeMark}]`));
      if (hasFocus || overlayWasOpen || escapeKeys > 0) return;
      // The dialog that asks about unsaved work would close with the same key.
      event.stopImmediatePropagation();
      latest.current();
    };
    addEventListener('keydown', onKey, { capture: true });
    return () => removeEventListener('keydown', onKey, { capture: true });
  }, []);
}

/** On a part of the page that has the focus because a control in it is gone. Esc acts there as where nothing has it. */
export const placeMark = 'data-focus-place';

/** Whether an overlay was open when Esc was pressed. */
let overlayWasOpen = false;

/** Once, before all other listeners: an overlay that Esc closes may be gone before the page gets the key. */
export function watchOverlays(): void {
  addEventListener(
    'keydown',
    ({ key, target }) => {
      if (key === 'Escape') overlayWasOpen = modalIsOpen() || listIsOpen() || isInPopover(target);
    },
    { capture: true },
  );
}

/** Closed menus and lists stay in the document but are not visible. */
const listIsOpen = (): boolean =>
  [...document.querySelectorAll('[role="menu"], [role="listbox"]')].some((element) => element.checkVisibility());

const isInPopover = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('[role="dialog"]:not([data-side-panel])') !== null;

const secondKeyWithinMs = 1500;
let gPressedAt = Number.NEGATIVE_INFINITY;
let newest: { event: KeyboardEvent; followsG: boolean } | undefined;

/** Whether this is a letter after g, outside of fields. Each listener of an event gets the same answer. */
function isAfterG(event: KeyboardEvent): boolean {
  if (newest?.event === event) return newest.followsG;
  const isPlain = !(event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || isTyping(event.target));
  const key = latinKey(event);
  const followsG = isPlain && /^[a-z]$/.test(key) && event.timeStamp - gPressedAt <= secondKeyWithinMs;
  const isG = isPlain && !followsG && key === 'g';
  if (event.key !== 'Shift') gPressedAt = isG ? event.timeStamp : Number.NEGATIVE_INFINITY;
  newest = { event, followsG };
  return followsG;
}

/**
 * Ctrl+Enter submits a form from every field, with what is typed there. Select lists would handle the key, so we catch it
 * first, unless an open list has another option marked. By default, this is a form of the page, which an open dialog covers;
 * `Dialog` submits the form in it.
 */
export function useSubmitKey(submit: () => void, canSubmit = (): boolean => !modalIsOpen()): void {
  const latest = useRef({ submit, canSubmit });
  useLayoutEffect(() => {
    latest.current = { submit, canSubmit };
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.altKey || event.isComposing) return;
      if (!latest.current.canSubmit() || marksAnotherOption(event.target)) return;
      event.preventDefault();
      event.stopPropagation();
      commitTyping();
      latest.current.submit();
    };
    addEventListener('keydown', onKey, { capture: true });
    return () => removeEventListener('keydown', onKey, { capture: true });
  }, []);
}

/**
 * Makes the focused field take what is typed in it, for fields that do so on blur. The focus stays: losing it for a
 * moment would open the list of a select again.
 */
export function commitTyping(): void {
  const field = document.activeElement;
  if (isTyping(field)) flushSync(() => field?.dispatchEvent(new FocusEvent('focusout', { bubbles: true })));
}

function marksAnotherOption(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement) || target.ariaExpanded !== 'true') return false;
  const list = document.getElementById(target.getAttribute('aria-controls') ?? '');
  return (list?.querySelector('[data-combobox-selected]:not([aria-selected="true"])') ?? null) !== null;
}

/** The name of the key that `mod+` stands for. */
export const modKey = /Mac|iP(?:hone|ad)/.test(navigator.userAgent) ? '⌘' : 'Ctrl';

const isControl = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.closest('a, button, summary, [role=menuitem], [role=option]') !== null;
