import type { MouseEvent } from 'react';

/** A click meant for the row itself: not on a control in it, not the end of selecting text. */
export function isRowClick(event: MouseEvent<HTMLElement>): boolean {
  if (event.defaultPrevented || !(event.target instanceof Element)) return false;
  if (event.target.closest('a, button, input, label, [role=menu]')) return false;
  return !getSelection()?.toString();
}
