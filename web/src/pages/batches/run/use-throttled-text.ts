import { useEffect, useRef, useState } from 'react';

/** A text that changes at most once in a while, for screen readers: what it is at the end is always said. */
export function useThrottledText(text: string, everyMs: number): string {
  const [said, setSaid] = useState(text);
  const last = useRef(0);
  useEffect(() => {
    const wait = Math.max(0, last.current + everyMs - Date.now());
    const timer = setTimeout(() => {
      last.current = Date.now();
      setSaid(text);
    }, wait);
    return () => clearTimeout(timer);
  }, [text, everyMs]);
  return said;
}
