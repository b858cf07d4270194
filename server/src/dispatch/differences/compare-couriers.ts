import { courierName } from '@courierdesk/contract/companies';
import { inParts } from '@courierdesk/contract/in-parts';
import { formatRupees } from '@courierdesk/contract/money';
import { sql } from 'kysely';
import type { Context } from '../../base/context.ts';
import { callCourier } from '../../shop/courier-accounts/call-courier.ts';
import { accountFrom, type AccountRow } from '../../shop/courier-accounts/load-account.ts';
import { CourierError, wordsOf } from '../../adapters/couriers/courier-error.ts';
import type { ListedConsignment } from '../../adapters/couriers/courier.ts';
import { halvesOf } from '../../adapters/couriers/halves.ts';
import { pakistanDay } from '../../adapters/couriers/pakistan-time.ts';
import type { Db } from '../../base/db/client.ts';
import { withShop } from '../../base/db/tenancy.ts';
import { addLateConsignment } from '../../shipments/record/late-consignments.ts';
import type { ShipmentRow } from '../../shipments/record/shipment-row.ts';
import type { RunningComparison, PartDone } from './comparison-row.ts';
import { describeShipment } from './find-in-shipment.ts';
import type { Finding } from './finding.ts';
import { addLostShipments, findLostShipments } from './lost-shipments.ts';
import { knownNumbers, shipmentsByReference } from './queries.ts';
import { closeUnfound, saveFindings } from './save-findings.ts';

/** PostEx is slow for longer ranges. */
const listedDays = 7;
const maxTrackingCalls = 20;
const maxTrackingMs = 2 * 60_000;

/** The next courier account: its consignments of the last week, and whether parcels on the road are cancelled there. */
export async function compareCouriers(
  context: Context,
  run: RunningComparison,
  signal: AbortSignal,
): Promise<PartDone> {
  const { shop_id: shopId } = run;
  const readAt = context.clock();
  const account = await withShop(context.db, shopId, (trx) => accountAfter(trx, shopId, run.position));
  if (!account) return { position: undefined, compared: 0 };
  const source = `account ${account.id}`;
  try {
    const listed = await listBooked(context, account, readAt);
    const lost = await findLostShipments(context, account, listed);
    const moving = await withShop(context.db, shopId, (trx) => movingParcels(trx, account));
    const cancelled = await cancelledThere(context, account, moving, listed, signal);
    const found = { shopId, runId: run.run_id, source, readAt };
    return {
      position: account.id,
      compared: 1,
      ...(cancelled.failure && { problems: [problemOf(account, cancelled.failure)] }),
      async save(trx) {
        await addLostShipments(trx, context, account, lost.parcels);
        const own = listed.filter((one) => !lost.ofOthers.has(one.reference));
        const unknown = await unknownConsignments(trx, context, account, own);
        await saveFindings(trx, found, [...cancelled.findings, ...unknown], context.clock());
        await closeUnfound(trx, found, context.clock(), { couldFind: couldFind(shopId, readAt, cancelled.unclear) });
      },
    };
  } catch (error) {
    if (!(error instanceof CourierError)) throw error;
    return { position: account.id, compared: 1, problems: [problemOf(account, error)] };
  }
}

const problemOf = (account: AccountRow, error: CourierError) => ({
  source: account.name,
  message: `${courierName(account.company)} did not respond: ${wordsOf(error)}.`,
});

/**
 * A parcel about which the courier said nothing clear stays a difference. So does an older consignment that is still unknown:
 * the courier lists those of the last days only.
 */
const couldFind = (shopId: string, readAt: Date, unclear: readonly string[]) => sql<boolean>`(
  case when kind <> 'unknown-consignment' then shipment_id <> all(${[...unclear]}::text[])
  else detail ->> 'day' >= ${pakistanDay(readAt, 1 - listedDays)} or exists (
    select from shipment as s
    where s.shop_id = ${shopId} and s.company = difference.company
      and s.tracking_number = difference.tracking_number) end)`;

async function accountAfter(trx: Db, shopId: string, position: string): Promise<AccountRow | undefined> {
  const row = await trx
    .selectFrom('courier_account')
    .selectAll()
    .where('shop_id', '=', shopId)
    .where('in_active', '=', false)
    .where('id', '>', position)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  return row && accountFrom(row);
}

async function listBooked(context: Context, account: AccountRow, now: Date): Promise<readonly ListedConsignment[]> {
  const days = { from: pakistanDay(now, 1 - listedDays), to: pakistanDay(now) };
  return callCourier(
    context,
    account,
    'list',
    async (courier, access, call) => (await courier.listBooked?.(access, days, call)) ?? [],
  );
}

/** Parcels on the road, those with an open difference first, then those that were tracked longest ago. */
function movingParcels(trx: Db, account: AccountRow): Promise<ShipmentRow[]> {
  return trx
    .selectFrom('shipment as s')
    .selectAll('s')
    .where('s.shop_id', '=', account.shop_id)
    .where('s.account_id', '=', account.id)
    .where('s.status', '=', 'INPROCESS')
    .where('s.booking_state', '=', 'booked')
    .where('s.tracking_number', 'is not', null)
    .orderBy(
      sql`exists (
        select from difference d
        where d.shop_id = ${account.shop_id} and d.shipment_id = s.id and d.state in ('open', 'dismissed')
          and d.source = ${`account ${account.id}`}
      )`,
      'desc',
    )
    .orderBy('s.last_tracked_at', (order) => order.asc().nullsFirst())
    .limit(maxTrackingCalls * 50)
    .execute();
}

