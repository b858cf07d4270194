import { z } from 'zod';

const StoreOrder = z.looseObject({
  id: z.string(),
  gid: z.string(),
  name: z.string(),
  tags: z.array(z.string()),
  fulfillment_status: z.string(),
  outstanding: z.string(),
  fulfillments: z.array(
    z.looseObject({ status: z.string(), tracking: z.array(z.looseObject({ number: z.string().nullable() })) }),
  ),
});
export type StoreOrder = z.output<typeof StoreOrder>;

const Consignment = z.object({
  courier: z.string(),
  tracking_number: z.string(),
  reference: z.string(),
  state: z.string(),
  cancelled: z.boolean(),
  cod: z.number(),
  consignee: z.object({
    name: z.string(),
    phone: z.string(),
    phone2: z.string(),
    phone3: z.string(),
    email: z.string(),
    address: z.string(),
  }),
  destination_city: z.string(),
  weight_grams: z.number(),
  pieces: z.number(),
  contents: z.string(),
  remarks: z.string(),
});
export type Consignment = z.output<typeof Consignment>;

const Mail = z.object({ to: z.string(), subject: z.string(), text: z.string(), html: z.string() });
type Mail = z.output<typeof Mail>;

/** What a customer orders. The rest has the defaults of the sandbox. */
export type NewOrder = {
  shop?: string;
  count?: number;
  city?: string;
  phone?: string | null;
  email?: string;
  payment?: 'cod' | 'paid' | 'partial';
  /** Why the merchant put the order on hold. */
  hold?: string;
  tags?: string[];
  lines?: { title: string; price: number; quantity: number }[];
  shipping?: number;
  discountCode?: string | null;
  address?: {
    firstName?: string;
    lastName?: string;
    company?: string | null;
    address1?: string;
    address2?: string | null;
    phone?: string | null;
  };
};

/** What goes wrong at a courier, at the store or on the way of a webhook (docs/sandbox.md). */
type Fault = {
  target: 'leopard' | 'mnp' | 'postex' | 'tcs' | 'shopify' | 'webhooks';
  operation?: string;
  kind: string;
  times?: number;
  delayMs?: number;
};

/** The simulated store and couriers, seen and changed from outside. */
export type Sandbox = {
  url: string;
  /** By default a cash-on-delivery order of a new customer, whose city and phone every courier accepts. */
  addOrder(order?: NewOrder): Promise<StoreOrder>;
  changeOrder(order: StoreOrder, change: Record<string, unknown>): Promise<void>;
  /** The order as the store has it now. */
  order(order: StoreOrder): Promise<StoreOrder>;
  /** Numbers under which the order is fulfilled in the store now. */
  fulfilledWith(order: StoreOrder): Promise<(string | null)[]>;
  /** What the couriers accepted for the order, cancelled ones included. */
  consignmentsOf(order: StoreOrder): Promise<Consignment[]>;
  /** Moves a parcel to a status of its courier, or to `delivered`, `out_for_delivery`, `returned`. */
  moveParcel(trackingNumber: string, to: string): Promise<void>;
  /** A parcel of a demo account that was booked in the portal of its courier. */
  bookInPortal(parcel: { courier: 'LEOPARD' | 'MNP' | 'POSTEX' | 'TCS'; number: string }): Promise<void>;
  /** Enters the address for status updates in a courier's portal. */
  enterPushTarget(target: {
    courier: 'LEOPARD' | 'POSTEX';
    url: string;
    header: string;
    secret: string;
  }): Promise<void>;
  /** Mails to an address, oldest first. */
  mailsTo(address: string): Promise<Mail[]>;
  /** Changes a store: its name, whether it is frozen, what it allows the app (docs/sandbox.md). */
  changeStore(domain: string, change: Record<string, unknown>): Promise<void>;
  /** Lets Shopify do something to the newest subscription of a store (docs/sandbox.md). */
  changeSubscription(domain: string, change: 'freeze' | 'unfreeze' | 'cancel' | 'expire'): Promise<void>;
  addFaults(...faults: Fault[]): Promise<void>;
  clearFaults(): Promise<void>;
};

export function sandboxAt(url: string): Sandbox {
  const control = async (path: string, body?: unknown): Promise<unknown> => {
    const headers = { 'content-type': 'application/json' };
    const request = body === undefined ? {} : { method: 'POST', headers, body: JSON.stringify(body) };
    const reply = await fetch(`${url}/_control/${path}`, request);
    if (!reply.ok) throw new Error(`The sandbox answered ${reply.status} to ${path}: ${await reply.text()}`);
    return reply.json();
  };
  const order = async ({ id }: StoreOrder): Promise<StoreOrder> => StoreOrder.parse(await control(`orders/${id}`));
  return {
    url,
    order,
    async addOrder(wanted = {}) {
      const address = { ...usual.address, ...wanted.address };
      const reply = await control('orders', { ...usual, phone: newPhone(), ...wanted, address });
      const [added] = z.object({ orders: z.array(StoreOrder) }).parse(reply).orders;
      if (!added) throw new Error('The store took no order');
      return added;
    },
    changeOrder: async ({ id }, change) => void (await control(`orders/${id}`, change)),
    async fulfilledWith(wanted) {
      const { fulfillments } = await order(wanted);
      const live = fulfillments.filter(({ status }) => status === 'SUCCESS');
      return live.flatMap(({ tracking }) => tracking.map(({ number }) => number));
    },
    async consignmentsOf({ name }) {
      const { consignments } = z.object({ consignments: z.array(Consignment) }).parse(await control('journal'));
      return consignments.filter(({ reference }) => reference.startsWith(`CD${name.replace('#', '')}-`));
    },
    async moveParcel(tracking_number, to) {
      const { parcels } = z
        .object({ parcels: z.array(z.unknown()) })
        .parse(await control('advance', { tracking_number, to }));
      if (parcels.length !== 1) throw new Error(`${tracking_number} cannot be moved to ${to}`);
    },
    async bookInPortal({ courier, number }) {
      const consignee = { name: 'Sana Malik', phone: '03001234567', address: 'House 5, Street 9' };
      const parcel = { courier, tracking_number: number, reference: `PORTAL-${number}`, consignee };
      const booked_at = new Date(Date.now() - 60_000).toISOString();
      await control('consignments', { consignments: [{ ...parcel, city: 'Karachi', cod: 2450, booked_at }] });
    },
    enterPushTarget: async (target) => void (await control('pushes', target)),
    async mailsTo(address) {
      const { mails } = z.object({ mails: z.array(Mail) }).parse(await control('journal'));
      return mails.filter(({ to }) => to === address);
    },
    changeStore: async (domain, change) => void (await control(`shops/${domain}`, change)),
    changeSubscription: async (domain, change) => void (await control(`shops/${domain}/subscriptions`, { change })),
    addFaults: async (...faults) => void (await control('faults', faults)),
    clearFaults: async () => void (await control('faults', { clear: true })),
  };
}

/** A phone that no other order has: two open orders with one phone are a question to the merchant. */
export const newPhone = (): string => `0300${String((newPhones += 1))}`;

/** Each process has a store of its own. Random numbers would meet once in a hundred runs. */
let newPhones = 4_000_000;

const usual = {
  payment: 'cod',
  city: 'Karachi',
  address: {
    firstName: 'Sana',
    lastName: 'Malik',
    company: null,
    address1: 'House 5, Street 9, DHA Phase 5',
    address2: null,
  },
  lines: [{ title: 'Lawn suit', price: 2450, quantity: 1 }],
  shipping: 200,
} satisfies NewOrder & Record<string, unknown>;
