import type { NamedShipment } from '@courierdesk/contract/shipment-selection';
import styles from './named-parcels.module.css';
import { countText, formatCount } from '@courierdesk/contract/count-text';

/** Names the parcels of an action that cannot be undone, first those that are not on the page. */
export function NamedParcels(props: {
  label: string;
  parcels: readonly NamedShipment[];
  /** How many the action takes, if more than can be named. */
  total?: number;
  isShown: (id: string) => boolean;
}) {
  const hidden = props.parcels.filter(({ id }) => !props.isShown(id));
  const shown = props.parcels.filter(({ id }) => props.isShown(id));
  const unnamed = (props.total ?? 0) - props.parcels.length;
  return (
    <>
      {hidden.length > 0 && (
        <p className={styles.hidden}>{countText(hidden.length, 'is', 'are')} not shown on this page of the list.</p>
      )}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, also by keyboard */}
      <div className={styles.box} role="group" tabIndex={0} aria-label={props.label}>
        <ul className={styles.parcels}>
          {[...hidden, ...shown].map((parcel) => (
            <li key={parcel.id}>
              <strong>{parcel.order_name}</strong>
              {!props.isShown(parcel.id) && <span className={styles.hidden}>not shown</span>}
              <bdi className={styles.customer}>{parcel.customer_name}</bdi>
              <span className="numbers">{parcel.tracking_number}</span>
            </li>
          ))}
        </ul>
        {unnamed > 0 && <p>and {formatCount(unnamed)} more</p>}
      </div>
    </>
  );
}
