import type { OrderData } from '@courierdesk/contract/order-data';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { nextOrderQuery } from '../../../api/store-orders.ts';
import { rememberSkipped } from '../../../lib/skipped-orders.ts';
import { useOrderList } from '../../../lib/store-orders-search.ts';

/** Opens the next order without booking this one. "Book next" then leaves this one out. */
export function SkipOrder({ order }: { order: OrderData }) {
  const list = useOrderList();
  const { data: next } = useQuery({ ...nextOrderQuery(list, [order.id]), enabled: list !== undefined });
  if (!next) return null;
  return (
    <Button
      variant="default"
      title={`Next: ${next.order_name}`}
      onClick={() => rememberSkipped(order.id)}
      renderRoot={(props) => <Link to="/dashboard/order/book" search={{ id: next.id, list }} {...props} />}
    >
      Skip order
    </Button>
  );
}
