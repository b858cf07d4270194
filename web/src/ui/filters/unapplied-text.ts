import { useLayoutEffect } from 'react';
import { sharedState, useSharedState } from '../../lib/shared-state.ts';

/** How many fields of this page have text that its list does not show yet. */
const unappliedFields = sharedState(0);

/** Whether a search or filter of this page has text that its list does not show yet. */
export const useHasUnappliedText = (): boolean => useSharedState(unappliedFields) > 0;

/** Says that this field has such text. */
export function useUnappliedText(isUnapplied: boolean): void {
  useLayoutEffect(() => {
    if (!isUnapplied) return;
    unappliedFields.write(unappliedFields.read() + 1);
    return () => unappliedFields.write(unappliedFields.read() - 1);
  }, [isUnapplied]);
}
