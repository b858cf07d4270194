import { Button } from '@mantine/core';
import { useBlocker } from '@tanstack/react-router';
import { useEffect } from 'react';
import { Dialog } from '../dialogs/dialog.tsx';
import styles from '../dialogs/dialog.module.css';

/** Asks before leaving a page, or closing the tab, with unsaved work. `dirty` is asked at the moment of leaving. */
export function UnsavedGuard({ dirty }: { dirty: () => boolean }) {
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => current.pathname !== next.pathname && dirty(),
    enableBeforeUnload: dirty,
    withResolver: true,
  });
  const stay = (): void => blocker.reset?.();
  // What was being saved while we asked is saved now: there is nothing left to ask.
  useEffect(() => {
    if (blocker.status === 'blocked' && !dirty()) blocker.proceed();
  });
  return (
    <Dialog opened={blocker.status === 'blocked'} onClose={stay} title="Leave without saving?">
      <div className={styles.text}>What you changed on this page has not been saved.</div>
      <div className={styles.buttons}>
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
