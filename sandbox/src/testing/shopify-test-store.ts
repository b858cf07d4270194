import { createServer } from 'node:http';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import * as z from 'zod';
import type { SandboxOptions } from '../core/config.ts';
import { startSandbox } from '../sandbox.ts';

export const shop = 'demo-store.myshopify.com';

/** The scopes that the app asks for. */
export const appScopes = [
  'read_orders',
  'write_orders',
  'read_merchant_managed_fulfillment_orders',
  'write_merchant_managed_fulfillment_orders',
  'read_third_party_fulfillment_orders',
  'write_third_party_fulfillment_orders',
  'read_fulfillments',
  'write_fulfillments',
  'read_locations',
];

const Answer = z.looseObject({
  data: z.record(z.string(), z.any()).nullable().optional(),
  errors: z.array(z.looseObject({ message: z.string(), extensions: z.looseObject({ code: z.string() }) })).optional(),
  extensions: z
    .looseObject({
      cost: z
        .looseObject({
          requestedQueryCost: z.number(),
          actualQueryCost: z.number().nullable(),
          throttleStatus: z.object({
            maximumAvailable: z.number(),
            currentlyAvailable: z.number(),
            restoreRate: z.number(),
          }),
        })
        .optional(),
    })
    .optional(),
});

const Order = z.looseObject({
  id: z.string(),
  gid: z.string(),
  name: z.string(),
  tags: z.array(z.string()),
  outstanding: z.string(),
  total: z.string(),
  fulfillment_status: z.string(),
  financial_status: z.string().nullable(),
  fulfillment_orders: z.array(
    z.object({ id: z.string(), status: z.string(), location_id: z.string(), remaining: z.number() }),
  ),
  lines: z.array(z.looseObject({ id: z.string(), quantity: z.number() })),
});

export type GraphqlAnswer = z.output<typeof Answer>;
export type TestOrder = z.output<typeof Order>;

export type TestStore = {
  url: string;
  token: string;
  graphql(query: string, variables?: object, token?: string): Promise<GraphqlAnswer>;
  post(path: string, body?: unknown): Promise<Response>;
  get(path: string): Promise<Response>;
  orders(input?: object): Promise<TestOrder[]>;
  order(input?: object): Promise<TestOrder>;
  /** Stops the sandbox and starts it again over the same state. */
  restart(): Promise<void>;
  close(): Promise<void>;
};

/** A sandbox of its own with the app installed at the demo store. */
export async function openTestStore(options: Omit<Partial<SandboxOptions>, 'dataDir'> = {}): Promise<TestStore> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'sandbox-'));
  const start = () => startSandbox({ port: 0, smtpPort: 0, seed: false, bulkDelayMs: 0, ...options, dataDir });
  let sandbox = await start();
  const post = (at: string, body?: unknown) =>
    fetch(`${sandbox.url}${at}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: body === undefined ? null : JSON.stringify(body),
    });
  const installed = await post(`/_control/shops/${shop}/install`, { scopes: appScopes });
  const { access_token: token } = z.looseObject({ access_token: z.string() }).parse(await installed.json());
  const orders = async (input: object = {}) => {
    const answer = await post('/_control/orders', input);
    return z.object({ orders: z.array(Order) }).parse(await answer.json()).orders;
  };
  return {
    get url() {
      return sandbox.url;
    },
    token,
    post,
    get: (at) => fetch(`${sandbox.url}${at}`),
    async graphql(query, variables = {}, as = token) {
      const answer = await fetch(`${sandbox.url}/shopify/${shop}/admin/api/2026-10/graphql.json`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-shopify-access-token': as },
        body: JSON.stringify({ query, variables }),
      });
      if (answer.status !== 200) throw new Error(`HTTP ${answer.status}: ${await answer.text()}`);
      return Answer.parse(await answer.json());
    },
    orders,
    async order(input = {}) {
      const [order] = await orders({ ...input, count: 1 });
      if (!order) throw new Error('no order was made');
      return order;
    },
    async restart() {
      await sandbox.close();
      sandbox = await start();
    },
    async close() {
      await sandbox.close();
      await rm(dataDir, { recursive: true });
    },
  };
}

/** A JSON object of any shape, for looking into. */
export async function jsonOf(answer: Response | Promise<Response>) {
  return z.record(z.string(), z.any()).parse(await (await answer).json());
}

type ReceivedWebhook = {
  topic: string;
  headers: Record<string, string | string[] | undefined>;
  body: string;
};

export type WebhookReceiver = {
  url: string;
  /** Arrivals so far, in order. */
  received: ReceivedWebhook[];
  /** The next arrival that has not been taken yet and is of that topic. */
  next(topic: string): Promise<ReceivedWebhook>;
  /** Answers this status from now on. */
  answer(status: number): void;
  close(): Promise<void>;
};

/** The app's webhook address. */
export async function openWebhookReceiver(): Promise<WebhookReceiver> {
  const received: ReceivedWebhook[] = [];
  const taken = new Set<ReceivedWebhook>();
  const waiting = new Set<() => void>();
  let status = 200;
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      response.statusCode = status;
      response.end();
      const topic = String(request.headers['x-shopify-topic']);
      received.push({ topic, headers: request.headers, body: Buffer.concat(chunks).toString('utf8') });
      for (const wake of waiting) wake();
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}/webhooks/shopify`,
    received,
    answer: (next) => {
      status = next;
    },
    async next(topic) {
      for (;;) {
        const found = received.find((entry) => entry.topic === topic && !taken.has(entry));
        if (found) {
          taken.add(found);
          return found;
        }
        const woken = Promise.withResolvers<void>();
        const wake = () => woken.resolve();
        waiting.add(wake);
        await woken.promise;
        waiting.delete(wake);
      }
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
