import { useDebouncedCallback } from '@mantine/hooks';
import { startTransition, useEffect, useRef, useState } from 'react';

const debounceMs = 500;

/**
 * A text input's value, applied half a second after the last key, or at once, also when the input disappears while its page
 * stays. A new `value` replaces the text.
 * `isUnapplied`: the page does not show the text's result yet. It ends when the promise of `onApply` does. A text that does
 * not `fit` is not applied.
 */
export function useDebouncedInput(
  value: string,
  onApply: (text: string) => unknown,
  fits: (text: string) => boolean = () => true,
) {
  const [text, setText] = useState(value);
  const [isUnapplied, setUnapplied] = useState(false);
  const applied = useRef(value);
  const applying = useRef<unknown>(undefined);
  const isTyping = useRef(false);
  const [page] = useState(() => location.pathname);

  const run = async (typed: string): Promise<void> => {
    isTyping.current = false;
    // Applying it would lead back to the page that the person left.
    if (location.pathname !== page) return;
    const next = typed.trim();
    if (!fits(next)) return;
    if (next !== applied.current) {
      applied.current = next;
      applying.current = onApply(next);
    }
    const own = applying.current;
    await own;
    // The router shows the result in a transition. This comes after it.
    if (applying.current === own && !isTyping.current) startTransition(() => setUnapplied(false));
  };
  const later = useDebouncedCallback((typed: string) => void run(typed), { delay: debounceMs, flushOnUnmount: true });

  useEffect(() => {
    if (value === applied.current) return;
    later.cancel();
    isTyping.current = false;
    applied.current = value;
    setText(value);
    setUnapplied(false);
  }, [value, later]);

  const apply = (typed: string): void => {
    later.cancel();
    void run(typed);
  };
  const type = (typed: string): void => {
    isTyping.current = true;
    setText(typed);
    setUnapplied(true);
    later(typed);
  };
  const clear = (): void => {
    setText('');
    setUnapplied(true);
    apply('');
  };
  return { text, type, apply, clear, isUnapplied };
}
