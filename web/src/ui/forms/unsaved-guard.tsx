import { Button } from '@mantine/core';
import { useBlocker } from '@tanstack/react-router';
import { useEffect } from 'react';
import { isSamePage } from '../../lib/same-page.ts';
import { Dialog } from '../dialogs/dialog.tsx';
import styles from '../dialogs/dialog.module.css';

/** Asks before the person leaves a page or closes the tab with unsaved work. Calls `dirty` at that moment. */
export function UnsavedGuard({
  dirty,
  text = 'Your changes on this page are not saved.',
}: {
  dirty: () => boolean;
  text?: string;
}) {
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => !isSamePage(current, next) && dirty(),
    enableBeforeUnload: dirty,
    withResolver: true,
  });
  const stay = (): void => blocker.reset?.();
  // The save finished while the dialog was open: continue.
  useEffect(() => {
    if (blocker.status === 'blocked' && !dirty()) blocker.proceed();
  });
  return (
    <Dialog opened={blocker.status === 'blocked'} onClose={stay} title="Leave without saving?">
      <div className={styles.text}>{text}</div>
      <div className="dialog-buttons">
        <Button variant="default" onClick={() => blocker.proceed?.()}>
          Leave without saving
        </Button>
        <Button onClick={stay} data-autofocus>
          Stay here
        </Button>
      </div>
    </Dialog>
  );
}
