import { formatDay, dayOf } from '@courierdesk/contract/dates';
import { sql } from 'kysely';
import { systemActor } from '../../base/actor.ts';
import { recordAuditEvent } from '../../base/audit/record-audit-event.ts';
import type { Context } from '../../base/context.ts';
import type { Db } from '../../base/db/client.ts';
import { anyOf } from '../../base/db/id-list.ts';
import { withShop } from '../../base/db/tenancy.ts';
import { nextNightOf } from '../../shop/shops/next-night.ts';
import { eraseCustomer } from './erase-customer.ts';
import { eraseFromActivityLog } from './erase-from-activity-log.ts';
import { knownOfCustomer, type CustomerRecords } from './known-of-customer.ts';
import { isAnyOpen, oldShipments, ordersErasedWith, yearsBefore, type OldShipment } from './old-customers.ts';
import { yearsKept } from './years-kept.ts';

const parcelsAtOnce = 200;
/** After this time, other shops get their turn. */
const maxWorkMs = 20_000;

/**
 * Erases the customers of the shop's old parcels, all parcels of its orders in one transaction. Returns when to go on:
 * at once, or in the next night. A killed process loses nothing: what it has not erased is found again.
 */
export async function eraseOldCustomers(
  context: Context,
  { shopId }: { readonly shopId: string },
  signal: AbortSignal,
): Promise<Date | undefined> {
  const until = performance.now() + maxWorkMs;
  const hasTime = (): boolean => !signal.aborted && performance.now() < until;
  let after: OldShipment | undefined;
  for (;;) {
    const found = await withShop(context.db, shopId, async (trx) => {
      const years = await yearsKept(trx, shopId);
      if (years === null) return undefined;
      const endedBefore = await yearsBefore(trx, context.clock(), years);
      return {
        years,
        endedBefore,
        parcels: await oldShipments(trx, shopId, { endedBefore, after, limit: parcelsAtOnce }),
      };
    });
    if (!found || found.parcels.length === 0) {
      await recordErased(context, shopId, found?.endedBefore);
      return found && withShop(context.db, shopId, (trx) => nextNightOf(trx, shopId, context.clock()));
    }
    for (const parcel of found.parcels) {
      if (!hasTime()) return context.clock();
      if (!parcel.open) await eraseOldParcel(context, shopId, parcel.id, found);
    }
    after = found.parcels.at(-1);
  }
}

/** Erases the customer of the parcel, its orders and their other parcels, if that is still right once they are locked. */
async function eraseOldParcel(
  context: Context,
  shopId: string,
  shipmentId: string,
  { years, endedBefore }: { readonly years: number; readonly endedBefore: Date },
): Promise<void> {
  const oldCustomer = async (trx: Db): Promise<CustomerRecords | undefined> => {
    const customer = await knownOfCustomer(trx, shopId, await ordersErasedWith(trx, shopId, shipmentId));
    return (await isAnyOpen(trx, shopId, customer.orderIds, endedBefore)) ? undefined : customer;
  };
  const found = await withShop(context.db, shopId, oldCustomer);
  if (!found) return;
  await eraseFromActivityLog(context.db, shopId, found);
  await withShop(context.db, shopId, async (trx) => {
    const customer = await oldCustomer(trx);
    if (!customer) return;
    const { parcels } = await trx
      .selectFrom('shipment')
      .select(({ fn }) => fn.countAll<number>().as('parcels'))
      .where('shop_id', '=', shopId)
      .where('id', '=', anyOf(customer.shipmentIds))
      .where('customer_erased_at', 'is', null)
      .executeTakeFirstOrThrow();
    if (parcels === 0) return;
    const counted = await trx
      .updateTable('shop_setting')
      .set({
        erased_old_parcels: sql`erased_old_parcels + ${parcels}`,
        erased_old_orders: sql`erased_old_orders + ${customer.orderIds.length}`,
      })
      .where('shop_id', '=', shopId)
      .where('keep_customers_years', '=', years)
      .executeTakeFirst();
    // The owner has just changed the years.
    if (counted.numUpdatedRows === 0n) return;
    await eraseCustomer(trx, shopId, customer, context.clock());
  });
}

/** Writes what was erased since the last time to the activity log. */
async function recordErased(context: Context, shopId: string, endedBefore: Date | undefined): Promise<void> {
  await withShop(context.db, shopId, async (trx) => {
    const sums = await trx
      .selectFrom('shop_setting')
      .innerJoin('shop', 'shop.id', 'shop_setting.shop_id')
      .select(['erased_old_parcels as parcels', 'erased_old_orders as orders', 'time_zone'])
      .where('shop_id', '=', shopId)
      .where('erased_old_parcels', '>', 0)
      .forUpdate('shop_setting')
      .executeTakeFirst();
    if (!sums) return;
    await trx
      .updateTable('shop_setting')
      .set({ erased_old_parcels: 0, erased_old_orders: 0 })
      .where('shop_id', '=', shopId)
      .execute();
    await recordAuditEvent(trx, systemActor(shopId), {
      at: context.clock(),
      action: 'old-customers.erased',
      subjectKind: 'shop',
      subjectId: shopId,
      label: '',
      detail: {
        parcels: sums.parcels,
        orders: sums.orders,
        ...(endedBefore && { ended_before: formatDay(dayOf(endedBefore, sums.time_zone)) }),
      },
    });
  });
}
