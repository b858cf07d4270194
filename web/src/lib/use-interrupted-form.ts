import { useEffect, useRef, useState } from 'react';
import { isInterrupted, keepForm, takeForm } from './interrupted-work.ts';

/** Keeps what was typed into a form when the session ends under it, and restores it after the same person signs in. */
export function useInterruptedForm<V>(form: {
  values: V;
  dirty: boolean;
  /** Whether kept values are those of this form. */
  fits: (kept: unknown) => kept is V;
  restore: (values: V) => void;
}): void {
  const [page] = useState(() => location.pathname);
  const latest = useRef(form);
  useEffect(() => {
    latest.current = form;
  });
  useEffect(() => {
    const kept = takeForm(page);
    if (latest.current.fits(kept)) latest.current.restore(kept);
    return () => {
      if (isInterrupted() && latest.current.dirty) keepForm(page, latest.current.values);
    };
  }, [page]);
}
