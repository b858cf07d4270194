import { useEffect, useRef, useState } from 'react';

/** Limits how often a text changes, for screen readers. The final text always appears. */
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
