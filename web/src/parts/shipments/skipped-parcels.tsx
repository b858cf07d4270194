import type { SkippedReason } from '@courierdesk/contract/shipment-selection';
import { formatCount } from '@courierdesk/contract/count-text';

/** How many parcels an action will skip, and why. */
export function SkippedParcels({ skipped }: { skipped: readonly SkippedReason[] }) {
  const sum = skipped.reduce((total, one) => total + one.parcels, 0);
  if (sum === 0) return null;
  return (
    <>
      <p>{formatCount(sum)} will be skipped:</p>
      <ul>
        {skipped.map(({ why, parcels: number }) => (
          <li key={why}>
            {formatCount(number)}: {why.replace(/\.$/, '')}
          </li>
        ))}
      </ul>
    </>
  );
}
