import { formatMoney } from '@courierdesk/contract/money';
import type { StoreOrderRow } from '@courierdesk/contract/store-orders';
import { Money } from '../../ui/money.tsx';
import styles from './store-order-columns.module.css';

/** The COD; for a prepaid order, also its value. */
export const CodOfOrder = ({ order }: { order: StoreOrderRow }) => (
  <>
    <Money amount={order.cod} />
    {order.payment !== 'COD' && (
      <span className={styles.value} title={`Order value ${formatMoney(order.total, order.currency)}`}>
        {order.payment === 'PAID' ? 'Paid' : 'of'} {formatMoney(order.total, order.currency)}
      </span>
    )}
  </>
);
