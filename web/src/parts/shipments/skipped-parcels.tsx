import type { SkippedReason } from '@courierdesk/contract/shipment-selection';

const count = new Intl.NumberFormat('en-US');

export const parcelCount = (number: number): string => `${count.format(number)} ${number === 1 ? 'parcel' : 'parcels'}`;

/** How many parcels an action will skip, and why. */
export function SkippedParcels({ skipped }: { skipped: readonly SkippedReason[] }) {
  const sum = skipped.reduce((total, one) => total + one.parcels, 0);
  if (sum === 0) return null;
  return (
    <>
      <p>{sum === 1 ? '1 will be skipped:' : `${count.format(sum)} will be skipped:`}</p>
      <ul>
        {skipped.map(({ why, parcels: number }) => (
          <li key={why}>
            {count.format(number)}: {why.replace(/\.$/, '')}
          </li>
        ))}
      </ul>
    </>
  );
}
