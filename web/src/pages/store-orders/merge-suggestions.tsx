import { formatRupees } from '@courierdesk/contract/money';
import type { MergeSuggestion, SuggestionDifference } from '@courierdesk/contract/store-orders';
import { Button } from '@mantine/core';
import { IconArrowMerge } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useId, useState } from 'react';
import { mergeSuggestionsQuery } from '../../api/store-orders.ts';
import styles from './merge-suggestions.module.css';

/** Customers with several waiting orders, collapsed to one line. It keeps its place, so that the list below never moves. */
export function MergeSuggestions({ list }: { list: string }) {
  const { data } = useQuery(mergeSuggestionsQuery);
  const [open, setOpen] = useState(false);
  const id = useId();
  const { total, data: shown } = data ?? { total: 0, data: [] };
  return (
    <section className={styles.box} aria-label="Merge suggestions">
      <div className={styles.head}>
        <IconArrowMerge size={18} stroke={1.75} aria-hidden className={styles.icon} />
        {total === 0 ? (
          <span className={`${styles.text} dim`}>{data && 'No customer has several orders waiting.'}</span>
        ) : (
          <>
            <span className={styles.text}>
              {total === 1
                ? 'One customer has several orders waiting.'
                : `${total} customers have several orders waiting.`}{' '}
              <span className={`${styles.hint} dim`}>
                {total === 1 ? 'You could send them in one parcel.' : 'You could send one parcel to each.'}
              </span>
            </span>
            <Button
              variant="default"
              size="compact-sm"
              aria-expanded={open}
              aria-controls={open ? id : undefined}
              onClick={() => setOpen(!open)}
            >
              {open ? 'Hide' : 'Show'}
            </Button>
          </>
        )}
      </div>
      {open && total > 0 && (
        <div id={id}>
          <ul className={styles.list}>
            {shown.map((one) => (
              <Suggestion key={one.orders[0]?.id} suggestion={one} list={list} />
            ))}
          </ul>
          {total > shown.length && <p className={styles.more}>Showing the {shown.length} with the newest orders.</p>}
        </div>
      )}
    </section>
  );
}

function Suggestion({ suggestion, list }: { suggestion: MergeSuggestion; list: string }) {
  const { customer_name, phone, city, orders, differences } = suggestion;
  return (
    <li className={styles.row}>
      <span className={styles.who}>
        <bdi>{customer_name || 'No name'}</bdi>{' '}
        <span className="dim">
          {phone}
          {city && (
            <>
              {' · '}
              <bdi>{city}</bdi>
            </>
          )}
        </span>
      </span>
      <span className={styles.names}>
        {orders.map((order) => order.order_name).join(', ')}{' '}
        <span className="dim">{formatRupees(orders.reduce((sum, order) => sum + order.cod, 0))}</span>
      </span>
      <Button
        variant="default"
        size="compact-sm"
        aria-label={`Merge ${orders.length} orders of ${customer_name || phone}`}
        renderRoot={(props) => (
          <Link to="/dashboard/merge-orders" search={{ 'ids[]': orders.map((order) => order.id), list }} {...props} />
        )}
      >
        Merge {orders.length}
      </Button>
      {differences.length > 0 && (
        <dl className={styles.differences} aria-label="What differs">
          {differences.map((one) => (
            <div key={one} className={styles.difference}>
              <dt>{differenceName[one]}</dt>
              {orders.map((order) => (
                <dd key={order.id}>
                  {order.order_name} <bdi>{valueOf[one](order) || 'none'}</bdi>
                </dd>
              ))}
            </div>
          ))}
        </dl>
      )}
    </li>
  );
}

type SuggestedOrder = MergeSuggestion['orders'][number];

const differenceName: Record<SuggestionDifference, string> = {
  name: 'Names differ',
  address: 'Addresses differ',
  city: 'Cities differ',
};
const valueOf: Record<SuggestionDifference, (order: SuggestedOrder) => string> = {
  name: (order) => order.customer_name,
  address: (order) => order.address,
  city: (order) => order.city,
};
