import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { Validator } from '@seriousme/openapi-schema-validator';
import openapiTS, { astToString } from 'openapi-typescript';
import { afterAll, beforeAll, expect, it } from 'vitest';
import * as z from 'zod';
import { aBookableShop, type BookableShop } from '../../../testing/bookable-shop.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';

let server: TestServer;
let shop: BookableShop;
let text: string;

beforeAll(async () => {
  server = await startTestServer();
  shop = await aBookableShop(server);
  const headers = { authorization: `Bearer ${shop.token}` };
  text = await (await fetch(`${server.url}/api/v1/openapi.json`, { headers })).text();
});
afterAll(() => server?.close());

const Operation = z.object({
  operationId: z.string(),
  tags: z.array(z.string()).length(1),
  summary: z.string().min(10),
  description: z.string().min(10),
  security: z.array(z.unknown()).optional(),
  parameters: z.array(z.record(z.string(), z.unknown())).default([]),
  requestBody: z.object({ content: z.record(z.string(), z.unknown()) }).optional(),
  responses: z.record(z.string(), z.object({ description: z.string().optional(), $ref: z.string().optional() })),
});
const Document = z.object({
  tags: z.array(z.object({ name: z.string() })),
  paths: z.record(z.string(), z.record(z.string(), Operation)),
  components: z.object({ schemas: z.record(z.string(), z.unknown()), responses: z.record(z.string(), z.unknown()) }),
});
const operations = () =>
  Object.values(Document.parse(JSON.parse(text)).paths).flatMap((methods) => Object.values(methods));
const operation = (id: string) => operations().find(({ operationId }) => operationId === id);

it('the description of the API is valid OpenAPI 3.1', async () => {
  const { valid, errors } = await new Validator().validate(JSON.parse(text));
  expect({ valid, errors }).toEqual({ valid: true, errors: undefined });
});

