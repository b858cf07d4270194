import { maxMergedOrders } from '@courierdesk/contract/merging';
import { formatRupees } from '@courierdesk/contract/money';
import { maxSelectedOrders } from '@courierdesk/contract/store-order-queue';
import { Button, Menu } from '@mantine/core';
import { IconChevronUp } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { activeAccountsQuery } from '../../api/accounts.ts';
import { SelectedRowsBar } from '../../ui/table/selected-rows-bar.tsx';
import type { BookingOfSelected } from './use-book-selected.ts';
import type { SelectedOrders } from './use-selected-orders.ts';
import { formatCount } from '@courierdesk/contract/count-text';

export function SelectedOrdersBar({ selected, booking }: { selected: SelectedOrders; booking: BookingOfSelected }) {
  const count = formatCount(selected.count);
  return (
    <SelectedRowsBar
      label="Selected orders"
      selection={selected}
      facts={!selected.all && formatRupees(selected.cod)}
      warning={warningOf(selected)}
    >
      <AssignMenu booking={booking} disabled={!selected.canBook} />
      {selected.count > 1 && (
        <Button
          variant="default"
          disabled={!selected.canMerge}
          title={selected.count > maxMergedOrders ? `Maximum ${maxMergedOrders} orders per parcel` : undefined}
          loading={booking.working === 'merge'}
          onClick={booking.merge}
        >
          Merge ({count})
        </Button>
      )}
      <Button disabled={!selected.canBook} loading={booking.working === 'book'} onClick={booking.book}>
        Book ({count})
      </Button>
    </SelectedRowsBar>
  );
}

function AssignMenu({ booking, disabled }: { booking: BookingOfSelected; disabled: boolean }) {
  const { data } = useQuery(activeAccountsQuery);
  return (
    <Menu position="top-end">
      <Menu.Target>
        <Button
          variant="default"
          disabled={disabled}
          loading={booking.working === 'assign'}
          rightSection={<IconChevronUp size={16} />}
        >
          Assign courier
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {data?.accounts.map(({ id, name }) => (
          <Menu.Item key={id} onClick={() => booking.assign(id, name)}>
            {name}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item onClick={() => booking.assign(null, '')}>Use courier rules</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

/** Why the selection cannot be booked, or a hint before booking. */
function warningOf({ count, notBookable, oneCustomer }: SelectedOrders): string | undefined {
  const [first, ...others] = notBookable;
  if (first) {
    const names = others.length > 0 ? `${first.order_name} and ${others.length} more` : first.order_name;
    return `${names} cannot be booked now`;
  }
  if (count > maxSelectedOrders) return `Maximum ${formatCount(maxSelectedOrders)} orders at once. Add a filter.`;
  return oneCustomer ? 'Same customer: you could merge these orders' : undefined;
}
