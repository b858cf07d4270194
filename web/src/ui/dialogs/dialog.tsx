import { Modal, type ModalProps } from '@mantine/core';
import { useRef, useState } from 'react';
import { useSubmitKey } from '../../lib/keys.ts';
import { useReturnFocus } from '../../lib/return-focus.ts';
import { topModal } from '../../lib/scans.ts';
import { useOnBack } from '../../lib/use-on-back.ts';

/**
 * A modal dialog. Ctrl+Enter presses the button that submits its form, if no other dialog is above it. Back closes it, also
 * when it leads to an earlier filter of the same page; with another page, the dialog is removed. Mantine returns the focus only
 * when a dialog closes before it is removed.
 */
export function Dialog(props: ModalProps) {
  const root = useRef<HTMLDivElement>(null);
  const [page] = useState(() => location.pathname);
  const submitButton = (): HTMLElement | null => {
    const top = topModal();
    return top && root.current?.contains(top) ? top.querySelector<HTMLElement>('[type="submit"]') : null;
  };
  useReturnFocus(props.opened);
  useOnBack(() => {
    if (props.opened && location.pathname === page) props.onClose();
  });
  useSubmitKey(
    () => submitButton()?.click(),
    () => submitButton() !== null,
  );
  return <Modal ref={root} returnFocus={false} closeButtonProps={{ 'aria-label': 'Close' }} {...props} />;
}
