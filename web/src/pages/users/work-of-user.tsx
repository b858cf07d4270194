import { countText } from '@courierdesk/contract/count-text';
import type { ShopUser } from '@courierdesk/contract/users';
import { useQuery } from '@tanstack/react-query';
import { personWorkQuery } from '../../api/staff.ts';
import styles from './users-page.module.css';

/** What a person works on, read when a dialog asks whether they may go on. Its line is there before it is known. */
export function WorkOfUser({ user }: { user: ShopUser }) {
  const { data, isError } = useQuery(personWorkQuery(user.id));
  return (
    <p aria-live="polite" className={styles.work}>
      {data ? workText(data) : isError ? failed : 'Checking what they booked today…'}
    </p>
  );
}

const failed = 'We could not check what they booked today.';

function workText({ booked_today: booked, unfinished_batches: batches }: Work): string {
  const parcels = `They booked ${booked === 0 ? 'no parcels' : countText(booked, 'parcel')} today`;
  if (batches === 0) return `${parcels}.`;
  return `${parcels} and have ${countText(batches, 'unfinished batch', 'unfinished batches')}. Others can finish ${batches === 1 ? 'it' : 'them'} under Batches.`;
}

type Work = { booked_today: number; unfinished_batches: number };
