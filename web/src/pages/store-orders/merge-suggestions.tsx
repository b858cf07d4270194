import { formatRupees } from '@courierdesk/contract/money';
import type { MergeSuggestion } from '@courierdesk/contract/store-orders';
import { Button } from '@mantine/core';
import { IconArrowMerge } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useId, useState } from 'react';
import { mergeSuggestionsQuery } from '../../api/store-orders.ts';
import styles from './merge-suggestions.module.css';

/** Customers whose orders could go together; one line until somebody wants to see who. */
export function MergeSuggestions() {
  const { data } = useQuery(mergeSuggestionsQuery());
  const [open, setOpen] = useState(false);
  const id = useId();
  if (!data || data.total === 0) return null;
  const shown = data.data;
  return (
    <section className={styles.box} aria-label="Orders that could go together">
      <div className={styles.head}>
        <IconArrowMerge size={18} stroke={1.75} aria-hidden className={styles.icon} />
        <span className={styles.text}>
          {data.total === 1
            ? 'One customer has several orders waiting.'
            : `${data.total} customers have several orders waiting.`}{' '}
          <span className={styles.dim}>
            {data.total === 1 ? 'They could go in one parcel.' : 'Those of each could go in one parcel.'}
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
      </div>
      {open && (
        <div id={id}>
          <ul className={styles.list}>
            {shown.map((one) => (
              <Suggestion key={one.phone} suggestion={one} />
            ))}
          </ul>
          {data.total > shown.length && (
            <p className={styles.more}>The {shown.length} with the newest orders are shown.</p>
          )}
        </div>
      )}
    </section>
  );
}

function Suggestion({ suggestion: { customer_name, phone, city, orders } }: { suggestion: MergeSuggestion }) {
  return (
    <li className={styles.row}>
      <span className={styles.who}>
        <bdi>{customer_name || 'No name'}</bdi>{' '}
        <span className={styles.dim}>
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
        <span className={styles.dim}>{formatRupees(orders.reduce((sum, order) => sum + order.cod, 0))}</span>
      </span>
      <Button
        variant="default"
        size="compact-sm"
        aria-label={`Merge ${orders.length} orders of ${customer_name || phone}`}
        renderRoot={(props) => (
          <Link to="/dashboard/merge-orders" search={{ 'ids[]': orders.map((order) => order.id) }} {...props} />
        )}
      >
        Merge {orders.length}
      </Button>
    </li>
  );
}
