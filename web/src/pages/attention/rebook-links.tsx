import type { AttentionItem } from '@courierdesk/contract/attention';
import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';

/** Opens the booking form for the store orders of the case, merged if they were merged. */
export function RebookLinks({ item: { store_order_ids: ids, order_name: name } }: { item: AttentionItem }) {
  const [only, ...others] = ids;
  if (!only) return null;
  return (
    <Button
      renderRoot={(root) =>
        others.length === 0 ? (
          <Link to="/dashboard/order/book" search={{ id: only }} {...root} />
        ) : (
          <Link to="/dashboard/merge-orders" search={{ 'ids[]': ids }} {...root} />
        )
      }
    >
      {others.length === 0 ? `Book ${name} again` : `Book these ${ids.length} orders again`}
    </Button>
  );
}
