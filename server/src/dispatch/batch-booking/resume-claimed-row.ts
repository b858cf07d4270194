import type { Context } from '../../base/context.ts';
import { withShop } from '../../base/db/tenancy.ts';
import { shipmentById } from '../../shipments/record/find-shipments.ts';
import { postponeRow, requeueRow } from './row-outcomes.ts';
import type { Row } from '../batches/row.ts';

const checkAgainMs = 5_000;

/**
 * Resumes a row that a killed process was booking. If the courier was asked, the row waits for its shipment's result. If
 * the claim was released before that, the row is queued again.
 */
export async function resumeClaimedRow(context: Context, row: Row): Promise<void> {
  const now = context.clock();
  const shipment = await withShop(context.db, row.shop_id, (trx) =>
    shipmentById(trx, row.shop_id, row.shipment_id ?? ''),
  );
  if (!shipment || shipment.booking_state === 'released') return requeueRow(context, row, now, '');
  await postponeRow(context, row, new Date(now.getTime() + checkAgainMs));
}
