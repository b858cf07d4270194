import { IconPhoto } from '@tabler/icons-react';
import { useState } from 'react';
import { Money } from '../../ui/money.tsx';
import styles from './order-items.module.css';

export type OrderItem = {
  key: string;
  title: string;
  variant: string;
  sku: string;
  quantity: number;
  price: string;
  currency: string;
  image: string;
};

/** The items of an order with picture, quantity and unit price. */
export const OrderItems = ({ items }: { items: readonly OrderItem[] }) => (
  <ul className={styles.items}>
    {items.map((item) => (
      <li key={item.key} className={styles.item}>
        <Picture url={item.image} />
        <span className={styles.name}>
          <bdi>{item.title}</bdi>
          <span className={styles.dim}>{[item.variant, item.sku].filter(Boolean).join(' · ')}</span>
        </span>
        <span className={styles.price}>
          {item.quantity} × <Money amount={item.price} currency={item.currency} />
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
