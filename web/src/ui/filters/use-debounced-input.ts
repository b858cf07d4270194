import { useEffect, useRef, useState } from 'react';

/** Source: specification, section 9. */
const debounceMs = 500;

/**
 * A text input's value, applied half a second after the last key, or at once. Calls the latest `onApply`. A new `value`
 * replaces the text.
 */
export function useDebouncedInput(value: string, onApply: (text: string) => void) {
  const [text, setText] = useState(value);
  const applied = useRef(value);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const newest = useRef(onApply);

  useEffect(() => {
    newest.current = onApply;
  });
  useEffect(() => {
    if (value === applied.current) return;
    clearTimeout(timer.current);
    applied.current = value;
    setText(value);
  }, [value]);
  useEffect(() => () => clearTimeout(timer.current), []);

  const apply = (typed: string): void => {
    clearTimeout(timer.current);
    if (typed.trim() === applied.current) return;
    applied.current = typed.trim();
    newest.current(applied.current);
  };
  const type = (typed: string): void => {
    setText(typed);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => apply(typed), debounceMs);
  };
  const clear = (): void => {
    setText('');
    apply('');
  };
  return { text, type, apply, clear };
}
