import { homeCurrency } from '@courierdesk/contract/money';
import type { StoreOrderRow } from '@courierdesk/contract/store-orders';
import { Link } from '@tanstack/react-router';
import { encodeList, type StoreOrdersSearch } from '../../lib/store-orders-search.ts';
import type { Column } from '../../ui/table/data-table-props.ts';
import { ItemsText } from '../../parts/shipments/items-text.tsx';
import { Money } from '../../ui/money.tsx';
import { PhoneRow } from '../../ui/table/phone-rows.tsx';
import { When } from '../../ui/dates/when.tsx';
import { CityMatches, isMatchedAsWritten } from './city-matches.tsx';
import { CodOfOrder } from './cod-of-order.tsx';
import { OrderProblems, StoreOrderState } from './store-order-state.tsx';
import styles from './store-order-columns.module.css';
import { countText } from '@courierdesk/contract/count-text';

/** The window's width from which there is space for the items. */
export const roomyFrom = (tab: StoreOrdersSearch['tab']): number => (tab === 'ready' ? 1366 : 1800);

export function storeOrderColumns(search: StoreOrdersSearch, isWide: boolean): Column<StoreOrderRow>[] {
  const problems = search.tab === 'look' || search.tab === 'all';
  const booked = search.tab === 'booked-today' || search.tab === 'all';
  const list = encodeList(search);
  return [
    { key: 'order', title: 'Order', width: 72, cell: (order) => <OrderName order={order} search={search} /> },
    {
      key: 'age',
      title: 'Age',
      width: 76,
      from: problems || booked ? 1280 : undefined,
      sort: { by: 'age', first: 'asc' },
      cell: (order) => <When at={order.createdAt} form="age" />,
    },
    { key: 'customer', title: 'Customer', cell: (order) => <Customer order={order} /> },
    ...(problems
      ? [
          {
            key: 'problems',
            title: 'Needs a look',
            width: booked ? 144 : undefined,
            from: booked ? (1280 as const) : undefined,
            cell: (order: StoreOrderRow) => <OrderProblems problems={order.problems} />,
          },
        ]
      : []),
    {
      key: 'city',
      title: 'City',
      width: 140,
      sort: { by: 'city', first: 'asc' },
      cell: (order) => <City order={order} />,
    },
    ...(isWide
      ? [
          {
            key: 'items',
            title: 'Items',
            cell: (order: StoreOrderRow) => (
              <span className={styles.items} title={order.item_summary}>
                <ItemsText items={order.item_summary} />
              </span>
            ),
          },
        ]
      : []),
    ...(isWide || !problems || !booked
      ? [
          {
            key: 'tags',
            title: 'Tags',
            width: 104,
            from: 1536 as const,
            cell: (order: StoreOrderRow) => <Tags tags={order.tags} />,
          },
        ]
      : []),
    // Of orders that are not booked: a booking names its courier.
    ...(search.tab === 'booked-today'
      ? []
      : [
          {
            key: 'account',
            title: 'Courier',
            width: 130,
            from: booked ? (1536 as const) : (1280 as const),
            cell: (order: StoreOrderRow) => <SuggestedAccount order={order} />,
          },
        ]),
    {
      key: 'total',
      title: 'Total',
      width: 116,
      align: 'right',
      // The COD says it where it is another amount.
      from: problems ? (booked ? 1536 : 1366) : 1280,
      sort: { by: 'total', first: 'desc' },
      cell: ({ total, currency }) => (
        <span className={currency === homeCurrency ? undefined : styles.otherCurrency}>
          <Money amount={total} currency={currency} />
        </span>
      ),
    },
    {
      key: 'cod',
      title: 'COD',
      width: booked ? 108 : 100,
      align: 'right',
      cell: (order) => <CodOfOrder order={order} />,
    },
    {
      key: 'booking',
      title: booked ? 'Booking' : <span className="visually-hidden">Book</span>,
      width: booked ? 200 : 80,
      cell: (order) => <StoreOrderState order={order} list={list} />,
    },
  ];
}

export const paymentName: Record<StoreOrderRow['payment'], string> = {
  COD: 'COD',
  PAID: 'Paid',
  PARTLY_PAID: 'Partly paid',
};

export function StoreOrderOnPhone({ order, search }: { order: StoreOrderRow; search: StoreOrdersSearch }) {
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
          {` · ${countText(order.items, 'item')}`}
          {order.tags.length > 0 && ` · ${order.tags.join(', ')}`}
        </>
      }
      bottomRight={
        order.problems.length > 0 && !order.shipment ? (
          <OrderProblems problems={order.problems} />
        ) : (
          <StoreOrderState order={order} list={encodeList(search)} short />
        )
      }
    />
  );
}

const OrderName = ({ order, search }: { order: StoreOrderRow; search: StoreOrdersSearch }) => (
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
      {order.customer_name || <span className="dim">No name</span>}
    </bdi>
    <span className={styles.phone}>{order.phone}</span>
  </span>
);

/** The couriers' name for the city is on a second line only where it is another one. */
function City({ order }: { order: StoreOrderRow }) {
  if (!order.city) return <span className="dim">None</span>;
  const isSame = isMatchedAsWritten(order);
  return (
    <span className={styles.two}>
      <span className={styles.city} title={order.city}>
        <bdi className={styles.who}>{order.city}</bdi>
        {isSame && <CityMatches order={order} withName={false} />}
      </span>
      {!isSame && (
        <span className={styles.small}>
          <CityMatches order={order} />
        </span>
      )}
    </span>
  );
}

function Tags({ tags }: { tags: readonly string[] }) {
  const [first, ...others] = tags;
  if (first === undefined) return null;
  return (
    <span className={styles.tags} title={tags.join(', ')}>
      <bdi className={styles.tag}>{first}</bdi>
      {others.length > 0 && <span className="dim">+{others.length}</span>}
    </span>
  );
}

function SuggestedAccount({ order }: { order: StoreOrderRow }) {
  const { suggested_account: account } = order;
  if (order.shipment || order.cancelled || order.fulfilled) return null;
  if (!account) return <span className="dim">None</span>;
  return (
    <span className={styles.two} title={account.because}>
      <bdi className={styles.who}>{account.name}</bdi>
      {account.assigned && <span className={styles.small}>Assigned</span>}
    </span>
  );
}
