import type { MouseEvent } from 'react';

/** Whether a click is meant for the row: not for a control in it, not the end of a text selection. */
export function isRowClick(event: MouseEvent<HTMLElement>): boolean {
  if (event.defaultPrevented || !(event.target instanceof Element)) return false;
  if (event.target.closest('a, button, input, label, [role=menu]')) return false;
  return !getSelection()?.toString();
}
