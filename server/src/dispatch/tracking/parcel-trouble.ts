import { isCompany } from '@courierdesk/contract/companies';
import type { ParcelTrouble } from '@courierdesk/contract/statuses';
import type { Context } from '../../base/context.ts';
import type { ShipmentRow } from '../../shipments/record/shipment-row.ts';
import type { EventRow } from './shipment-events.ts';

/** A readable event of the parcel says that something went wrong, now or earlier. */
export const hadTrouble = (
  { couriers }: Pick<Context, 'couriers'>,
  { company }: Pick<ShipmentRow, 'company'>,
  events: readonly EventRow[],
): boolean =>
  isCompany(company) &&
  events.some(({ text, code }) => couriers[company].meaningOf(text, code)?.attention !== undefined);

/** What prevents the delivery of a parcel, by the words of its courier, or null. */
export function parcelTrouble(
  { couriers }: Pick<Context, 'couriers'>,
  { company, status, status_text: words }: Pick<ShipmentRow, 'company' | 'status' | 'status_text'>,
  events: readonly EventRow[],
): ParcelTrouble | null {
  if (status !== 'INPROCESS' || !isCompany(company)) return null;
  const code = events.find(({ text }) => text === words)?.code ?? '';
  return couriers[company].meaningOf(words, code)?.attention ?? null;
}
