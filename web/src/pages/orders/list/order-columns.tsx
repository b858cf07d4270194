import type { OrderColumn } from '@courierdesk/contract/order-views';
import { formatAge, formatFull } from '@courierdesk/contract/dates';
import { courierName } from '@courierdesk/contract/companies';
import { formatRupees } from '@courierdesk/contract/money';
import type { ShipmentRow } from '@courierdesk/contract/shipments';
import { IconAlertTriangleFilled } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTimeZone } from '../../../lib/time-zone.ts';
import { useNow } from '../../../lib/use-now.ts';
import { titleCase } from '../../../lib/title-case.ts';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { TableDate } from '../../../ui/dates/table-date.tsx';
import type { Column } from '../../../ui/table/data-table-props.ts';
import { Money } from '../../../ui/money.tsx';
import { StatusBadge } from '../../../parts/shipments/status-badge.tsx';
import styles from './order-rows.module.css';
import type { OrdersSearch } from '../search/orders-search.ts';

export const columnName: Record<OrderColumn, string> = {
  status: 'Status',
  number: 'Tracking number',
  order: 'Order',
  customer: 'Customer',
  city: 'City',
  courier: 'Courier',
  cod: 'COD',
  payment: 'Payment',
  booked: 'Booked',
  late: 'Late',
  delivered: 'Delivered',
  by: 'By',
};

/** The columns a person chose, in their order. `isWide`: dates are whole. */
export const orderColumns = (
  search: OrdersSearch,
  chosen: readonly OrderColumn[],
  isWide: boolean,
): Column<ShipmentRow>[] =>
  chosen.map((key) => ({
    key,
    title: columnName[key],
    // Late parcels are sorted by their booking.
    ...(key !== 'late' && {
      sort: { by: key, first: sortsDescendingFirst.has(key) ? ('desc' as const) : ('asc' as const) },
    }),
    ...columnsByKey(search, isWide)[key],
  }));

const sortsDescendingFirst: ReadonlySet<OrderColumn> = new Set(['booked', 'delivered', 'cod', 'order']);

const columnsByKey = (
  search: OrdersSearch,
  isWide: boolean,
): Record<OrderColumn, Omit<Column<ShipmentRow>, 'key' | 'title'>> => ({
  status: { cell: (row) => <StatusCell row={row} /> },
  number: { width: isWide ? 176 : 172, cell: (row) => <NumberCell row={row} search={search} /> },
  order: { width: 72, cell: (row) => <OrderCell row={row} /> },
  customer: {
    cell: (row) => (
      <>
        <span className={styles.two} title={row.consignee_name}>
          <bdi>{row.consignee_name}</bdi>
        </span>
        <span className={styles.small}>{row.consignee_phone}</span>
      </>
    ),
  },
  city: {
    width: 108,
    from: 1280,
    cell: (row) => <span title={row.destination_city}>{titleCase(row.destination_city)}</span>,
  },
  courier: {
    width: 112,
    from: 1280,
    cell: (row) => (
      <>
        <span className={styles.two}>{courierName(row.tracking_account)}</span>
        <span className={styles.small} title={row.account_name}>
          <bdi>{row.account_name}</bdi>
        </span>
      </>
    ),
  },
  cod: { width: 106, align: 'right', cell: (row) => <CodCell row={row} /> },
  payment: {
    width: 84,
    from: 1280,
    cell: (row) =>
      row.payment_status === 'PAID' ? <span className={styles.paid}>Paid</span> : <span className="dim">Unpaid</span>,
  },
  booked: { width: isWide ? 152 : 132, cell: (row) => <TableDate at={row.booking_date} age critical={row.critical} /> },
  late: {
    width: 52,
    from: 1280,
    cell: (row) => row.late_since && <LateCell since={row.late_since} />,
  },
  delivered: { width: 136, from: 1440, cell: (row) => <TableDate at={row.delivered_date} /> },
  by: { width: 70, from: 1366, cell: (row) => <span title={row.booked_by}>{row.booked_by}</span> },
});

function StatusCell({ row }: { row: ShipmentRow }) {
  return (
    <>
      <span className={styles.status}>
        <StatusBadge status={row.booked_packet_status} state={row.booking_state} />
        {row.attention && <NeedsDecisionLink />}
      </span>
      {row.status_text && (
        <span className={styles.small} title={row.status_text}>
          {row.status_text}
        </span>
      )}
    </>
  );
}

export const NeedsDecisionLink = () => (
  <Link to="/dashboard/attention" className={styles.needs} title="Needs your decision" aria-label="Needs your decision">
    <IconAlertTriangleFilled size={14} aria-hidden />
  </Link>
);

const NumberCell = ({ row, search }: { row: ShipmentRow; search: OrdersSearch }) => (
  <span className={styles.number}>
    <span className={styles.lines}>
      <ShipmentLink search={search} row={row}>
        {row.tracking_number}
      </ShipmentLink>
      <span className={styles.small} title={row.account_name}>
        {courierName(row.tracking_account)}
      </span>
    </span>
    <CopyButton text={row.tracking_number} what="tracking number" />
  </span>
);

const OrderCell = ({ row }: { row: ShipmentRow }) => (
  <>
    <span className={styles.two} title={row.order_name}>
      {row.order_name}
    </span>
    {row.tag === 'MERGED' && <span className={styles.mark}>MERGED</span>}
  </>
);

/** For how long it is late. */
function LateCell({ since }: { since: string }) {
  const now = useNow();
  const timeZone = useTimeZone();
  return (
    <span className={styles.late} title={`Since ${formatFull(since, timeZone)}`}>
      {formatAge(since, now)}
    </span>
  );
}

/** The COD; also the value of a prepaid order, and what the courier paid if that is not the COD. */
export function CodCell({ row }: { row: ShipmentRow }) {
  const received = row.paid_amount !== null && Number(row.paid_amount) !== row.cod ? row.paid_amount : null;
  const amount = row.value ?? received;
  return (
    <>
      <span className={styles.two}>
        <Money amount={row.cod} />
      </span>
      {row.payment_status === 'PAID' && (
        <span className={`${styles.small} ${styles.paid}`}>Paid{amount && <> {formatRupees(amount)}</>}</span>
      )}
    </>
  );
}

/** Opens a shipment in the side panel. */
export const ShipmentLink = (props: { search: OrdersSearch; row: ShipmentRow; children: React.ReactNode }) => (
  <Link
    to="/dashboard/orders"
    search={{ ...props.search, shipment: props.row.tracking_number, parcel: props.row.id }}
    resetScroll={false}
    preload={false}
    className={styles.link}
  >
    {props.children}
  </Link>
);
