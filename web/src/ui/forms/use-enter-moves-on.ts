import { useEffect, useRef, type RefObject } from 'react';

/**
 * In the form with this ref, Enter in a one-line field goes to the next field, as Tab does. It never submits, because what
 * these forms do cannot be undone. An Enter key that is held down does nothing.
 */
export function useEnterMovesOn(): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    // On the window, after the field itself: a list takes Enter for its marked option.
    const onKey = (event: KeyboardEvent): void => {
      const { target, key, ctrlKey, metaKey, altKey, isComposing, repeat } = event;
      if (key !== 'Enter' || ctrlKey || metaKey || altKey || isComposing || event.defaultPrevented) return;
      if (!(target instanceof HTMLElement) || !target.matches(fields) || !form.current?.contains(target)) return;
      if (target instanceof HTMLTextAreaElement && !repeat) return;
      event.preventDefault();
      if (!repeat) focusNext(target, [...form.current.querySelectorAll<HTMLElement>(fields)]);
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
  return form;
}

/** Without the read-only ones, but with lists to choose from. */
const fields =
  ':is(input:not([type=checkbox], [type=hidden], [readonly]), input[role=combobox], textarea:not([readonly])):enabled';

function focusNext(from: HTMLElement, all: readonly HTMLElement[]): void {
  const next = all[all.indexOf(from) + 1];
  next?.focus();
  if (next instanceof HTMLInputElement && !next.readOnly) next.select();
}
