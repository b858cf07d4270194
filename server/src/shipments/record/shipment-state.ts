import * as z from 'zod';
import type { ShipmentRow } from './shipment-row.ts';

/** COD in whole rupees: the amount on the form, on the label and at the courier. */
export const wholeCod = (shipment: Pick<ShipmentRow, 'cod'>): number => Math.round(Number(shipment.cod));

/** The courier collects the COD of such a parcel, or has collected it. */
export const collectsCod = ({ status, final }: Pick<ShipmentRow, 'status' | 'final'>): boolean =>
  !final || status === 'DELIVERED';

/** The combinations that exist; the database checks the same (docs/architecture.md, "States of a shipment"). */
const ShipmentState = z.union([
  z.object({
    booking_state: z.literal('booked'),
    status: z.enum(['FULFILLED', 'INPROCESS']),
    final: z.literal(false),
  }),
  z.object({ booking_state: z.literal('booked'), status: z.literal('DELIVERED'), final: z.literal(true) }),
  z.object({ booking_state: z.literal('booked'), status: z.enum(['CANCELLED', 'RTS']), final: z.boolean() }),
  z.object({
    booking_state: z.literal('cancelling'),
    status: z.enum(['FULFILLED', 'INPROCESS', 'RTS']),
    final: z.literal(false),
  }),
  z.object({
    booking_state: z.enum(['claimed', 'asking', 'uncertain', 'rejected', 'released']),
    status: z.literal('FULFILLED'),
    final: z.literal(false),
  }),
]);
type ShipmentState = z.infer<typeof ShipmentState>;

export const stateOf = (shipment: Pick<ShipmentRow, 'booking_state' | 'status' | 'final'>): ShipmentState =>
  ShipmentState.parse(shipment);

/**
 * A person may mark the parcel as returned: couriers do not always scan a return at the shop. It is on its way back, or in
 * process without news for 30 days.
 */
export const canReceiveReturn = (row: ShipmentRow): boolean =>
  row.booking_state === 'booked' &&
  !row.final &&
  (row.status === 'RTS' || (row.status === 'INPROCESS' && row.next_track_at === null && row.account_id !== null));
