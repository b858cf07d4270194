import { useEffect, useRef, type RefObject } from 'react';

/** Calls `take` when the page is closed or reloaded, or the field disappears: what is typed in it counts. */
export function useTakeOnClose<Field extends HTMLElement>(
  field: RefObject<Field | null>,
  take: (field: Field) => void,
): void {
  const latest = useRef(take);
  useEffect(() => {
    latest.current = take;
  });
  useEffect(() => {
    const element = field.current;
    if (!element) return;
    const close = (): void => latest.current(element);
    addEventListener('pagehide', close);
    return () => {
      removeEventListener('pagehide', close);
      // Strict mode runs this while the field stays.
      if (!element.isConnected) close();
    };
  }, [field]);
}
