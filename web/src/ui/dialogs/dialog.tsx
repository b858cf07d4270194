import { Modal, type ModalProps } from '@mantine/core';
import { useReturnFocus } from '../../lib/return-focus.ts';

/** A modal dialog. Mantine returns the focus only when a dialog closes before it is removed. */
export function Dialog(props: ModalProps) {
  useReturnFocus(props.opened);
  return <Modal returnFocus={false} closeButtonProps={{ 'aria-label': 'Close' }} {...props} />;
}
