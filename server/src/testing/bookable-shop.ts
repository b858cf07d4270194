import { companies, type Company } from '@courierdesk/contract/companies';
import { withShop } from '../base/db/tenancy.ts';
import { anAccount, aUser } from './factories.ts';
import { courierValues } from './courier-values.ts';
import { anInstalledStore, storeOrders } from './installed-store.ts';
import type { Answer, TestServer } from './test-server.ts';

/** A shop that can book: installed store, owner, one account per courier, that of Leopards as the default. */
export type BookableShop = {
  readonly shopId: string;
  readonly domain: string;
  readonly token: string;
  readonly accounts: Readonly<Record<Company, string>>;
  /** A new order in the store; its numeric id and name. */
  newOrder(given?: Record<string, unknown>): Promise<{ id: string; name: string }>;
  /** The form as the booking page would send it, read from the API. */
  form(order: { id: string }, company: Company, changes?: Record<string, unknown>): Promise<Record<string, unknown>>;
  book(order: { id: string }, company: Company, changes?: Record<string, unknown>, key?: string): Promise<Answer>;
  /** Books, and confirms what the replies ask. */
  bookAnyway(order: { id: string }, company: Company, changes?: Record<string, unknown>): Promise<Answer>;
  consignments(): Promise<Consignment[]>;
  fulfilments(): Promise<Fulfilment[]>;
};

type Consignment = {
  courier: string;
  tracking_number: string;
  reference: string;
  state: string;
  cancelled: boolean;
};
type Fulfilment = { order_name: string; tracking_number: string; status: string };

export async function aBookableShop(server: TestServer): Promise<BookableShop> {
  const { shopId, domain } = await anInstalledStore(server);
  await withShop(server.context.db, shopId, (trx) =>
    trx.updateTable('subscription').set({ plan: 'YEARLY' }).where('shop_id', '=', shopId).execute(),
  );
  const { token } = await aUser(server.context, shopId);
  const accounts: Partial<Record<Company, string>> = {};
  for (const company of companies) {
    const given = { isDefault: company === 'LEOPARD' };
    accounts[company] = (await anAccount(server.context, shopId, company, courierValues[company], given)).accountId;
  }
  return asBookableShop(server, { shopId, domain, token, accounts: accounts as Record<Company, string> });
}

/** The same for a shop that exists. */
export function asBookableShop(
  server: TestServer,
  { shopId, domain, token, accounts }: Pick<BookableShop, 'shopId' | 'domain' | 'token' | 'accounts'>,
): BookableShop {
  const journal = async (): Promise<{ consignments: Consignment[]; fulfillments: Fulfilment[] }> =>
    (await server.sandbox.control(`journal?shop=${domain}`)) as never;

  const form: BookableShop['form'] = async (order, company, changes = {}) => {
    const { body } = await server.call('GET', `get-order-from-shopify/${order.id}`, { token });
    const data = body.orderData;
    const cities = await server.call(
      'GET',
      `get-cities/${accounts[company]}?spelling=${encodeURIComponent(data.city)}`,
      {
        token,
      },
    );
    return {
      tracking_account: accounts[company],
      order_id: data.platform_order_id,
      order_name: data.order_name,
      pieces: data.pieces,
      weight: 500,
      cod_amount: data.cod_amount,
      consignee_name: data.consignee_name,
      consignee_email: data.consignee_email,
      consignee_phone: data.consignee_phone,
      consignee_address: data.consignee_address,
      products_list: data.products_list,
      city: data.city,
      destination_city: cities.body.certain.id,
      version: data.version,
      ...(company === 'MNP' && inLatin(data)),
      ...changes,
    };
  };

  return {
    shopId,
    domain,
    token,
    accounts,
    async newOrder(given = {}) {
      const [order] = await storeOrders(server, domain, {
        city: 'Lahore',
        phone: '03001234567',
        lines: [{ title: 'Lawn suit', price: 2450, quantity: 1 }],
        shipping: 0,
        payment: 'cod',
        ...given,
      });
      if (!order) throw new Error('the sandbox made no order');
      return order;
    },
    form,
    async book(order, company, changes = {}, key) {
      return server.call('POST', 'book-order', {
        token,
        body: await form(order, company, changes),
        ...(key && { headers: { 'idempotency-key': key } }),
      });
    },
    async bookAnyway(order, company, changes = {}) {
      const body = await form(order, company, changes);
      const confirmed: unknown[] = [];
      for (let asked = 0; ; asked += 1) {
        const reply = await server.call('POST', 'book-order', { token, body: { ...body, confirmed } });
        const issues = reply.body.errors?.[0]?.detail?.issues;
        if (!issues || asked === 5) return reply;
        confirmed.push(...issues);
      }
    },
    consignments: async () => (await journal()).consignments,
    fulfilments: async () => (await journal()).fulfillments,
  };
}

/** M&P accepts Latin letters only, and some customers of the sandbox’s stores write in Urdu. */
function inLatin(data: { consignee_name: string; consignee_address: string }) {
  const orElse = (text: string, latin: string): string => (/\p{Script=Arabic}/u.test(text) ? latin : text);
  return {
    consignee_name: orElse(data.consignee_name, 'Sana Malik'),
    consignee_address: orElse(data.consignee_address, 'House 5, Street 9'),
  };
}
