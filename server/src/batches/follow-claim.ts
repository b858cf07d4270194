import type { Context } from '../context.ts';
import { withShop } from '../db/tenancy.ts';
import { shipmentById } from '../shipments/find-shipments.ts';
import { lookLater, tryAgain } from './row-ends.ts';
import type { Hand } from './row-leases.ts';
import type { Row } from './row.ts';

/** Longer than it takes to be told, shorter than a person's patience. */
const lookAgainMs = 5_000;

/**
 * A row whose worker died after the claim. What the courier was asked is settled by the shipment itself, which the row
 * follows; a claim that was given back before the courier was asked is made again.
 */
export async function followClaim(context: Context, hand: Hand, row: Row): Promise<void> {
  const now = context.clock();
  const shipment = await withShop(context.db, row.shop_id, (trx) =>
    shipmentById(trx, row.shop_id, row.shipment_id ?? ''),
  );
  if (!shipment || shipment.booking_state === 'released') return tryAgain(context, hand, row, now, '');
  await lookLater(context, hand, row, new Date(now.getTime() + lookAgainMs));
}
