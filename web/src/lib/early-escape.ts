/**
 * A menu takes the focus a moment after its button opens it, and is drawn in between. An Esc before that is pressed again
 * in the menu once it has the focus.
 */
export function keepEarlyEscapeOfMenus(): void {
  addEventListener(
    'keydown',
    (event) => {
      if (event.key !== 'Escape') return;
      const menuId = document.querySelector(openButton)?.getAttribute('aria-controls');
      if (!menuId || isInMenu(document.activeElement, menuId)) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      const again = new KeyboardEvent('keydown', event);
      document.addEventListener(
        'focusin',
        ({ target }) => {
          if (isInMenu(target, menuId)) target?.dispatchEvent(again);
        },
        { once: true },
      );
    },
    { capture: true },
  );
}

/** Of a menu or popover. All of them take the focus. */
const openButton = 'button[aria-haspopup][aria-expanded="true"]';

const isInMenu = (target: EventTarget | null, menuId: string): boolean =>
  target instanceof Element && target.closest(`[id="${menuId}"]`) !== null;
