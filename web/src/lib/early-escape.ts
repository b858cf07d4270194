/** An open menu has the focus a moment after it is drawn. An Esc before that is pressed again when it has. */
export function keepEarlyEscapeOfMenus(): void {
  addEventListener(
    'keydown',
    (event) => {
      if (event.key !== 'Escape') return;
      const menus = [...document.querySelectorAll('.mantine-Menu-dropdown, .mantine-Popover-dropdown')];
      const menu = menus.find(isOpen);
      if (!menu || menu.contains(document.activeElement)) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      const again = new KeyboardEvent('keydown', event);
      menu.addEventListener('focusin', ({ target }) => target?.dispatchEvent(again), { once: true });
    },
    { capture: true },
  );
}

/** One that is just closing is still drawn. */
function isOpen(menu: Element): boolean {
  const button = document.getElementById(menu.getAttribute('aria-labelledby') ?? '');
  return menu.checkVisibility() && button?.ariaExpanded === 'true';
}
