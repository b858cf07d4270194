import type { OrderData } from '@courierdesk/contract/order-data';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useRouter } from '@tanstack/react-router';
import { nextOrderQuery } from '../../../api/store-orders.ts';
import { parseSearch } from '../../../lib/search-params.ts';
import { rememberSkipped } from '../../../lib/skipped-orders.ts';
import { useOrderList } from '../../../lib/store-orders-search.ts';

/** Opens the next order without booking this one. "Book next" then leaves this one out. */
export function SkipOrder({ order }: { order: OrderData }) {
  const list = useOrderList();
  const { data: next } = useQuery({ ...nextOrderQuery(list, [order.id]), enabled: list !== undefined });
  const router = useRouter();
  if (!next) return null;
  // With unsaved changes, the person may choose to stay: the order is skipped only once the next one opens.
  const skipOnceLeft = (): void => {
    const stop = router.subscribe('onBeforeNavigate', ({ toLocation }) => {
      stop();
      if (parseSearch(toLocation.searchStr)['id'] === next.id) rememberSkipped(order.id);
    });
  };
  return (
    <Button
      variant="default"
      title={`Next: ${next.order_name}`}
      onClick={skipOnceLeft}
      renderRoot={(props) => <Link to="/dashboard/order/book" search={{ id: next.id, list }} {...props} />}
    >
      Skip order
    </Button>
  );
}
