import { formatRupees } from '@courierdesk/contract/money';
import type { StoreOrderRow } from '@courierdesk/contract/store-orders';
import { Money } from '../../ui/money.tsx';
import styles from './store-order-columns.module.css';

/** The COD; for a prepaid order, also its value. */
export const CodOfOrder = ({ order }: { order: StoreOrderRow }) => (
  <>
    <Money amount={order.cod} />
    {order.payment !== 'COD' && (
      <span className={styles.value} title={`Order value ${formatRupees(order.total)}`}>
        {order.payment === 'PAID' ? 'Paid' : 'of'} {formatRupees(order.total)}
      </span>
    )}
  </>
);
