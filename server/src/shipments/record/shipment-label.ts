import type { ShipmentRow } from './shipment-row.ts';

/** How the activity log names a shipment: `#1042 (LE7501234567)`. */
export const shipmentLabel = (shipment: Pick<ShipmentRow, 'order_name' | 'tracking_number'>): string =>
  shipment.tracking_number ? `${shipment.order_name} (${shipment.tracking_number})` : shipment.order_name;
