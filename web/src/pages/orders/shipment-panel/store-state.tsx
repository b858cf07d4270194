import { courierName } from '@courierdesk/contract/companies';
import { IconExternalLink } from '@tabler/icons-react';
import type { TrackedShipment } from '../../../api/shipments.ts';
import { Notice } from '../../../ui/notice.tsx';
import styles from './shipment-panel.module.css';

const toneOf = {
  done: 'success',
  'under-way': 'info',
  failed: 'error',
  conflict: 'warning',
  'out-of-reach': 'warning',
  'not-needed': 'info',
} as const;

/** The state of the store update, with links to the store and the courier. */
export const StoreState = ({ tracked: { company, shipment } }: { tracked: TrackedShipment }) => (
  <section className={styles.part} aria-label="Store">
    <h3 className={styles.heading}>Store</h3>
    <Notice tone={toneOf[shipment.store.state]}>{shipment.store.message}</Notice>
    <ul className={styles.links}>
      {shipment.store_orders.map((order) => (
        <li key={order.id}>
          <OutLink href={order.store_url}>Open {order.order_name} in the store</OutLink>
        </li>
      ))}
      {shipment.courier_url && (
        <li>
          <OutLink href={shipment.courier_url}>Open at {courierName(company)}</OutLink>
        </li>
      )}
    </ul>
  </section>
);

const OutLink = ({ href, children }: { href: string; children: React.ReactNode }) => (
  <a href={href} target="_blank" rel="noreferrer" className={styles.out}>
    {children}
    <IconExternalLink size={14} aria-label="(opens in a new tab)" />
  </a>
);
