import { useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';

/**
 * Opens a lazily loaded menu once its code is loaded. The loaded button replaces the pressed one, so it gets the focus
 * first and gets it back when the menu closes.
 */
export function useOpenWhenLoaded() {
  const [opened, setOpened] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => {
    // Before the next key is pressed, which a timer is not.
    queueMicrotask(() => {
      button.current?.focus({ preventScroll: true });
      flushSync(() => setOpened(true));
    });
  }, []);
  return { opened, setOpened, button };
}
