import { useEffect, useState } from 'react';
import styles from './booking-summary.module.css';

const shownAfterSeconds = 1;
const slowAfterSeconds = 10;

/** Progress while waiting for the courier; says when the courier is slow. */
export function BookingProgress({ since, courier }: { since: number; courier: string }) {
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setSeconds(Math.floor((Date.now() - since) / 1000)), 250);
    return () => clearInterval(timer);
  }, [since]);
  return (
    <div role="status" className={styles.progress}>
      {seconds >= slowAfterSeconds ? (
        <>
          <strong>{courier} is slow today.</strong> The order is locked, so no one can book it twice. You can leave this
          page: we keep booking, and the result appears in Store orders.
        </>
      ) : (
        seconds >= shownAfterSeconds && `Waiting for ${courier}…`
      )}
    </div>
  );
}
