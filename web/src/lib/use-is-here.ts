import { useState } from 'react';

/** Whether the person is still on the page. Work takes a while, and its answer opens no page for a person who has left. */
export function useIsHere(): () => boolean {
  const [page] = useState(() => location.pathname);
  return () => location.pathname === page;
}
