import type { MergedOrderData } from '@courierdesk/contract/order-data';
import { formatRupees } from '@courierdesk/contract/money';
import { Money } from '../../../ui/money.tsx';
import styles from './money-section.module.css';

/** How the amount of a merge is calculated. */
export function MergedMoney({ merged }: { merged: MergedOrderData }) {
  const { orders, codWithoutShipping, shippingPrice, avgShipping, shippingIsZero, freeShippingValue } = merged;
  return (
    <dl className={styles.facts}>
      <div className={styles.fact}>
        <dt>COD without shipping, {orders.length} orders</dt>
        <dd>
          <Money amount={codWithoutShipping} />
        </dd>
      </div>
      <div className={styles.fact}>
        <dt>Shipping, if sent separately</dt>
        <dd>
          <Money amount={shippingPrice} />
        </dd>
      </div>
      <div className={styles.fact}>
        <dt>
          {shippingIsZero ? `Free shipping from ${formatRupees(freeShippingValue)}` : 'Average shipping of this parcel'}
        </dt>
        <dd>
          <Money amount={avgShipping} />
        </dd>
      </div>
      <div className={styles.fact}>
        <dt>COD without shipping + average shipping</dt>
        <dd>
          <Money amount={merged.cod} />
        </dd>
      </div>
    </dl>
  );
}
