import type { Import } from '@courierdesk/contract/imports';
import { Progress } from '@mantine/core';

/** Progress of an import: first reading the file, then processing its rows. */
export function ImportProgress({ one }: { one: Import }) {
  const done = one.read ?? one.done;
  return (
    <Progress
      value={one.total > 0 ? (done / one.total) * 100 : 0}
      aria-label={one.read === null ? 'Rows done' : 'Rows read'}
    />
  );
}
