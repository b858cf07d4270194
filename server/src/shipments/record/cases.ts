import { AttentionKind } from '@courierdesk/contract/attention';
import { sql } from 'kysely';
import type { Db } from '../../base/db/client.ts';
import { newId } from '../../base/db/ids.ts';

type ShipmentKey = { readonly shop_id: string; readonly id: string };

/** Opens a case for a person. A case of this kind that is already open takes the new detail. */
export async function openCase(
  trx: Db,
  shipment: ShipmentKey,
  kind: AttentionKind,
  at: Date,
  detail: Record<string, unknown> = {},
): Promise<void> {
  await lockCases(trx, shipment);
  await trx
    .insertInto('attention')
    .values({
      shop_id: shipment.shop_id,
      id: newId(at),
      shipment_id: shipment.id,
      kind,
      detail: JSON.stringify(detail),
      opened_at: at,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['shop_id', 'shipment_id', 'kind'])
        .where('closed_at', 'is', null)
        .doUpdateSet({ detail: JSON.stringify(detail) }),
    )
    .execute();
  await markShipment(trx, shipment);
}

/**
 * The kinds that the end of a booking settles. A late consignment is another parcel, which is live at the courier: only a
 * decision about it closes its case.
 */
export const settledByEnd = AttentionKind.options.filter((kind) => kind !== 'late-consignment');

/** Closes the open cases of these kinds. Most shipments have none, and are not locked then. */
export async function closeCases(
  trx: Db,
  shipment: ShipmentKey,
  kinds: readonly AttentionKind[],
  at: Date,
  who: string,
): Promise<void> {
  const open = await trx
    .selectFrom('attention')
    .select('id')
    .where('shop_id', '=', shipment.shop_id)
    .where('shipment_id', '=', shipment.id)
    .where('closed_at', 'is', null)
    .where('kind', 'in', [...kinds])
    .executeTakeFirst();
  if (!open) return;
  await lockCases(trx, shipment);
  await trx
    .updateTable('attention')
    .set({ closed_at: at, closed_by: who })
    .where('shop_id', '=', shipment.shop_id)
    .where('shipment_id', '=', shipment.id)
    .where('closed_at', 'is', null)
    .where('kind', 'in', [...kinds])
    .execute();
  await markShipment(trx, shipment);
}

/** Transactions change the cases of a shipment one after the other. Otherwise its mark would miss a case of the other one. */
const lockCases = (trx: Db, shipment: ShipmentKey) =>
  trx
    .selectFrom('shipment')
    .select('id')
    .where('shop_id', '=', shipment.shop_id)
    .where('id', '=', shipment.id)
    .forUpdate()
    .execute();

async function markShipment(trx: Db, shipment: ShipmentKey): Promise<void> {
  await trx
    .updateTable('shipment')
    .set({
      needs_attention: sql<boolean>`exists (
        select 1 from attention a
        where a.shop_id = ${shipment.shop_id} and a.shipment_id = ${shipment.id} and a.closed_at is null)`,
    })
    .where('shop_id', '=', shipment.shop_id)
    .where('id', '=', shipment.id)
    .execute();
}

/** The cases in which a courier says something else than the end that we have recorded. */
export const contradictions: readonly AttentionKind[] = ['end-contradicted', 'moving-after-cancel'];

/** What a person settles by saying where the parcel ended: with the customer, or back at the shop. */
export const settledByArrival: readonly AttentionKind[] = [
  ...contradictions,
  ...([
    'cancel-refused',
    'cancelled-by-courier',
    'no-news',
    'unknown-number',
    'unknown-status',
    'void-at-courier',
  ] as const),
];

/** True while such a case is open. */
export const contradictionOf = (trx: Db, shipment: ShipmentKey): Promise<boolean> =>
  hasOpenCase(trx, shipment, contradictions);

export async function hasOpenCase(trx: Db, shipment: ShipmentKey, kinds: readonly AttentionKind[]): Promise<boolean> {
  const row = await trx
    .selectFrom('attention')
    .select('id')
    .where('shop_id', '=', shipment.shop_id)
    .where('shipment_id', '=', shipment.id)
    .where('kind', 'in', [...kinds])
    .where('closed_at', 'is', null)
    .executeTakeFirst();
  return row !== undefined;
}
