import type { OrderExport } from '@courierdesk/contract/exports';
import { Progress } from '@mantine/core';
import { formatCount } from '@courierdesk/contract/count-text';

/** Progress of an export in progress. */
export function ExportProgress({ order }: { order: OrderExport }) {
  if (order.state !== 'under-way') return null;
  const share = order.total === 0 ? 0 : Math.min(100, (order.done / order.total) * 100);
  return (
    <>
      <Progress value={share} aria-label="Orders written" animated={order.done === 0} striped={order.done === 0} />
      <p className="dim" role="status">
        <span className="numbers">{formatCount(order.done)}</span> of{' '}
        <span className="numbers">{formatCount(order.total)}</span> orders written
      </p>
    </>
  );
}
