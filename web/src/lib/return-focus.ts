import { useLayoutEffect } from 'react';
import { placeMark } from './keys.ts';

const settleMs = 10;

/**
 * A busy button is disabled and loses the focus, and without motion a menu is gone before the dialog that its entry
 * opens. The person moved the focus in neither case, so that dialog still returns the focus there.
 */
let lastFocused: Element | null = null;
document.addEventListener('focusin', ({ target }) => {
  if (target instanceof Element) lastFocused = target;
});
document.addEventListener('focusout', ({ target, relatedTarget }) => {
  if (!lastFocused || target !== lastFocused) return;
  const isBusy = lastFocused.matches(':disabled');
  if (relatedTarget === null && (isBusy || lastFocused.matches('button'))) focusLater(lastFocused);
  if (isBusy || (relatedTarget === null && lastFocused.closest('[role="menu"]'))) return;
  lastFocused = null;
});

/**
 * A control that is no longer busy has the focus again. The place of one that is gone has it, and not the next control: who
 * presses Enter twice would use that too.
 */
function focusLater(control: Element): void {
  const { pathname } = location;
  const observer = new MutationObserver((changes) => {
    if (control.isConnected && control.matches(':disabled')) return;
    observer.disconnect();
    const place = control.isConnected ? control : placeOf(control, changes);
    // Who sends the focus elsewhere is first: a dialog that closes, or a page in an effect.
    setTimeout(() => {
      const isMoved = document.activeElement !== document.body || (lastFocused !== null && lastFocused !== control);
      if (!isMoved && location.pathname === pathname) focusPlace(place);
    }, settleMs);
  });
  observer.observe(document.body, { subtree: true, childList: true, attributeFilter: ['disabled'] });
  // Neither busy nor gone: the person left it.
  if (!control.matches(':disabled')) queueMicrotask(() => control.isConnected && observer.disconnect());
}

/** What is now where the control was, inside the page or a dialog. */
function placeOf(control: Element, changes: readonly MutationRecord[]): Element | undefined {
  const removal = changes.findLast(({ removedNodes }) => [...removedNodes].some((node) => node.contains(control)));
  return [removal?.nextSibling, removal?.previousSibling, removal?.target].find(
    (node): node is HTMLElement =>
      node instanceof HTMLElement &&
      node.matches(':is(main *, [role="dialog"] *):not(a, button, input, select, textarea)') &&
      node.checkVisibility(),
  );
}

function focusPlace(place: Element | undefined): void {
  if (!(place instanceof HTMLElement)) return;
  if (place.tabIndex < 0 && !place.hasAttribute('tabindex')) {
    place.tabIndex = -1;
    place.setAttribute(placeMark, '');
    const leave = (): void => ['tabindex', placeMark].forEach((name) => place.removeAttribute(name));
    place.addEventListener('blur', leave, { once: true });
  }
  place.focus({ preventScroll: true });
}

/** How many dialogs were opened. */
let openings = 0;

/**
 * Returns the focus to where it was before a dialog opened, when the dialog closes or is removed. If that element is
 * gone, the nearest place gets the focus: its menu's button, its panel or the page.
 */
export function useReturnFocus(opened: boolean): void {
  useLayoutEffect(() => {
    if (!opened) return;
    openings += 1;
    const places = placesAround(focusedElement());
    return () => {
      const atClose = document.activeElement;
      const before = focusedElement();
      if (!isInDialog(atClose)) return;
      const openingsAtClose = openings;
      setTimeout(() => {
        // What was opened in its place returns the focus, and may be closed again by now.
        if (openings !== openingsAtClose) return;
        const now = document.activeElement;
        if (now === atClose || now === before || now === document.body) focusFirst(places);
      }, settleMs);
    };
  }, [opened]);
}

function focusedElement(): Element | null {
  const focused = document.activeElement;
  return focused && focused !== document.body ? focused : lastFocused;
}

function placesAround(element: Element | null): (HTMLElement | null)[] {
  if (!element) return [];
  const list = element.closest('[role="menu"], [data-menu-dropdown]');
  const button = list && document.getElementById(list.getAttribute('aria-labelledby') ?? '');
  const panel = (button ?? element).closest('[role="dialog"]');
  return [
    !list && element instanceof HTMLElement ? element : null,
    button,
    panel?.querySelector<HTMLElement>('[data-autofocus]') ?? null,
    document.getElementById('main'),
  ];
}

function focusFirst(places: readonly (HTMLElement | null)[]): void {
  for (const place of places) {
    if (!place?.isConnected || !place.checkVisibility()) continue;
    place.focus({ preventScroll: true });
    if (document.activeElement === place) return;
  }
}

const isInDialog = (element: Element | null): boolean =>
  element === null || element === document.body || element.closest('[role="dialog"]') !== null;
