import type { Context } from '../../base/context.ts';
import { callCourier } from '../../shop/courier-accounts/call-courier.ts';
import { loadAccount, type AccountRow } from '../../shop/courier-accounts/load-account.ts';
import { CourierError } from '../../adapters/couriers/courier-error.ts';
import type { FoundConsignment } from '../../adapters/couriers/courier.ts';
import type { Db } from '../../base/db/client.ts';
import type { Job } from '../../base/db/job-requests.ts';
import { withShop } from '../../base/db/tenancy.ts';
import { inTraceOf } from '../../base/tracing/tracing.ts';
import { shipmentById } from '../../shipments/record/find-shipments.ts';
import type { ShipmentRow } from '../../shipments/record/shipment-row.ts';
import { wholeCod } from '../../shipments/record/shipment-state.ts';
import { syncShipmentNow } from '../../store/sync/sync-shipment-now.ts';
import { recordAnswer } from './record-answer.ts';
import { recordFailedLookUp, recordNothingFound, recordSeveralFound, recordWatched } from './record-look-up.ts';

const dayMs = 86_400_000;

/** A look-up that recorded nothing, for example because its account is gone, runs again after this time. */
const againMs = 2 * 60_000;

/**
 * Step 6 of booking: searches the courier for a consignment with the reference of a shipment, the key of the job. An uncertain
 * booking takes its number. For a released or rejected booking, a consignment opens a case. If nothing is found, we look again
 * later; the last empty look-up releases the order, but only at couriers whose list is complete, and only if the account is the
 * one that the booking was sent with. Returns when the next look-up is due.
 */
export async function lookUpShipment(
  context: Context,
  { shopId, key: shipmentId }: Required<Job>,
): Promise<Date | undefined> {
  const { shipment, account } = await withShop(context.db, shopId, async (trx) => {
    const row = await shipmentById(trx, shopId, shipmentId);
    return { shipment: row, account: row && (await loadAccount(trx, shopId, row.account_id)) };
  });
  const dueAt = shipment?.next_look_up_at;
  if (!dueAt) return undefined;
  if (dueAt > context.clock()) return dueAt;
  if (account) await inTraceOf(shipment.traceparent, { name: 'look up' }, () => lookUp(context, shipment, account));
  const nextAt = await nextLookUpAt(context, shipment);
  return nextAt?.getTime() === dueAt.getTime() ? new Date(context.clock().getTime() + againMs) : nextAt;
}

export async function lookUpsToDo(trx: Db): Promise<(Required<Job> & { readonly at: Date })[]> {
  const rows = await trx
    .selectFrom('shipment')
    .select(['shop_id as shopId', 'id as key', 'next_look_up_at as at'])
    .where('next_look_up_at', 'is not', null)
    .execute();
  return rows.flatMap(({ at, ...job }) => (at ? [{ ...job, at }] : []));
}

async function nextLookUpAt({ db }: Context, shipment: ShipmentRow): Promise<Date | undefined> {
  const row = await withShop(db, shipment.shop_id, (trx) => shipmentById(trx, shipment.shop_id, shipment.id));
  return row?.next_look_up_at ?? undefined;
}

async function lookUp(context: Context, shipment: ShipmentRow, account: AccountRow): Promise<void> {
  let found: FoundConsignment[];
  try {
    found = await callCourier(context, account, 'lookup', (courier, access, call) =>
      courier.findByReference(access, { reference: shipment.reference, claimedAt: shipment.claimed_at }, call),
    );
  } catch (error) {
    if (!(error instanceof CourierError)) throw error;
    return recordFailedLookUp(context, shipment);
  }
  const live = found.filter((one) => !one.cancelled && one.reference === shipment.reference);
  const unlinked = await withoutLinkedNumbers(context, shipment, live);
  if (shipment.booking_state !== 'uncertain') return recordWatched(context, shipment, unlinked);
  // The courier has booked this order, so it must not become free: a person decides.
  if (unlinked.length === 0 && live.length > 0)
    return recordSeveralFound(context, shipment, live, 'another shipment of yours already has this number.');
  await resolveUncertain(context, shipment, account, unlinked);
}

/** Leaves out consignments that are the booking of another shipment. */
async function withoutLinkedNumbers(
  context: Context,
  shipment: ShipmentRow,
  found: readonly FoundConsignment[],
): Promise<FoundConsignment[]> {
  if (found.length === 0) return [];
  const numbers = found.map((one) => one.trackingNumber);
  const linked = await withShop(context.db, shipment.shop_id, (trx) =>
    trx
      .selectFrom('shipment')
      .select('tracking_number')
      .where('shop_id', '=', shipment.shop_id)
      .where('company', '=', shipment.company)
      .where('tracking_number', 'in', numbers)
      .where('id', '<>', shipment.id)
      .execute(),
  );
  const taken = new Set(linked.map((row) => row.tracking_number));
  return found.filter((one) => !taken.has(one.trackingNumber));
}

/** A single consignment that matches is the booking. Anything else is a decision for a person. */
async function resolveUncertain(
  context: Context,
  shipment: ShipmentRow,
  account: AccountRow,
  found: readonly FoundConsignment[],
): Promise<void> {
  const [first, ...others] = found;
  if (!first) return recordNothingFound(context, shipment, account);
  if (others.length > 0 || !matches(shipment, first))
    return recordSeveralFound(context, shipment, found, 'its COD, phone or date is different.');
  const { trackingNumber } = first;
  const { shipment: booked } = await recordAnswer(context, shipment, {
    kind: 'booked',
    trackingNumber,
    how: 'look-up',
  });
  if (booked.booking_state === 'booked') await syncShipmentNow(context, booked);
}

/** Compares COD and phone if the courier shows them. A consignment that is older than the claim is not ours. */
function matches(shipment: ShipmentRow, found: FoundConsignment): boolean {
  const digits = (phone: string): string => phone.replace(/\D/g, '').slice(-10);
  return (
    (found.cod === undefined || Math.round(found.cod) === wholeCod(shipment)) &&
    (found.phone === undefined || found.phone === '' || digits(found.phone) === digits(shipment.consignee_phone)) &&
    // Some couriers show only the day.
    (found.bookedAt === undefined || found.bookedAt.getTime() > shipment.claimed_at.getTime() - dayMs)
  );
}
