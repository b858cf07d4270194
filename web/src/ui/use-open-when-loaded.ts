import { useEffect, useRef, useState } from 'react';

/**
 * Opens a lazily loaded menu once its code is loaded. The loaded button replaces the pressed one, so it gets the focus
 * first and gets it back when the menu closes.
 */
export function useOpenWhenLoaded() {
  const [opened, setOpened] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    const timer = setTimeout(() => {
      button.current?.focus({ preventScroll: true });
      setOpened(true);
    });
    return () => clearTimeout(timer);
  }, []);
  return { opened, setOpened, button };
}
