import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Dialog } from './dialog.tsx';
import styles from './dialog.module.css';
import { FailureNotice } from '../notice.tsx';

/**
 * Asks before an action that cannot be undone. Stays open while it works, and after a failure with the reason. With
 * `danger`, the safe button has the focus.
 */
export function Confirm(props: {
  opened: boolean;
  onClose: () => void;
  title: string;
  children: ReactNode;
  /** A verb and its object: "Cancel booking". */
  confirmLabel: string;
  /** Such as "Keep booking". Default: "Cancel". */
  keepLabel?: string;
  danger?: boolean;
  onConfirm: () => Promise<unknown>;
}) {
  const action = useMutation({ mutationFn: () => props.onConfirm(), onSuccess: () => props.onClose() });
  const close = (): void => {
    if (action.isPending) return;
    action.reset();
    props.onClose();
  };
  return (
    <Dialog opened={props.opened} onClose={close} title={props.title}>
      <div className={styles.text}>{props.children}</div>
      <FailureNotice failure={action.error} />
      <div className="dialog-buttons">
        <Button
          variant="default"
          disabled={action.isPending}
          onClick={close}
          data-autofocus={props.danger || undefined}
        >
          {props.keepLabel ?? 'Cancel'}
        </Button>
        <Button
          {...(props.danger && { color: 'red' })}
          loading={action.isPending}
          // It fades out after it has succeeded, and must not act again.
          onClick={() => props.opened && action.mutate()}
          data-autofocus={!props.danger || undefined}
        >
          {props.confirmLabel}
        </Button>
      </div>
    </Dialog>
  );
}
