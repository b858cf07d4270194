import type { Context } from '../../base/context.ts';
import type { Db } from '../../base/db/client.ts';
import { withShop } from '../../base/db/tenancy.ts';
import { readFile } from '../../base/files/read-file.ts';
import { writeFile } from '../../base/files/write-file.ts';
import type { ShipmentRow } from '../record/shipment-row.ts';

type Key = Pick<ShipmentRow, 'shop_id' | 'id'>;

const keptDays = { onlyChance: 400, askAgain: 30 };

/** Called in the booking's transaction: the courier gave the address of its label, and gives it only once. */
export async function queueLabelDownload(
  trx: Db,
  context: Pick<Context, 'jobs'>,
  shipment: Key,
  now: Date,
): Promise<void> {
  await trx
    .insertInto('shipment_slip')
    .values({ shop_id: shipment.shop_id, shipment_id: shipment.id, next_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await context.jobs.request(trx, 'label-downloads', { shopId: shipment.shop_id, key: shipment.id, at: now });
}

export async function storedLabel(context: Pick<Context, 'db'>, shipment: Key): Promise<Buffer | undefined> {
  const label = await withShop(context.db, shipment.shop_id, (trx) =>
    trx
      .selectFrom('shipment_slip')
      .select('file_id')
      .where('shop_id', '=', shipment.shop_id)
      .where('shipment_id', '=', shipment.id)
      .executeTakeFirst(),
  );
  if (!label?.file_id) return undefined;
  const bytes = await readFile(context, shipment.shop_id, label.file_id);
  return bytes.length > 0 ? bytes : undefined;
}

export async function storeLabel(
  context: Pick<Context, 'db' | 'clock'>,
  shipment: Key & Pick<ShipmentRow, 'tracking_number' | 'label_url'>,
  bytes: Uint8Array,
): Promise<void> {
  const days = shipment.label_url ? keptDays.onlyChance : keptDays.askAgain;
  const fileId = await writeFile(
    context,
    {
      shopId: shipment.shop_id,
      name: `${shipment.tracking_number}.pdf`,
      contentType: 'application/pdf',
      expiresAt: new Date(context.clock().getTime() + days * 86_400_000),
    },
    [bytes],
  );
  await withShop(context.db, shipment.shop_id, (trx) =>
    trx
      .insertInto('shipment_slip')
      .values({ shop_id: shipment.shop_id, shipment_id: shipment.id, file_id: fileId, next_at: null })
      .onConflict((conflict) =>
        conflict.columns(['shop_id', 'shipment_id']).doUpdateSet({ file_id: fileId, next_at: null }),
      )
      .execute(),
  );
}
