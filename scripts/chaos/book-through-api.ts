import { setTimeout as delay } from 'node:timers/promises';
import { getOrderFromShopify } from '@courierdesk/contract/order-data';
import { bookOrder } from '@courierdesk/contract/booking';
import type { Company } from '@courierdesk/contract/companies';
import { getCities } from '@courierdesk/contract/courier-accounts';
import { Failure } from '@courierdesk/contract/errors';
import { callApi } from '../isolated-stack/call-api.ts';
import type { Answer } from '../isolated-stack/call-api.ts';
import type { InstalledShop } from '../isolated-stack/install-shop.ts';
import type { IsolatedStack } from '../isolated-stack/isolated-stack.ts';
import type { ChaosOrder } from './chaos-orders.ts';

/** The answer to one click on the booking button. */
export type BookingOutcome =
  | { kind: 'booked'; trackingNumber: string }
  | { kind: 'under way' }
  | { kind: 'held'; code: string }
  | { kind: 'not booked'; code: string }
  | { kind: 'unexpected'; words: string };

/** Sends the booking form. A request without an answer is sent again with the same key. */
export async function sendBooking(
  stack: IsolatedStack,
  token: string,
  form: object,
  key: string,
): Promise<BookingOutcome> {
  return answers(
    await retryUntilAnswered(() => callApi(stack.url, token, 'POST', '/book-order', form, { 'idempotency-key': key })),
  );
}

/** The booking form of an order as the browser fills it in, or why there is none. */
export async function openForm(
  stack: IsolatedStack,
  shop: InstalledShop,
  token: string,
  order: ChaosOrder,
  company: Company,
): Promise<{ form: object } | BookingOutcome> {
  const account = shop.accounts[company];
  const read = await retryUntilAnswered(() => callApi(stack.url, token, 'GET', `/get-order-from-shopify/${order.id}`));
  if (read.status !== 200) return answers(read);
  const { orderData } = getOrderFromShopify.reply.parse(read.body);
  const spelling = encodeURIComponent(orderData.city);
  const cities = await retryUntilAnswered(() =>
    callApi(stack.url, token, 'GET', `/get-cities/${account}?spelling=${spelling}`),
  );
  if (cities.status !== 200) return answers(cities);
  const { certain } = getCities.reply.parse(cities.body);
  if (!certain) return { kind: 'unexpected', words: `${company} does not know ${orderData.city}` };
  const form = {
    tracking_account: account,
    order_id: orderData.platform_order_id,
    order_name: orderData.order_name,
    pieces: orderData.pieces,
    weight: orderData.weight,
    cod_amount: orderData.cod_amount,
    consignee_name: orderData.consignee_name,
    consignee_email: orderData.consignee_email,
    consignee_phone: orderData.consignee_phone,
    consignee_address: orderData.consignee_address,
    products_list: orderData.products_list,
    city: orderData.city,
    destination_city: certain.id,
    version: orderData.version,
  };
  return { form };
}

const maxWaitMs = 120_000;

/** The server or its database may be down: a request without an answer, or with one that says so, is sent again. */
export async function retryUntilAnswered(send: () => Promise<Answer>): Promise<Answer> {
  const deadline = Date.now() + maxWaitMs;
  for (;;) {
    try {
      const answer = await send();
      if (answer.status !== 503 || Date.now() > deadline) return answer;
    } catch (error) {
      if (Date.now() > deadline) throw error;
    }
    await delay(200);
  }
}

function answers({ status, body }: Answer): BookingOutcome {
  if (status === 200 || status === 202) {
    const { trackingNumber } = bookOrder.reply.parse(body).data;
    return trackingNumber ? { kind: 'booked', trackingNumber } : { kind: 'under way' };
  }
  const failure = Failure.safeParse(body);
  const { code, msg } = failure.data?.errors[0] ?? { code: 'internal', msg: JSON.stringify(body) };
  if (code === 'order-already-booked' || code === 'order-already-fulfilled') return { kind: 'held', code };
  if (code === 'courier-unavailable' || code === 'account-busy' || code === 'conflict')
    return { kind: 'not booked', code };
  return { kind: 'unexpected', words: `${status} ${code}: ${msg}` };
}
