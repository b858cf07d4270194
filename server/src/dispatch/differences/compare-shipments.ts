import { isDeepStrictEqual } from 'node:util';
import * as z from 'zod';
import type { Context } from '../../base/context.ts';
import type { Db } from '../../base/db/client.ts';
import { withShop } from '../../base/db/tenancy.ts';
import { platformAccess } from '../../shop/shops/platform-access.ts';
import type { RunningComparison, PartDone } from './comparison-row.ts';
import { changesOfShipment } from '../../store/orders/flag-order-changes.ts';
import { findInShipment, kindsAfterStoreUpdate, type ComparedShipment } from './find-in-shipment.ts';
import type { Finding } from './finding.ts';
import { isTooOld, lastChangeCases, shipmentsAfter } from './queries.ts';
import { readShipments } from './read-shipments.ts';
import { closeUnfound, keepUncompared, saveFindings } from './save-findings.ts';

const parcelsAtOnce = 100;

const parcelsSource = 'parcels';

/** The next hundred parcels, compared with what the store says now. */
export async function compareShipments(context: Context, run: RunningComparison): Promise<PartDone> {
  const { shop_id: shopId, position } = run;
  const readAt = context.clock();
  const shipments = await withShop(context.db, shopId, (trx) =>
    shipmentsAfter(trx, shopId, { position, limit: parcelsAtOnce, now: run.started_at }),
  );
  const access = await platformAccess(context, shopId);
  const parcels = await readShipments(context, access, shopId, shipments);
  const isLast = shipments.length < parcelsAtOnce;
  const found = { shopId, runId: run.run_id, source: parcelsSource, readAt };
  return {
    position: isLast ? undefined : shipments.at(-1)?.id,
    compared: shipments.length,
    async save(trx) {
      await saveFindings(trx, found, await findingsOf(trx, shopId, parcels), context.clock());
      await keepUncompared(trx, found, { shipmentIds: withStoreUpdateDue(parcels), kinds: kindsAfterStoreUpdate });
      if (isLast) await closeUnfound(trx, found, context.clock(), { isTooOld: isTooOld(run.started_at) });
    },
  };
}

const withStoreUpdateDue = (parcels: readonly ComparedShipment[]): string[] =>
  parcels.flatMap(({ isStoreUpdateDue, shipment }) => (isStoreUpdateDue ? [shipment.id] : []));

/** A change that someone already dismissed in Needs attention is not shown as open again. */
async function findingsOf(trx: Db, shopId: string, parcels: readonly ComparedShipment[]): Promise<Finding[]> {
  const found = parcels.map((parcel) => ({ parcel, findings: findInShipment(parcel) }));
  const changed = found.filter(({ findings }) => findings.some(isChange)).map(({ parcel }) => parcel.shipment.id);
  const cases = await lastChangeCases(trx, shopId, changed);
  return found.flatMap(({ parcel, findings }) => {
    const last = cases.get(parcel.shipment.id);
    const who = last?.closed_by;
    const isDecided =
      last !== undefined &&
      who !== null &&
      who !== undefined &&
      !automatic.has(who) &&
      isDeepStrictEqual(changesOfShipment(parcel.shipment.id, parcel.orders), changesIn(last.detail));
    return findings.map((one) => (isDecided && isChange(one) ? { ...one, dismissedBy: who } : one));
  });
}

const isChange = (one: Finding): boolean => one.caseKinds.includes('changed-after-booking');
const automatic = new Set(['Store', 'Courierdesk']);

const changesIn = (detail: unknown) => CaseChanges.parse(detail).changes;
const CaseChanges = z.object({
  changes: z.array(z.object({ field: z.string(), was: z.string(), now: z.string() })).catch([]),
});
