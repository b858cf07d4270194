import type { Courier, CourierEvent } from '../../adapters/couriers/courier.ts';
import { isOutForDelivery } from '../../adapters/couriers/out-for-delivery.ts';
import type { FoundTracking } from './tracking-change.ts';

/**
 * What the courier says of a parcel that it has delivered and taken back: it is out for delivery again, or could not be
 * delivered. Other scans may only be written late.
 */
export function wordsOfTakenBack(
  courier: Pick<Courier, 'meaningOf'>,
  { status, statusText, events }: FoundTracking,
): string | undefined {
  const isOut = ({ text, code }: Pick<CourierEvent, 'text' | 'code'>): boolean => {
    const meaning = courier.meaningOf(text, code);
    return meaning?.status === 'INPROCESS' && (meaning.attention === 'attempted' || isOutForDelivery(text));
  };
  if (status?.status === 'INPROCESS') return isOut({ text: statusText, code: '' }) ? statusText : undefined;
  if (status?.status !== 'DELIVERED') return undefined;
  const delivered = events.findLast(({ text, code }) => courier.meaningOf(text, code)?.status === 'DELIVERED');
  return delivered && events.findLast((event) => event.at > delivered.at && isOut(event))?.text;
}
