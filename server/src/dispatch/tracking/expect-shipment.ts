import type { ExpectedDelivery } from '@courierdesk/contract/shipments';
import type { Context } from '../../base/context.ts';
import type { Db } from '../../base/db/client.ts';
import { expectedDelivery } from '../../shipments/expected-delivery/expected-delivery.ts';
import type { ShipmentRow } from '../../shipments/record/shipment-row.ts';
import { hadTrouble } from './parcel-trouble.ts';
import type { EventRow } from './shipment-events.ts';
import { isOutForDelivery } from '../../adapters/couriers/out-for-delivery.ts';

/** When a parcel with these events, newest first, will arrive, or null if we cannot say. */
export function expectShipment(
  trx: Db,
  context: Context,
  shipment: ShipmentRow,
  events: readonly EventRow[],
  timeZone: string,
): Promise<ExpectedDelivery | null> {
  const [newest] = events;
  const progress = {
    hadTrouble: shipment.trouble !== null || hadTrouble(context, shipment, events),
    isOutForDelivery: isOutForDelivery(newest?.text ?? ''),
    at: newest?.at,
  };
  return expectedDelivery(trx, shipment, progress, context.clock(), timeZone);
}
