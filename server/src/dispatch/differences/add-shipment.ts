import { courierName, isCompany, type Company } from '@courierdesk/contract/companies';
import type { Context } from '../../base/context.ts';
import { activeAccounts } from '../../shop/courier-accounts/find-accounts.ts';
import { callCourier } from '../../shop/courier-accounts/call-courier.ts';
import { checkNumbers } from '../../shop/courier-accounts/check-numbers.ts';
import type { AccountRow } from '../../shop/courier-accounts/load-account.ts';
import { withShop } from '../../base/db/tenancy.ts';
import { orderAlreadyBooked } from '../booking/order-errors.ts';
import { noShipments, shipmentsOfOrders } from '../../shipments/record/find-shipments.ts';
import { readOrdersFromStore } from '../../store/orders/read-orders-from-store.ts';
import { doubtAbout } from '../imports/ask-for-numbers.ts';
import { addConsignment } from './add-consignment.ts';
import { fulfilledLines } from './fulfilled-lines.ts';
import { linkShipment } from './link-shipment.ts';
import { knownNumbers } from './queries.ts';
import { Detail, type CurrentRepair, type RepairResult } from './repair-row.ts';

/** Adds a parcel that was booked elsewhere: the store, or the courier, knows it. Nothing is booked. */
export async function addShipment(context: Context, repair: CurrentRepair): Promise<RepairResult> {
  const { row, difference } = repair;
  const number = difference.tracking_number ?? '';
  const key = `${difference.company}:${number}`;
  const known = await withShop(context.db, row.shop_id, (trx) => knownNumbers(trx, row.shop_id, [number]));
  if (known.has(key)) return { state: 'done', after: `${number} is in Orders.` };
  return difference.kind === 'unknown-consignment'
    ? addConsignment(context, repair)
    : addFulfilled(context, repair, number);
}

async function addFulfilled(context: Context, repair: CurrentRepair, number: string): Promise<RepairResult> {
  const { row, difference } = repair;
  const { store_order_id: orderId } = difference;
  const parcels = await withShop(context.db, row.shop_id, async (trx) =>
    orderId ? (await shipmentsOfOrders(trx, row.shop_id, [orderId])).get(orderId) : undefined,
  );
  const { holding, lastClaim } = parcels ?? noShipments;
  const { platformOrderId = '' } = Detail.parse(difference.detail);
  const { orders, reachable } = await readOrdersFromStore(context, row.shop_id, [platformOrderId]);
  if (!reachable) return { state: 'failed', after: 'The store is not responding. Nothing was changed.' };
  const order = orders.get(platformOrderId);
  const lines = order && (await fulfilledLines(context, order, number));
  if (!order || !lines) return { state: 'agrees' };
  const holder = holding.find((one) => one.lines.some(({ lineId }) => lines.some((line) => line.lineId === lineId)));
  if (holder) return { state: 'failed', after: orderAlreadyBooked(order, holder).message };
  const { company } = difference;
  const courier = isCompany(company) ? await courierOf(context, row.shop_id, company, number) : { company };
  if (!courier)
    return {
      state: 'failed',
      after: `There is no active ${courierName(company)} account. Add one in Accounts, then repair this again.`,
    };
  const result = await linkShipment(context, repair, { order, lines, lastClaim, trackingNumber: number, courier });
  if (result.state !== 'done' || !('account' in courier)) return result;
  const check = (await checkNumbers(context, courier.account, [number])).get(number) ?? 'unchecked';
  const doubt = doubtAbout(courier.account, number, check);
  return doubt === undefined ? result : { ...result, after: `${result.after} ${doubt}.` };
}

/** The account that knows the number, where several could. */
async function courierOf(
  context: Context,
  shopId: string,
  company: Company,
  number: string,
): Promise<{ company: Company; account: AccountRow } | undefined> {
  const all = await withShop(context.db, shopId, (trx) => activeAccounts(trx, shopId));
  const accounts = all.filter((account) => account.company === company);
  const [first, second] = accounts;
  if (!first || !second) return first && { company, account: first };
  for (const account of accounts) {
    const [tracked] = await callCourier(context, account, 'track', (courier, access, call) =>
      courier.track(access, [number], call),
    );
    if (tracked?.found) return { company, account };
  }
  return { company, account: first };
}
