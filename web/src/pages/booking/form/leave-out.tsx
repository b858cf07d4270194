import type { MergedOrderData } from '@courierdesk/contract/order-data';
import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useOrderList } from '../../../lib/store-orders-search.ts';

/** Opens the merge without this order. The last remaining order opens its own form. */
export function LeaveOut({ order, merged }: { order: MergedOrderData['orders'][number]; merged: MergedOrderData }) {
  const list = useOrderList();
  const rest = merged.orderids.filter((id) => id !== order.id);
  return (
    <Button
      variant="default"
      size="compact-sm"
      aria-label={`Leave out ${order.name}`}
      renderRoot={(props) => <Link to="/dashboard/merge-orders" search={{ 'ids[]': rest, list }} replace {...props} />}
    >
      Leave out
    </Button>
  );
}
