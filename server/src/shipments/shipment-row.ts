import type { Selectable } from 'kysely';
import type { Shipment } from '../db/schema.ts';

export type ShipmentRow = Selectable<Shipment>;

/** A line of a store order and how many of it travel in a shipment, with what people see of it. */
export type ShipmentLine = {
  readonly lineId: string;
  readonly quantity: number;
  readonly title: string;
  readonly variantTitle: string;
  readonly sku: string;
  readonly unitPrice: string;
  readonly imageUrl: string;
};
