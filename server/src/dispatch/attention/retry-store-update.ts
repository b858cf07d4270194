import type { UserActor } from '../../base/actor.ts';
import type { Context } from '../../base/context.ts';
import { withShop } from '../../base/db/tenancy.ts';
import { AppError } from '../../base/errors.ts';
import { changeDesiredState, tryAtOnce } from '../../store/sync/change-desired-state.ts';
import { describeUnfinished } from '../../store/sync/describe-unfinished.ts';
import { requestStoreUpdate } from '../../store/sync/request-store-update.ts';
import { syncShipmentNow } from '../../store/sync/sync-shipment-now.ts';
import { recordDecision, type DecisionResult } from './record-decision.ts';
import type { ShipmentRow } from '../../shipments/record/shipment-row.ts';

/** Retries the store update now. */
export async function retryStoreUpdate(
  context: Context,
  actor: UserActor,
  shipment: ShipmentRow,
): Promise<DecisionResult> {
  const now = context.clock();
  await withShop(context.db, actor.shopId, async (trx) => {
    const retried = await changeDesiredState(trx, actor.shopId, tryAtOnce(now), now)
      .where('shipment_id', '=', shipment.id)
      .where('state', '<>', 'done')
      .executeTakeFirst();
    if (retried.numUpdatedRows === 0n) throw new AppError('cannot-resolve', 'The store is already up to date.');
    await requestStoreUpdate(trx, actor.shopId, { jobs: context.jobs, now, by: 'request' });
    await recordDecision(trx, actor, shipment, now, 'shipment.retry-store');
  });
  const isSynced = await syncShipmentNow(context, shipment);
  return {
    shipment,
    message: isSynced ? 'The store is up to date.' : (await describeUnfinished(context, shipment)).words,
  };
}
