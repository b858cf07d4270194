import { useIntersection } from '@mantine/hooks';
import { useState, type ReactNode } from 'react';

/** Renders its content once it comes into view, so that it is not part of the first load. */
export function WhenVisible({ height = 1, children }: { height?: number; children: () => ReactNode }) {
  const { ref, entry } = useIntersection();
  const [seen, setSeen] = useState(false);
  if (entry?.isIntersecting && !seen) setSeen(true);
  return (
    <div ref={ref} style={{ minHeight: height }}>
      {seen && children()}
    </div>
  );
}
