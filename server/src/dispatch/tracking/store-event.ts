import type { ShipmentStatus } from '@courierdesk/contract/statuses';
import type { CourierTracking, StatusMeaning } from '../../adapters/couriers/courier.ts';
import { isOutForDelivery } from '../../adapters/couriers/out-for-delivery.ts';
import type { PlatformFulfilmentEvent } from '../../adapters/platforms/platform.ts';

/** The fulfilment event that the store gets for this tracking, if any. */
export function storeEventOf(
  status: ShipmentStatus,
  meaning: StatusMeaning,
  tracking: Extract<CourierTracking, { found: true }>,
): PlatformFulfilmentEvent | undefined {
  switch (status) {
    case 'DELIVERED':
      // The courier may say now that it is on its way back.
      return meaning.status === 'DELIVERED' ? 'DELIVERED' : undefined;
    case 'RTS':
      return 'FAILURE';
    case 'INPROCESS':
      if (meaning.status !== 'INPROCESS') return undefined;
      if (meaning.attention) return meaning.attention === 'attempted' ? 'ATTEMPTED_DELIVERY' : 'DELAYED';
      return isOutForDelivery(tracking.statusText) ? 'OUT_FOR_DELIVERY' : 'IN_TRANSIT';
    default:
      return undefined;
  }
}
