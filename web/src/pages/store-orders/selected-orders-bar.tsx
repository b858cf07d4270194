import { maxBatchOrders } from '@courierdesk/contract/batches';
import { maxMergedOrders } from '@courierdesk/contract/merging';
import { formatRupees } from '@courierdesk/contract/money';
import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { SelectionBar } from '../../ui/selection-bar.tsx';
import type { useBookSelected } from './use-book-selected.ts';
import type { SelectedOrders } from './use-selected-orders.ts';

export function SelectedOrdersBar({
  selected,
  booking,
}: {
  selected: SelectedOrders;
  booking: ReturnType<typeof useBookSelected>;
}) {
  const { count } = selected;
  return (
    <SelectionBar
      label="Selected orders"
      selected={`${count} selected`}
      facts={formatRupees(selected.cod)}
      warning={hindranceOf(selected)}
      onClear={selected.clear}
    >
      {count > 1 && (
        <Button
          variant="default"
          disabled={!selected.mayMerge}
          title={count > maxMergedOrders ? `At most ${maxMergedOrders} orders go into one parcel` : undefined}
          renderRoot={(props) => <Link {...selected.toMerge} {...props} />}
        >
          Merge ({count})
        </Button>
      )}
      <Button disabled={!selected.mayBook} loading={booking.working} onClick={booking.run}>
        Book ({count})
      </Button>
    </SelectionBar>
  );
}

/** Why the selection cannot be booked as it is, or what to think of before it is. */
function hindranceOf({ count, notBookable, oneCustomer }: SelectedOrders): string | undefined {
  const [first, ...others] = notBookable;
  if (first) {
    const names = others.length > 0 ? `${first.order_name} and ${others.length} more` : first.order_name;
    return `${names} cannot be booked now`;
  }
  if (count > maxBatchOrders) return `At most ${maxBatchOrders.toLocaleString('en-US')} orders go into one batch`;
  return oneCustomer ? 'One customer: they could go in one parcel' : undefined;
}
