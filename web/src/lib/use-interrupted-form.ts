import { useEffect, useRef, useState } from 'react';
import { currentAddress, isInterrupted, keepForm, takeForm } from './interrupted-work.ts';

/**
 * Keeps a form's values when the session ends, and restores them after the same person signs in. If its page fails, they
 * are restored when the person tries again.
 */
export function useInterruptedForm<V>(form: {
  /** Tells the forms of a page apart. */
  name?: string;
  values: V;
  /** What a reload for a new version may store of them. Default: all. */
  withoutSecrets?: V;
  dirty: boolean;
  /** Whether stored values belong to this form. */
  fits: (kept: unknown) => kept is V;
  restore: (values: V) => void;
}): void {
  const [key] = useState(() => `${location.pathname} ${form.name ?? ''}`);
  const [address] = useState(currentAddress);
  const latest = useRef(form);
  useEffect(() => {
    latest.current = form;
  });
  useEffect(() => {
    const kept = takeForm(key);
    if (latest.current.fits(kept)) latest.current.restore(kept);
    return () => {
      const { values, withoutSecrets = values, dirty } = latest.current;
      if (isInterrupted(address) && dirty) keepForm(key, { values, withoutSecrets });
    };
  }, [key, address]);
}
