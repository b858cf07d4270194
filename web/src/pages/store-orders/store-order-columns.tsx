import type { StoreOrderRow, StoreOrdersQuery } from '@courierdesk/contract/store-orders';
import { Link } from '@tanstack/react-router';
import type * as z from 'zod';
import type { Column } from '../../ui/data-table-props.ts';
import { ItemsText } from '../../ui/items-text.tsx';
import { Money } from '../../ui/money.tsx';
import { PhoneRow } from '../../ui/phone-rows.tsx';
import { When } from '../../ui/when.tsx';
import { CityMatches } from './city-matches.tsx';
import { CodOfOrder } from './cod-of-order.tsx';
import { OrderProblems, StoreOrderState } from './store-order-state.tsx';
import styles from './store-order-columns.module.css';

type Search = z.output<typeof StoreOrdersQuery>;

/** `roomy`: there is space to read what the items are. */
export function storeOrderColumns(search: Search, roomy: boolean): Column<StoreOrderRow>[] {
  const problems = search.tab === 'look' || search.tab === 'all';
  const booked = search.tab === 'booked-today' || search.tab === 'all';
  return [
    { key: 'order', title: 'Order', width: 76, cell: (order) => <OrderName order={order} search={search} /> },
    { key: 'age', title: 'Age', width: 80, cell: (order) => <When at={order.createdAt} form="age" /> },
    { key: 'customer', title: 'Customer', cell: (order) => <Customer order={order} /> },
    ...(problems
      ? [
          {
            key: 'problems',
            title: 'Needs a look',
            width: booked ? 152 : 276,
            cell: (order: StoreOrderRow) => <OrderProblems problems={order.problems} />,
          },
        ]
      : []),
    {
      key: 'city',
      title: 'City as written',
      width: roomy ? 160 : 112,
      cell: (order) =>
        order.city ? <bdi title={order.city}>{order.city}</bdi> : <span className={styles.dim}>None</span>,
    },
    {
      key: 'matches',
      title: 'At the couriers',
      width: roomy ? 176 : 136,
      from: problems && booked ? 1536 : 1280,
      cell: (order) => <CityMatches order={order} />,
    },
    {
      key: 'items',
      title: 'Items',
      width: roomy ? undefined : 136,
      from: problems || booked ? 1536 : 1280,
      cell: (order) => (
        <span title={order.item_summary}>
          <ItemsText items={order.item_summary} />
        </span>
      ),
    },
    {
      key: 'total',
      title: 'Total',
      width: 108,
      align: 'right',
      from: problems ? 1536 : 1280,
      cell: (order) => <Money amount={order.total} />,
    },
    { key: 'cod', title: 'COD', width: 104, align: 'right', cell: (order) => <CodOfOrder order={order} /> },
    {
      key: 'payment',
      title: 'Payment',
      width: 88,
      from: 1024,
      cell: (order) => (
        <span className={order.payment === 'COD' ? styles.dim : styles.paid}>{paymentName[order.payment]}</span>
      ),
    },
    {
      key: 'booking',
      title: booked ? 'Booking' : <span className="visually-hidden">Book</span>,
      width: booked ? 208 : 84,
      cell: (order) => <StoreOrderState order={order} />,
    },
  ];
}

export const paymentName: Record<StoreOrderRow['payment'], string> = {
  COD: 'COD',
  PAID: 'Paid',
  PARTLY_PAID: 'Partly paid',
};

export function StoreOrderOnPhone({ order, search }: { order: StoreOrderRow; search: Search }) {
  return (
    <PhoneRow
      top={
        <>
          <OrderName order={order} search={search} /> <bdi>{order.customer_name}</bdi>
        </>
      }
      topRight={<CodOfOrder order={order} />}
      bottom={
        <>
          <When at={order.createdAt} form="age" />
          {order.city && (
            <>
              {' · '}
              <bdi>{order.city}</bdi>
            </>
          )}
          {` · ${order.items} ${order.items === 1 ? 'item' : 'items'}`}
        </>
      }
      bottomRight={
        order.problems.length > 0 && !order.shipment ? (
          <OrderProblems problems={order.problems} />
        ) : (
          <StoreOrderState order={order} short />
        )
      }
    />
  );
}

const OrderName = ({ order, search }: { order: StoreOrderRow; search: Search }) => (
  <Link
    to="/dashboard/shopify/orders"
    search={{ ...search, open: order.id }}
    resetScroll={false}
    className={styles.name}
  >
    {order.order_name}
  </Link>
);

const Customer = ({ order }: { order: StoreOrderRow }) => (
  <span className={styles.customer}>
    <bdi className={styles.who} title={order.customer_name}>
      {order.customer_name || <span className={styles.dim}>No name</span>}
    </bdi>
    <span className={styles.phone}>{order.phone}</span>
  </span>
);
