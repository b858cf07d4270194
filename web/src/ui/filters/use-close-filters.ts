import { useKeys } from '../../lib/keys.ts';

/** Esc closes the filter panel and returns the focus to the button that opened it. */
export function useCloseFilters(panelId: string, isOpen: boolean, onClose: () => void): () => void {
  const close = (): void => {
    onClose();
    document.querySelector<HTMLElement>(`[aria-controls="${panelId}"]`)?.focus();
  };
  useKeys({ Escape: close }, isOpen);
  return close;
}
