import { useLayoutEffect } from 'react';

/**
 * A busy button is disabled and loses the focus, and without motion a menu is gone before the dialog that its entry
 * opens. The person moved the focus in neither case, so that dialog still returns the focus there.
 */
let lastFocused: Element | null = null;
document.addEventListener('focusin', ({ target }) => {
  if (target instanceof Element) lastFocused = target;
});
document.addEventListener('focusout', ({ target, relatedTarget }) => {
  if (target !== lastFocused || lastFocused?.matches(':disabled')) return;
  if (relatedTarget === null && lastFocused?.closest('[role="menu"]')) return;
  lastFocused = null;
});

const settleMs = 10;

/**
 * Returns the focus to where it was before a dialog opened, when the dialog closes or is removed. If that element is
 * gone, the nearest place gets the focus: its menu's button, its panel or the page.
 */
export function useReturnFocus(opened: boolean): void {
  useLayoutEffect(() => {
    if (!opened) return;
    const places = placesAround(focusedElement());
    return () => {
      const atClose = document.activeElement;
      if (!isInDialog(atClose)) return;
      setTimeout(() => {
        const now = document.activeElement;
        if (now === atClose || now === document.body) focusFirst(places);
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
