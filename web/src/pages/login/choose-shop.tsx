import type { OwnShop } from '@courierdesk/contract/sessions';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { messageOf } from '../../lib/failures.ts';
import card from '../../ui/card-page.module.css';
import { Notice } from '../../ui/notice.tsx';
import styles from './login-page.module.css';

/** The password fits several shops: the person opens one of them. */
export function ChooseShop(props: {
  shops: readonly OwnShop[];
  onChoose: (shop: OwnShop) => Promise<void>;
  onBack: () => void;
}) {
  const choose = useMutation({ mutationFn: props.onChoose });
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <section className={card.form} aria-labelledby="choose-shop">
      <h2 id="choose-shop" ref={heading} tabIndex={-1} className={styles.demoTitle}>
        Choose a shop
      </h2>
      <p className={card.text}>You can switch later in the user menu.</p>
      <ul className={styles.demoLogins}>
        {props.shops.map((shop) => (
          <li key={shop.id}>
            <button
              type="button"
              className={styles.demoLogin}
              disabled={choose.isPending}
              onClick={() => choose.mutate(shop)}
            >
              <span dir="auto">{shop.name}</span>
              <span>{shop.domain}</span>
            </button>
          </li>
        ))}
      </ul>
      {choose.isError && (
        <Notice tone="error" live>
          <span className={card.error}>{messageOf(choose.error)}</span>
        </Notice>
      )}
      <button type="button" className={card.linkButton} onClick={props.onBack}>
        Use another email
      </button>
    </section>
  );
}
