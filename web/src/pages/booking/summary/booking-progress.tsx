import { useEffect, useState } from 'react';
import styles from './booking-summary.module.css';

const shownAfterSeconds = 1;
const slowAfterSeconds = 10;

/** What is going on while the courier is asked; a slow one is said to be slow. */
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
          <strong>{courier} is slow today.</strong> The order is held meanwhile, so nobody books it twice. You may
          leave: the booking goes on, and what becomes of it stands in the list of store orders.
        </>
      ) : (
        seconds >= shownAfterSeconds && `Asking ${courier}…`
      )}
    </div>
  );
}
