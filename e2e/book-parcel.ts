import { randomUUID } from 'node:crypto';
import type { Company } from '@courierdesk/contract/companies';
import { getActiveAccounts } from '@courierdesk/contract/courier-accounts';
import { callApi } from '../scripts/isolated-stack/call-api.ts';
import { openForm, sendBooking } from '../scripts/proof/book-through-api.ts';
import type { StoreOrder } from './sandbox.ts';

/** Books an order as its form does when nothing is changed in it, without opening the form. Returns the tracking number. */
export type BookParcel = (order: StoreOrder, company?: Company) => Promise<string>;

export const bookParcel =
  (url: string, token: string): BookParcel =>
  async (order, company = 'LEOPARD') => {
    const { body } = await callApi(url, token, 'GET', getActiveAccounts.path);
    const ids = getActiveAccounts.reply.parse(body).accounts.map((one) => [one.company, one.id]);
    const accounts = { LEOPARD: '', MNP: '', POSTEX: '', TCS: '', ...Object.fromEntries(ids) };
    const opened = await openForm({ url }, { accounts }, token, order, company);
    const outcome = 'form' in opened ? await sendBooking({ url }, token, opened.form, randomUUID()) : opened;
    if (outcome.kind !== 'booked') throw new Error(`${order.name} is not booked: ${JSON.stringify(outcome)}`);
    return outcome.trackingNumber;
  };
