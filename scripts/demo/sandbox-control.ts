import * as z from 'zod';
import type { Config } from '../../server/src/base/config.ts';

/** The sandbox's control calls that the demo needs (docs/sandbox.md). */
export type SandboxControl = {
  install(domain: string, scopes: readonly string[]): Promise<SandboxGrant>;
  hasSubscriptions(domain: string): Promise<boolean>;
  startSubscription(
    domain: string,
    subscription: { readonly name: string; readonly price: number; readonly duration: 'month' | 'year' },
  ): Promise<void>;
  ordersOf(domain: string): Promise<SandboxOrder[]>;
  addOrders(domain: string, count: number): Promise<void>;
  changeOrder(id: string, change: Record<string, unknown>): Promise<void>;
  recordConsignments(consignments: readonly PastConsignment[]): Promise<RecordedConsignment[]>;
};

export function sandboxControl(config: Config): SandboxControl {
  const base = new URL('/_control/', config.shopify.origin.replace('/shopify/{shop}', '/')).href;
  const ask = async (path: string, body?: unknown): Promise<unknown> => {
    const answer = await fetch(base + path, {
      ...(body !== undefined && {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
    });
    if (!answer.ok) throw new Error(`sandbox ${path}: ${answer.status} ${await answer.text()}`);
    return answer.json();
  };
  return {
    install: async (domain, scopes) => SandboxGrant.parse(await ask(`shops/${domain}/install`, { scopes })),
    hasSubscriptions: async (domain) =>
      Subscriptions.parse(await ask(`shops/${domain}/subscriptions`)).subscriptions.length > 0,
    startSubscription: async (domain, { name, price, duration }) => {
      const interval = duration === 'year' ? 'ANNUAL' : 'EVERY_30_DAYS';
      await ask(`shops/${domain}/subscriptions`, { start: { name, interval, price } });
    },
    ordersOf: async (domain) => Journal.parse(await ask(`journal?shop=${domain}`)).orders,
    addOrders: async (shop, count) => void (await ask('orders', { shop, count })),
    changeOrder: async (id, change) => void (await ask(`orders/${id}`, change)),
    recordConsignments: async (consignments) =>
      Recorded.parse(await ask('consignments', { consignments })).consignments,
  };
}

const SandboxGrant = z.object({
  access_token: z.string(),
  refresh_token: z.string(),
  expires_in: z.number(),
  refresh_token_expires_in: z.number(),
});
type SandboxGrant = z.output<typeof SandboxGrant>;

const Subscriptions = z.object({ subscriptions: z.array(z.unknown()) });

const SandboxOrder = z.object({
  id: z.string(),
  name: z.string(),
  created_at: z.coerce.date(),
  cancelled_at: z.string().nullable(),
  total: z.string(),
  outstanding: z.string(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  shipping_address: z
    .object({
      firstName: z.string().nullable(),
      lastName: z.string().nullable(),
      address1: z.string().nullable(),
      address2: z.string().nullable(),
      city: z.string().nullable(),
      phone: z.string().nullable(),
    })
    .nullable(),
  lines: z.array(z.object({ title: z.string(), variant: z.string().nullable(), quantity: z.number() })),
  fulfillments: z.array(
    z.object({
      status: z.string(),
      tracking: z.array(z.object({ number: z.string().nullable(), company: z.string().nullable() })),
    }),
  ),
});
export type SandboxOrder = z.output<typeof SandboxOrder>;

const Journal = z.object({ orders: z.array(SandboxOrder) });

export type PastConsignment = {
  readonly courier: string;
  readonly reference: string;
  readonly consignee: { readonly name: string; readonly phone: string; readonly address: string };
  readonly city: string;
  readonly cod: number;
  readonly weight_grams: number;
  readonly pieces: number;
  readonly contents: string;
  readonly booked_at: string;
  readonly to?: string | undefined;
  readonly moved_at?: string | undefined;
  readonly paid_at?: string | undefined;
};

const Recorded = z.object({ consignments: z.array(z.object({ tracking_number: z.string(), reference: z.string() })) });
type RecordedConsignment = z.output<typeof Recorded>['consignments'][number];
