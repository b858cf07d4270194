import { setTimeout as delay } from 'node:timers/promises';
import * as z from 'zod';
import type { InstalledShop } from '../isolated-stack/install-shop.ts';
import type { IsolatedStack } from '../isolated-stack/isolated-stack.ts';

export type ProofOrder = {
  /** The store's number and name. */
  id: string;
  name: string;
  /** The last name of its customer. */
  family: string;
};

/** Customers whose details every courier accepts, in cities that all four know. */
const customers = [
  { city: 'Lahore', phone: '03001234567', firstName: 'Ayesha', lastName: 'Khan' },
  { city: 'Karachi', phone: '03217654321', firstName: 'Bilal', lastName: 'Sheikh' },
  { city: 'Faisalabad', phone: '03331112223', firstName: 'Fatima', lastName: 'Malik' },
  { city: 'Multan', phone: '03459876543', firstName: 'Hamza', lastName: 'Qureshi' },
];

/**
 * Customers place cash-on-delivery orders, all of one family if named, and of new customers if asked for. Resolves when Courierdesk
 * has received all of them.
 */
export async function placeOrders(
  stack: IsolatedStack,
  shop: InstalledShop,
  count: number,
  { family, newCustomers = false }: { family?: string | undefined; newCustomers?: boolean } = {},
): Promise<ProofOrder[]> {
  const placed: ProofOrder[] = [];
  for (const [index, customer] of customers.entries()) {
    const share = Math.floor((count + index) / customers.length);
    const lastName = family ?? customer.lastName;
    const phone = newCustomers ? newPhone() : customer.phone;
    if (share > 0) placed.push(...(await placeShare(stack, shop, share, { ...customer, lastName, phone })));
  }
  await untilMirrored(stack, shop, placed.length);
  return placed;
}

const newPhone = (): string => `030${String(Math.floor(Math.random() * 1e8)).padStart(8, '0')}`;

/** One order in eleven becomes as odd as some in a real store: on hold, refunded, abroad and the like. Returns the others. */
export async function makeSomeOdd(stack: IsolatedStack, orders: readonly ProofOrder[]): Promise<ProofOrder[]> {
  const isOdd = (place: number): boolean => place % 11 === 10;
  for (const [place, { id }] of orders.entries())
    if (isOdd(place)) await stack.control(`orders/${id}`, { odd: Math.floor(place / 11) });
  return orders.filter((_, place) => !isOdd(place));
}

async function placeShare(
  stack: IsolatedStack,
  { domain }: InstalledShop,
  count: number,
  { city, phone, firstName, lastName }: (typeof customers)[number],
): Promise<ProofOrder[]> {
  const address = { firstName, lastName, address1: 'House 12, Street 4', phone };
  const email = `${firstName.toLowerCase()}@example.com`;
  const order = { shop: domain, count, payment: 'cod', city, phone, email, address };
  const { orders } = Placed.parse(await stack.control('orders', order));
  return orders.map((one) => ({ ...one, family: lastName }));
}

const Placed = z.object({ orders: z.array(z.object({ id: z.coerce.string(), name: z.string() })) });

const mirrored = `
  select count(*)::int as n from store_order o join shop s on s.id = o.shop_id where s.domain = $1`;

/** Since the last order that arrived. */
const mirrorPatienceMs = 120_000;

async function untilMirrored(stack: IsolatedStack, { domain }: InstalledShop, count: number): Promise<void> {
  let arrived = 0;
  let deadline = Date.now() + mirrorPatienceMs;
  for (;;) {
    const [{ n } = { n: 0 }] = await stack.query(mirrored, z.object({ n: z.number() }), [domain]);
    if (n >= count) return;
    if (n > arrived) deadline = Date.now() + mirrorPatienceMs;
    if (Date.now() > deadline) throw new Error(`Only ${n} of ${count} orders reached Courierdesk.`);
    arrived = n;
    await delay(250);
  }
}
