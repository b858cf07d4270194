import { useRef } from 'react';
import { overlayIsOpen, useKeys } from '../../lib/keys.ts';

/** Esc closes the filter panel and returns the focus to the button that opened it. An open list in the panel closes first. */
export function useCloseFilters(isOpen: boolean, onClose: () => void) {
  const button = useRef<HTMLButtonElement>(null);
  const close = (): void => {
    onClose();
    button.current?.focus();
  };
  useKeys({ Escape: () => overlayIsOpen() || close() }, isOpen);
  return { button, close };
}