it('the description of the API stays small, because what calls share has a name', () => {
  expect(text.length).toBeLessThan(330_000);
  const { schemas } = Document.parse(JSON.parse(text)).components;
  expect(Object.keys(schemas)).toEqual(
    expect.arrayContaining(['Failure', 'ShipmentRow', 'BookingInput', 'OrderData', 'CourierAccount', 'ShopUser']),
  );
  const used = [...text.matchAll(/#\/components\/schemas\/(\w+)/g)].map(([, name]) => name);
  expect(new Set(used)).toEqual(new Set(Object.keys(schemas)));
});

it('every call says in which ways it can fail, whether it needs a sign-in, and which subject it belongs to', () => {
  const subjects = Document.parse(JSON.parse(text)).tags.map(({ name }) => name);
  for (const { operationId, responses, requestBody, security, tags } of operations()) {
    const always = ['200', '400', '429', '500', '503'];
    const signedIn = security === undefined ? ['401', '403'] : [];
    const withBody = requestBody ? ['413', '415'] : [];
    expect({ operationId, statuses: Object.keys(responses) }).toEqual({
      operationId,
      statuses: expect.arrayContaining([...always, ...signedIn, ...withBody]),
    });
    expect(subjects).toContain(tags[0]);
    expect(responses['200']?.description).not.toBe('Default Response');
    const failures = Object.entries(responses).filter(([status]) => !status.startsWith('2'));
    expect(failures.every(([, { $ref }]) => $ref?.startsWith('#/components/responses/'))).toBe(true);
  }
  expect(operation('loginUser')?.security).toEqual([]);
  expect(operation('getMe')?.security).toBeUndefined();
});

it('a call that only reads does not claim to have done something', () => {
  const read = Object.values(Document.parse(JSON.parse(text)).paths).flatMap(({ get }) => get ?? []);
  const said = new Set(read.map(({ responses }) => responses['200']?.description));
  expect(said).toEqual(new Set(['The data', 'The file']));
  expect(operation('logout')?.responses['200']?.description).toBe('Done');
});

it('the calls that book take an Idempotency-Key, and the call that stores a file takes lines of JSON', () => {
  const key = { $ref: '#/components/parameters/IdempotencyKey' };
  expect(operation('bookOrder')?.parameters).toContainEqual(key);
  expect(operation('bookOrders')?.parameters).toContainEqual(key);
  expect(Object.keys(operation('storeRowFile')?.requestBody?.content ?? {})).toEqual(['application/x-ndjson']);
});

/** What someone writes who knows the description of the API and nothing else. */
const program = `
import createClient from 'openapi-fetch';
import type { components, paths } from './api.ts';

const [baseUrl = '', token = '', orderId = '', accountId = ''] = process.argv.slice(2);
const api = createClient<paths>({ baseUrl, headers: { authorization: \`Bearer \${token}\` } });

const order = await api.GET('/api/v1/get-order-from-shopify/{id}', { params: { path: { id: orderId } } });
if (!order.data) throw new Error(order.error.errors[0]?.msg);
const { orderData } = order.data;
const cities = await api.GET('/api/v1/get-cities/{id}', {
  params: { path: { id: accountId }, query: { spelling: orderData.city } },
});

async function book(): Promise<components['schemas']['PostBooking']> {
  const booked = await api.POST('/api/v1/book-order', {
    params: { header: { 'Idempotency-Key': 'order-of-a-stranger' } },
    body: {
      tracking_account: accountId,
      order_id: orderId,
      order_name: orderData.order_name,
      version: orderData.version,
      pieces: orderData.pieces,
      weight: 500,
      cod_amount: orderData.cod_amount,
      consignee_name: orderData.consignee_name,
      consignee_phone: orderData.consignee_phone,
      consignee_address: orderData.consignee_address,
      products_list: orderData.products_list,
      destination_city: cities.data?.certain?.id ?? '',
    },
  });
  if (!booked.data) throw new Error(booked.error.errors[0]?.msg);
  return booked.data.data;
}

const again = [await book(), await book()].map(({ trackingNumber }) => trackingNumber);
const list = await api.GET('/api/v1/get-all-orders', { params: { query: { track: again[0] ?? '', courier: ['LEOPARD'] } } });
const users = await api.GET('/api/v1/get-users', { params: { query: { page: 1 } } });
const file = await api.POST('/api/v1/imports/files', {
  body: JSON.stringify({ line: 2, tracking_number: again[0], payment_status: 'PAID' }),
  bodySerializer: (lines) => lines,
  headers: { 'content-type': 'application/x-ndjson' },
});
console.log(JSON.stringify({
  again,
  listed: list.data?.data.map((row) => row.tracking_number),
  users: users.data?.pagination.total,
  email: users.data?.childrenAccounts[0]?.email,
  rows: file.data?.data.rows,
}));
`;

it('a client that is generated from the description compiles and books an order', async () => {
  const folder = await mkdtemp(path.join(import.meta.dirname, 'generated-client-'));
  try {
    const types = await openapiTS(JSON.parse(text));
    await writeFile(path.join(folder, 'api.ts'), astToString(types));
    await writeFile(path.join(folder, 'program.ts'), program);
    const config = { extends: '../../../../../../tsconfig.base.json', include: ['*.ts'] };
    await writeFile(path.join(folder, 'tsconfig.json'), JSON.stringify(config));
    await run([path.resolve('node_modules/typescript/bin/tsc'), '-p', folder]);
    const order = await shop.newOrder();
    const { stdout } = await run([
      ...[path.join(folder, 'program.ts'), server.url, shop.token, order.id, shop.accounts.LEOPARD ?? ''],
    ]);
    const [consignment] = await shop.consignments();
    expect(await shop.consignments()).toHaveLength(1);
    const number = consignment?.tracking_number;
    expect(JSON.parse(stdout)).toMatchObject({ again: [number, number], listed: [number], users: 1, rows: 1 });
  } finally {
    await rm(folder, { recursive: true });
  }
});

/** Runs a program with the Node of this process. */
const run = (args: readonly string[]) =>
  promisify(execFile)(process.execPath, args).catch((error: unknown) => {
    throw new Error(`the program failed: ${JSON.stringify(error)}`, { cause: error });
  });