/** Takes the status from the list where we know it, and asks for the others, with a limit. `unclear`: without a clear answer. */
async function cancelledThere(
  context: Context,
  account: AccountRow,
  moving: readonly ShipmentRow[],
  listed: readonly ListedConsignment[],
  signal: AbortSignal,
): Promise<{ findings: Finding[]; unclear: readonly string[]; failure?: CourierError }> {
  const inList = new Map(
    listed.flatMap((one) => (one.cancelled || one.status ? [[one.trackingNumber, one] as const] : [])),
  );
  const findings = moving.flatMap((shipment) => {
    const one = inList.get(shipment.tracking_number ?? '');
    return one?.cancelled ? [cancelledFinding(account, shipment, one.statusText)] : [];
  });
  const rest = moving.filter(({ tracking_number: number }) => number !== null && !inList.has(number));
  const unclear = new Set(rest.map(({ id }) => id));
  const atOnce = context.couriers[account.company].abilities.maxTrackedAtOnce;
  const until = performance.now() + maxTrackingMs;
  const asked = rest.slice(0, atOnce * maxTrackingCalls);
  const parts = [...inParts(asked, atOnce)];
  for (let part = parts.shift(); part; part = parts.shift()) {
    if (performance.now() > until || signal.aborted) break;
    const some = new Map(part.map((one) => [one.tracking_number ?? '', one]));
    try {
      const tracked = await callCourier(context, account, 'track', (courier, access, call) =>
        courier.track(access, [...some.keys()], call),
      );
      for (const one of tracked) {
        const shipment = some.get(one.trackingNumber);
        if (!shipment || !one.found || !one.status) continue;
        unclear.delete(shipment.id);
        if (one.status.status === 'CANCELLED') findings.push(cancelledFinding(account, shipment, one.statusText));
      }
    } catch (error) {
      if (!(error instanceof CourierError)) throw error;
      if (error.kind !== 'rejected' || part.length === 1) return { findings, unclear: [...unclear], failure: error };
      parts.unshift(...halvesOf(part));
    }
  }
  return { findings, unclear: [...unclear] };
}

function cancelledFinding(account: AccountRow, shipment: ShipmentRow, words: string): Finding {
  return {
    kind: 'moving-but-cancelled',
    subject: `${shipment.id} courier`,
    shipmentId: shipment.id,
    accountId: account.id,
    company: account.company,
    orderName: shipment.order_name,
    trackingNumber: shipment.tracking_number,
    storeSays: '',
    courierSays: `Cancelled: ${words}`,
    weSay: describeShipment(shipment),
    repair: 'record-cancellation',
    detail: { facts: 'cancelled at the courier' },
    caseKinds: [],
  };
}

/**
 * Consignments of the account that we do not know. One with the reference of a shipment becomes a late consignment, as in the
 * protocol of booking: a case decides about it, not a difference.
 */
async function unknownConsignments(
  trx: Db,
  context: Context,
  account: AccountRow,
  listed: readonly ListedConsignment[],
): Promise<Finding[]> {
  const { shop_id: shopId } = account;
  const live = listed.filter((one) => !one.cancelled && (one.bookedAt ?? context.clock()) >= account.created_at);
  const known = await knownNumbers(
    trx,
    shopId,
    live.map((one) => one.trackingNumber),
  );
  const unknown = live.filter((one) => !known.has(`${account.company}:${one.trackingNumber}`));
  if (unknown.length === 0) return [];
  const ours = await shipmentsByReference(
    trx,
    shopId,
    unknown.map((one) => one.reference),
  );
  const inStore = await numbersOfFulfilments(trx, shopId);
  const findings: Finding[] = [];
  for (const one of unknown) {
    const shipment = ours.get(one.reference);
    if (shipment && !undecided.has(shipment.booking_state))
      await addLateConsignment(trx, shipment, one.trackingNumber, 'look-up', context.clock());
    if (shipment || inStore.has(one.trackingNumber)) continue;
    findings.push(unknownFinding(account, one, context.clock()));
  }
  return findings;
}

/** Booking still looks for the consignment of these. */
const undecided = new Set(['claimed', 'asking', 'uncertain']);

/** Already shown as fulfilled without a parcel. */
async function numbersOfFulfilments(trx: Db, shopId: string): Promise<Set<string>> {
  const rows = await trx
    .selectFrom('difference')
    .select('tracking_number')
    .where('shop_id', '=', shopId)
    .where('kind', '=', 'fulfilled-without-parcel')
    .where('state', 'in', ['open', 'repairing', 'dismissed'])
    .where('tracking_number', 'is not', null)
    .execute();
  return new Set(rows.map((row) => row.tracking_number ?? ''));
}

function unknownFinding(account: AccountRow, one: ListedConsignment, now: Date): Finding {
  const cod = one.cod === undefined ? '' : one.cod === 0 ? ', prepaid' : `, COD ${formatRupees(one.cod)}`;
  const reference = one.reference ? `, reference ${one.reference}` : '';
  return {
    kind: 'unknown-consignment',
    subject: `${account.company} ${one.trackingNumber}`,
    accountId: account.id,
    company: account.company,
    orderName: one.reference,
    trackingNumber: one.trackingNumber,
    storeSays: '',
    courierSays: `${one.statusText || 'Booked'}${cod}${reference}`,
    weSay: 'No parcel',
    repair: 'add-parcel',
    detail: { facts: one.trackingNumber, day: pakistanDay(one.bookedAt ?? now) },
    caseKinds: [],
  };
}
