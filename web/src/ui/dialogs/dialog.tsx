import { Modal, type ModalProps } from '@mantine/core';
import { useRef } from 'react';
import { useSubmitKey } from '../../lib/keys.ts';
import { useReturnFocus } from '../../lib/return-focus.ts';
import { topModal } from '../../lib/scans.ts';

/**
 * A modal dialog. Ctrl+Enter presses the button that submits its form, if no other dialog is above it. Mantine returns the
 * focus only when a dialog closes before it is removed.
 */
export function Dialog(props: ModalProps) {
  const root = useRef<HTMLDivElement>(null);
  const submitButton = (): HTMLElement | null => {
    const top = topModal();
    return top && root.current?.contains(top) ? top.querySelector<HTMLElement>('[type="submit"]') : null;
  };
  useReturnFocus(props.opened);
  useSubmitKey(
    () => submitButton()?.click(),
    () => submitButton() !== null,
  );
  return <Modal ref={root} returnFocus={false} closeButtonProps={{ 'aria-label': 'Close' }} {...props} />;
}
