import { Button } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { messageOf } from '../../lib/failures.ts';
import { Dialog } from './dialog.tsx';
import styles from './dialog.module.css';
import { Notice } from '../notice.tsx';

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
  const [working, setWorking] = useState(false);
  const [failure, setFailure] = useState<string>();
  const close = (): void => {
    if (working) return;
    setFailure(undefined);
    props.onClose();
  };
  const confirm = async (): Promise<void> => {
    setWorking(true);
    setFailure(undefined);
    try {
      await props.onConfirm();
      props.onClose();
    } catch (error) {
      setFailure(messageOf(error));
    } finally {
      setWorking(false);
    }
  };
  return (
    <Dialog opened={props.opened} onClose={close} title={props.title}>
      <div className={styles.text}>{props.children}</div>
      {failure && (
        <Notice tone="error" live>
          {failure}
        </Notice>
      )}
      <div className={styles.buttons}>
        <Button variant="default" disabled={working} onClick={close} data-autofocus={props.danger || undefined}>
          {props.keepLabel ?? 'Cancel'}
        </Button>
        <Button
          {...(props.danger && { color: 'red' })}
          loading={working}
          onClick={() => void confirm()}
          data-autofocus={!props.danger || undefined}
        >
          {props.confirmLabel}
        </Button>
      </div>
    </Dialog>
  );
}
