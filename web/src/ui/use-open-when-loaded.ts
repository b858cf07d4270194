import { useEffect, useRef, useState } from 'react';

/**
 * For a menu whose code is loaded when its button is first pressed: opens it once it is there. The loaded button has
 * taken the place of the pressed one, so it takes the focus first and gets it back when the menu closes.
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
