import type { TrackedShipment } from '../../../api/shipments.ts';
import { When } from '../../../ui/dates/when.tsx';
import styles from './shipment-panel.module.css';

/** Who did what to it, newest first. */
export const ShipmentHistory = ({ history }: { history: TrackedShipment['shipment']['history'] }) => (
  <section className={styles.part} aria-label="History of changes">
    <h3 className={styles.heading}>History of changes</h3>
    {history.length === 0 && <p className={styles.none}>No changes yet.</p>}
    <ol className={styles.events}>
      {history.map((entry, index) => (
        <li key={index} className={styles.change}>
          {entry.what}
          <div className={styles.who}>
            {entry.who} · <When at={entry.at} form="full" />
          </div>
        </li>
      ))}
    </ol>
  </section>
);
