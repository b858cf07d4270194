import type { LineItem } from '@courierdesk/contract/order-data';
import { IconPhoto } from '@tabler/icons-react';
import { useState } from 'react';
import { Money } from '../../ui/money.tsx';
import styles from './order-items.module.css';

/** The items of an order with picture, quantity and unit price. */
export const OrderItems = ({ items }: { items: readonly LineItem[] }) => (
  <ul className={styles.items}>
    {items.map((item) => (
      <li key={item.line_id} className={styles.item}>
        <Picture url={item.image_url} />
        <span className={styles.name}>
          <bdi>{item.product_title}</bdi>
          <span className={styles.dim}>{[item.variant_title, item.sku].filter(Boolean).join(' · ')}</span>
        </span>
        <span className={styles.price}>
          {item.current_quantity} × <Money amount={item.amount} currency={item.currency} />
        </span>
      </li>
    ))}
  </ul>
);

function Picture({ url }: { url: string }) {
  const [broken, setBroken] = useState(false);
  if (!url || broken)
    return (
      <span className={styles.picture} aria-hidden>
        <IconPhoto size={18} stroke={1.5} />
      </span>
    );
  return (
    <img
      className={styles.picture}
      src={url}
      alt=""
      width={40}
      height={40}
      loading="lazy"
      onError={() => setBroken(true)}
    />
  );
}
