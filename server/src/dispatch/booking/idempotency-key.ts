import { createHash } from 'node:crypto';
import type { Db } from '../../base/db/client.ts';
import { AppError } from '../../base/errors.ts';
import type { ShipmentRow } from '../../shipments/record/shipment-row.ts';
import type { BookingRequest } from './booking-request.ts';

/** Stored with the key: the same key with another body is refused. */
export const bodyHash = (request: BookingRequest): string =>
  createHash('sha256').update(JSON.stringify(request)).digest('hex');

/** The shipment that was booked with an idempotency key. Throws if the key was used with another body. */
export async function shipmentOfKey(
  trx: Db,
  shopId: string,
  key: string,
  hash: string,
): Promise<ShipmentRow | undefined> {
  const used = await trx
    .selectFrom('idempotency_key as used')
    .innerJoin('shipment', (join) =>
      join.onRef('shipment.shop_id', '=', 'used.shop_id').onRef('shipment.id', '=', 'used.shipment_id'),
    )
    .selectAll('shipment')
    .select('used.body_hash')
    .where('used.shop_id', '=', shopId)
    .where('used.key', '=', key)
    .executeTakeFirst();
  if (!used) return undefined;
  const { body_hash, ...shipment } = used;
  if (body_hash !== hash)
    throw new AppError(
      'idempotency-conflict',
      'This booking was sent before with other values. Reload the page and try again.',
    );
  return shipment;
}

/** False if the key was used before. A booking without a key is always new. */
export async function insertKey(
  trx: Db,
  shopId: string,
  { key, ...use }: { key: string | undefined; body_hash: string; shipment_id: string; created_at: Date },
): Promise<boolean> {
  if (!key) return true;
  const taken = await trx
    .insertInto('idempotency_key')
    .values({ shop_id: shopId, key, ...use })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return taken.numInsertedOrUpdatedRows === 1n;
}
