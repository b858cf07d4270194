import { useLayoutEffect, useState, useTransition } from 'react';
import { startEscape } from '../lib/keys.ts';

/**
 * State that opens a lazily loaded menu or dialog. Until its code is loaded the page stays as it is, and Esc cancels:
 * a key pressed too early is not lost.
 */
export function useLazyOpen<State>(closed: State) {
  const [state, setState] = useState(closed);
  const [loading, startLoading] = useTransition();
  useLayoutEffect(() => {
    if (!loading) return;
    const onKey = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape') return;
      event.preventDefault();
      event.stopImmediatePropagation();
      setState(closed);
    };
    addEventListener('keydown', onKey, { capture: true });
    const endEscape = startEscape();
    return () => {
      removeEventListener('keydown', onKey, { capture: true });
      endEscape();
    };
  }, [loading, closed]);
  const open = (next: State): void => startLoading(() => setState(next));
  const close = (): void => setState(closed);
  return [state, open, close] as const;
}
