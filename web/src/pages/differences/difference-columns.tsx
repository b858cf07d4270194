import { courierName } from '@courierdesk/contract/companies';
import { differenceName } from '@courierdesk/contract/difference-kinds';
import { type Difference } from '@courierdesk/contract/differences';
import { Link } from '@tanstack/react-router';
import { When } from '../../ui/dates/when.tsx';
import type { Column } from '../../ui/table/data-table-props.ts';
import { DifferenceActions, type RowActions } from './difference-actions.tsx';
import { Side, StoreSide } from './store-side.tsx';
import styles from './difference-columns.module.css';

export function differenceColumns(actions: RowActions): readonly Column<Difference>[] {
  return [
    { key: 'what', title: 'Difference', cell: (one) => <About difference={one} /> },
    { key: 'store', title: 'Store', cell: (one) => <StoreSide difference={one} /> },
    { key: 'courier', title: 'Courier', cell: (one) => <CourierSide difference={one} /> },
    { key: 'we', title: 'Courierdesk', cell: (one) => <Side words={one.we_say} /> },
    { key: 'since', title: 'Since', width: 92, from: 1280, cell: (one) => <When at={one.first_seen_at} form="age" /> },
    {
      key: 'actions',
      title: 'Actions',
      width: 248,
      align: 'right',
      cell: (one) => <DifferenceActions difference={one} {...actions} />,
    },
  ];
}

export const DifferenceOnPhone = ({ difference, ...actions }: RowActions & { difference: Difference }) => (
  <div className={styles.card}>
    <About difference={difference} />
    <dl className={styles.sides}>
      <dt>Store</dt>
      <dd>
        <StoreSide difference={difference} />
      </dd>
      <dt>Courier</dt>
      <dd>
        <CourierSide difference={difference} />
      </dd>
      <dt>Courierdesk</dt>
      <dd>
        <Side words={difference.we_say} />
      </dd>
    </dl>
    <DifferenceActions difference={difference} {...actions} />
  </div>
);

/** What differs, and about which order, parcel and customer. */
function About({ difference }: { difference: Difference }) {
  const { kind, order_name: order, tracking_number: number, customer_name: customer, note, state } = difference;
  return (
    <div className={styles.about}>
      <strong>{differenceName[kind]}</strong>
      <span className={styles.subject}>
        {difference.store_url ? (
          <a href={difference.store_url} target="_blank" rel="noreferrer">
            {order}
          </a>
        ) : (
          <bdi>{order}</bdi>
        )}
        {number &&
          (difference.shipment_id ? (
            <Link
              to="/dashboard/orders"
              search={{ shipment: number, parcel: difference.shipment_id }}
              className="numbers"
            >
              {number}
            </Link>
          ) : (
            <span className="numbers">{number}</span>
          ))}
        {customer && (
          <span className={styles.customer} title={customer}>
            <bdi>{customer}</bdi>
          </span>
        )}
      </span>
      {difference.has_case && (
        <Link to="/dashboard/attention" className={styles.small}>
          Also in Needs attention
        </Link>
      )}
      {state === 'open' && note && <span className={styles.failed}>Repair failed: {note}</span>}
      {state === 'dismissed' && note && (
        <span className={styles.small}>
          <bdi>{note}</bdi>
        </span>
      )}
    </div>
  );
}

/** Without words and a number, the store named no courier. */
function CourierSide({
  difference: { company, courier_says: words, tracking_number: number },
}: {
  difference: Difference;
}) {
  return words || number ? <Side words={words} name={courierName(company)} /> : <Side words="" />;
}
