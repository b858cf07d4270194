import type { Import } from '@courierdesk/contract/imports';
import { Progress } from '@mantine/core';

/** How far an import is: first its file is read, then its rows are worked on. */
export function ImportProgress({ one }: { one: Import }) {
  const done = one.read ?? one.done;
  return (
    <Progress
      value={one.total > 0 ? (done / one.total) * 100 : 0}
      aria-label={one.read === null ? 'Rows done' : 'Rows read'}
    />
  );
}
