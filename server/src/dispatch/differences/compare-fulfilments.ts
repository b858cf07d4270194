import { readCourier } from '@courierdesk/contract/courier-cells';
import { cutText } from '@courierdesk/contract/cut-text';
import type { Context } from '../../base/context.ts';
import type { Db } from '../../base/db/client.ts';
import { withShop } from '../../base/db/tenancy.ts';
import type { PlatformOrderState } from '../../adapters/platforms/platform.ts';
import { platformAccess } from '../../shop/shops/platform-access.ts';
import type { StoreOrderRow } from '../../store/orders/store-order-row.ts';
import type { RunningComparison, PartDone } from './comparison-row.ts';
import type { Finding } from './finding.ts';
import { isTooOld, knownNumbers, ordersAfter } from './queries.ts';
import { statesOf } from './read-shipments.ts';
import { closeUnfound, saveFindings } from './save-findings.ts';

const ordersAtOnce = 100;

/** The next hundred fulfilled store orders without a parcel of ours, as the store has them now. */
export async function compareFulfilments(context: Context, run: RunningComparison): Promise<PartDone> {
  const { shop_id: shopId, position } = run;
  const readAt = context.clock();
  const { orders, installedAt } = await withShop(context.db, shopId, async (trx) => ({
    orders: await ordersAfter(trx, shopId, { position, limit: ordersAtOnce, now: run.started_at }),
    installedAt: await installationOf(trx, shopId),
  }));
  const access = await platformAccess(context, shopId);
  const states = await statesOf(
    context,
    access,
    orders.filter(hasSentGoods).map((order) => order.platform_order_id),
  );
  const isLast = orders.length < ordersAtOnce;
  const found = { shopId, runId: run.run_id, source: 'fulfilments', readAt };
  return {
    position: isLast ? undefined : orders.at(-1)?.id,
    compared: orders.length,
    async save(trx) {
      const all = orders.flatMap((order) => {
        const state = states.get(order.platform_order_id);
        return state ? fulfilmentsSince(state, installedAt).map((fulfilment) => ({ order, fulfilment })) : [];
      });
      const numbers = all.flatMap(({ fulfilment }) => fulfilment.trackingNumbers);
      const ours = new Set([...(await knownNumbers(trx, shopId, numbers))].map((known) => known.split(':')[1]));
      const findings = all
        .filter(({ fulfilment }) => !fulfilment.trackingNumbers.some((number) => ours.has(number)))
        .map(({ order, fulfilment }) => finding(order, fulfilment));
      await saveFindings(trx, found, findings, context.clock());
      if (isLast) await closeUnfound(trx, found, context.clock(), { isTooOld: isTooOld(run.started_at) });
    },
  };
}

/** Downloads and gift cards need no parcel. */
const hasSentGoods = ({ lines }: StoreOrderRow): boolean =>
  lines.some((line) => line.requiresShipping && line.unfulfilledQuantity < line.quantity);

type Fulfilment = PlatformOrderState['fulfilments'][number];

const fulfilmentsSince = (state: PlatformOrderState, since: Date): Fulfilment[] =>
  state.cancelledAt ? [] : state.fulfilments.filter((one) => one.succeeded && one.createdAt >= since);

/** The second in which the app was installed: the store's times are whole seconds. */
async function installationOf(trx: Db, shopId: string): Promise<Date> {
  const shop = await trx.selectFrom('shop').select('installed_at').where('id', '=', shopId).executeTakeFirst();
  return new Date(Math.floor((shop?.installed_at?.getTime() ?? 0) / 1000) * 1000);
}

const maxNumber = 50;

function finding(order: StoreOrderRow, fulfilment: Fulfilment): Finding {
  const number = fulfilment.trackingNumbers[0];
  const usable = number && number === number.trim() && number.length <= maxNumber ? number : undefined;
  const written = fulfilment.company ? ` (${fulfilment.company})` : '';
  return {
    kind: 'fulfilled-without-parcel',
    subject: fulfilment.id,
    storeOrderId: order.id,
    company: companyOf(fulfilment.company),
    orderName: order.name,
    trackingNumber: usable ?? null,
    storeSays: number
      ? `Fulfilled with ${cutText(number, maxNumber)}${written}`
      : 'Fulfilled without a tracking number',
    courierSays: '',
    weSay: 'No parcel',
    repair: usable ? 'add-parcel' : 'accept-fulfilment',
    detail: {
      facts: number ?? '',
      platformOrderId: order.platform_order_id,
      fulfilmentId: fulfilment.id,
    },
    caseKinds: [],
  };
}

const maxCompany = 40;

/** One of our couriers under its usual spellings, or the carrier as the store names it. */
function companyOf(written: string): string {
  const name = written.trim();
  const read = readCourier(name);
  if ('value' in read) return read.value;
  return cutText(name.replace(/\s+/g, ' '), maxCompany) || 'Other';
}
