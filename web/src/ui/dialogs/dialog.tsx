import { Modal, type ModalProps } from '@mantine/core';
import { useReturnFocus } from '../../lib/return-focus.ts';

/** A dialog over the page. The kit gives the focus back only where a dialog is closed before it is removed. */
export function Dialog(props: ModalProps) {
  useReturnFocus(props.opened);
  return <Modal returnFocus={false} closeButtonProps={{ 'aria-label': 'Close' }} {...props} />;
}
