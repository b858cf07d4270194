import { useLayoutEffect, useSyncExternalStore } from 'react';

let fields = 0;
const listeners = new Set<() => void>();

function count(change: number): void {
  fields += change;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Whether a search or filter of this page has text that its list does not show yet. */
export const useHasUnappliedText = (): boolean => useSyncExternalStore(subscribe, () => fields > 0);

/** Says that this field has such text. */
export function useUnappliedText(isUnapplied: boolean): void {
  useLayoutEffect(() => {
    if (!isUnapplied) return;
    count(1);
    return () => count(-1);
  }, [isUnapplied]);
}
