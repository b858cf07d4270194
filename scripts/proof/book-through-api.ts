import { setTimeout as delay } from 'node:timers/promises';
import { getOrderFromShopify, mergeOrders, type OrderData } from '@courierdesk/contract/order-data';
import { bookOrder, bookOrders } from '@courierdesk/contract/booking';
import type { Company } from '@courierdesk/contract/companies';
import { getCities } from '@courierdesk/contract/courier-accounts';
import { Failure } from '@courierdesk/contract/errors';
import { mergeFormOf } from '../../server/src/testing/merge-form.ts';
import { callApi } from '../isolated-stack/call-api.ts';
import type { Answer } from '../isolated-stack/call-api.ts';
import type { InstalledShop } from '../isolated-stack/install-shop.ts';
import type { IsolatedStack } from '../isolated-stack/isolated-stack.ts';
import type { ProofOrder } from './place-orders.ts';

/** The answer to one click on the booking button. */
export type BookingOutcome =
  | { kind: 'booked'; trackingNumber: string }
  | { kind: 'under way' }
  | { kind: 'held'; code: string }
  | { kind: 'not booked'; code: string }
  | { kind: 'unexpected'; words: string };

/** Sends the form of one order, or of several. A request without an answer is sent again with the same key. */
export async function sendBooking(
  stack: Pick<IsolatedStack, 'url'>,
  token: string,
  form: BookingForm,
  key: string,
): Promise<BookingOutcome> {
  const { path } = 'order_name' in form && typeof form.order_name === 'string' ? bookOrder : bookOrders;
  return answers(
    await retryUntilAnswered(() => callApi(stack.url, token, 'POST', path, form, { 'idempotency-key': key })),
  );
}

type BookingForm = Record<string, unknown>;

/** The booking form of an order, or of several together, as the browser fills it in; or why there is none. */
export async function openForm(
  stack: Pick<IsolatedStack, 'url'>,
  shop: Pick<InstalledShop, 'accounts'>,
  token: string,
  orders: Pick<ProofOrder, 'id'> | ProofOrder[],
  company: Company,
): Promise<{ form: BookingForm } | BookingOutcome> {
  if (!Array.isArray(orders)) {
    const path = `/get-order-from-shopify/${orders.id}`;
    const read = await retryUntilAnswered(() => callApi(stack.url, token, 'GET', path), saysTryAgain);
    if (read.status !== 200) return answers(read);
    return formOf(stack, shop, token, getOrderFromShopify.reply.parse(read.body).orderData, company);
  }
  const ids = { ordersIdsArray: orders.map(({ id }) => id) };
  const read = await retryUntilAnswered(() => callApi(stack.url, token, 'POST', mergeOrders.path, ids), saysTryAgain);
  if (read.status !== 200) return answers(read);
  const { ordersData } = mergeOrders.reply.parse(read.body);
  const [first] = ordersData.orders;
  if (!first) return { kind: 'unexpected', words: 'no order to merge was found' };
  const opened = await formOf(stack, shop, token, first, company);
  return 'form' in opened ? { form: mergeFormOf(ordersData, opened.form) } : opened;
}

async function formOf(
  stack: Pick<IsolatedStack, 'url'>,
  shop: Pick<InstalledShop, 'accounts'>,
  token: string,
  order: OrderData,
  company: Company,
): Promise<{ form: BookingForm } | BookingOutcome> {
  const account = shop.accounts[company];
  const path = `/get-cities/${account}?spelling=${encodeURIComponent(order.city)}`;
  const cities = await retryUntilAnswered(() => callApi(stack.url, token, 'GET', path), saysTryAgain);
  if (cities.status !== 200) return answers(cities);
  const { certain } = getCities.reply.parse(cities.body);
  if (!certain) return { kind: 'unexpected', words: `${company} does not know ${order.city}` };
  const form = {
    tracking_account: account,
    order_id: order.platform_order_id,
    order_name: order.order_name,
    pieces: order.pieces,
    weight: order.weight,
    cod_amount: order.cod_amount,
    consignee_name: order.consignee_name,
    consignee_email: order.consignee_email,
    consignee_phone: order.consignee_phone,
    consignee_address: order.consignee_address,
    products_list: order.products_list,
    city: order.city,
    destination_city: certain.id,
    version: order.version,
  };
  return { form };
}

const maxWaitMs = 120_000;

/**
 * The server or its database may be down, or one person sends more than a browser does: a request without an answer, or with one
 * that says so, is sent again.
 */
export async function retryUntilAnswered(
  send: () => Promise<Answer>,
  isPassing = ({ status }: Answer): boolean => status === 503 || status === 429,
): Promise<Answer> {
  const deadline = Date.now() + maxWaitMs;
  for (;;) {
    try {
      const answer = await send();
      if (!isPassing(answer) || Date.now() > deadline) return answer;
    } catch (error) {
      if (Date.now() > deadline) throw error;
    }
    await delay(200);
  }
}

export const failureIn = (body: unknown): { code: string; msg: string } =>
  Failure.safeParse(body).data?.errors[0] ?? { code: 'internal', msg: JSON.stringify(body) };

/** What a person who only reads, or repeats without harm, sends again. */
export const saysTryAgain = ({ status, body }: Answer): boolean =>
  status === 503 || (status >= 400 && triedLater.has(failureIn(body).code));

function answers({ status, body }: Answer): BookingOutcome {
  if (status === 200 || status === 202) {
    const { trackingNumber } = bookOrder.reply.parse(body).data;
    return trackingNumber ? { kind: 'booked', trackingNumber } : { kind: 'under way' };
  }
  const { code, msg } = failureIn(body);
  if (code === 'order-already-booked' || code === 'order-already-fulfilled') return { kind: 'held', code };
  if (triedLater.has(code)) return { kind: 'not booked', code };
  return { kind: 'unexpected', words: `${status} ${code}: ${msg}` };
}

/** Nothing is booked, and a person tries again. */
const triedLater = new Set([
  'courier-unavailable',
  'courier-unauthorised',
  'account-busy',
  'conflict',
  'store-unavailable',
  'too-many-requests',
  'city-fetching-failed',
]);
