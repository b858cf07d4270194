import { companies, courierName, type Company } from '@courierdesk/contract/companies';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  faults,
  scansOfWay,
  timeOfScan,
  waysOf,
  writtenTime,
  type WrittenScan,
} from '../../adapters/couriers/histories.testing.ts';
import { withShop } from '../../base/db/tenancy.ts';
import { trackingLink } from '../../shipments/record/tracking-link.ts';
import { aBookableShop, type BookableShop } from '../../testing/bookable-shop.ts';
import { bookedShipments } from '../../testing/booked-shipments.ts';
import { deliverDueNow } from '../../testing/mails.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

type Parcel = { id: string; number: string; email: string };

/** A history of scans. `later` comes after we know the first part. */
type History = {
  readonly way: string;
  readonly name: string;
  readonly first: (company: Company) => WrittenScan[];
  readonly later?: {
    readonly before?: 'cancelled' | 'paid';
    readonly scans: (company: Company) => { words: string; code?: string }[];
  };
};

let server: TestServer;
let shop: BookableShop;
let now: Date;
/** By courier: what became of each history. */
const outcomes: { company: Company; history: History; outcome: string[] }[] = [];

const hourMs = 3_600_000;
/** As far as a parcel comes on its way, and the scans that it then has. */
const parts: Record<string, { end: 'DELIVERED' | 'RTS'; scans: number }> = {
  Delivered: { end: 'DELIVERED', scans: 5 },
  Returned: { end: 'RTS', scans: 5 },
  'Out for delivery': { end: 'DELIVERED', scans: 4 },
  'Not delivered at the first try': { end: 'RTS', scans: 3 },
};

function scansOf(company: Company, way: string): WrittenScan[] {
  const { end, scans } = parts[way] ?? failNow();
  return scansOfWay(waysOf[company][end], now).slice(0, scans);
}
const unknownWord = { words: 'Gate Pass Issued' };
function lastOf(company: Company, end: 'DELIVERED' | 'RTS', place: number): { words: string; code?: string } {
  const [words, code] = waysOf[company][end][place] ?? failNow();
  return code === undefined ? { words } : { words, code };
}

const plainAndFaulty: History[] = Object.entries(parts).flatMap(([way, { scans }]) => [
  { way, name: 'as it should be', first: (company) => scansOf(company, way) },
  ...Object.entries(faults).flatMap(([fault, change]) =>
    Array.from({ length: scans }, (_, place): History => ({
      way,
      name: `${fault} scan ${place + 1}`,
      first: (company) => change(scansOf(company, way), place, now),
    })),
  ),
]);

type Later = NonNullable<History['later']>;
const correctedLater = (way: string, name: string, scans: Later['scans'], before?: Later['before']): History => ({
  ...{ way: `${way}, corrected later`, name },
  first: (company) => (way in parts ? scansOf(company, way) : []),
  later: { scans, ...(before && { before }) },
});
const delivered = (company: Company) => [lastOf(company, 'DELIVERED', 4)];
const returned = (company: Company) => [lastOf(company, 'RTS', 4)];

const corrected: History[] = [
  correctedLater('Delivered', 'then returned', returned),
  correctedLater('Delivered', 'then on its way back', (company) => [lastOf(company, 'RTS', 3)]),
  correctedLater('Delivered', 'then words that we do not know', () => [unknownWord]),
  correctedLater('Delivered', 'then out for delivery', (company) => [lastOf(company, 'DELIVERED', 3)]),
  correctedLater('Delivered', 'paid, then returned', returned, 'paid'),
  correctedLater('Returned', 'then delivered', delivered),
  correctedLater('Returned', 'then words that we do not know', () => [unknownWord]),
  correctedLater('Cancelled here', 'then picked', (company) => [lastOf(company, 'RTS', 0)], 'cancelled'),
  correctedLater('Cancelled here', 'then delivered', delivered, 'cancelled'),
  correctedLater('Cancelled here', 'then returned', returned, 'cancelled'),
];

const histories = [...plainAndFaulty, ...corrected];

beforeAll(async () => {
  server = await startTestServer();
  // At the same time of the day in each run: a day without a time begins at midnight.
  server.clock.now = new Date(new Date(server.clock.now).setUTCHours(36, 0, 0, 0));
  shop = await aBookableShop(server);
  for (const kind of ['out-for-delivery', 'attempted', 'delivered'])
    await call('PUT', 'customer-mails', { kind, enabled: true, subject: kind, message: 'Dear {name}' });
  const parcels = new Map<Company, Parcel[]>();
  for (const company of companies) parcels.set(company, await booked(company));
  server.clock.advance(41 * hourMs);
  now = server.context.clock();
  const all = companies.flatMap((company) =>
    histories.map((history, place) => ({ company, history, parcel: parcels.get(company)?.[place] ?? failNow() })),
  );
  for (const { company, history, parcel } of all) await scanned(company, parcel, history.first(company));
  await track();
  for (const { history, parcel } of all) {
    if (history.later?.before === 'cancelled') await call('PUT', `cancel-booking/${parcel.number}`, {});
    if (history.later?.before === 'paid')
      await call('POST', 'import-orders', {
        ordersData: [{ tracking_number: parcel.number, payment_status: 'PAID' }],
      });
  }
  server.clock.advance(26 * hourMs);
  for (const { company, history, parcel } of all) {
    if (!history.later) continue;
    const at = new Date(server.context.clock().getTime() - 2 * hourMs);
    const later = history.later.scans(company).map((scan) => ({ ...scan, time: writtenTime(at) }));
    await scanned(company, parcel, [...history.first(company), ...later]);
  }
  await track();
  const cases = await openCases();
  const mails = await mailsByAddress();
  for (const { company, history, parcel } of all)
    outcomes.push({
      company,
      history,
      outcome: [
        ...(await stateOf(parcel)),
        (cases.get(parcel.id) ?? []).join(', ') || '–',
        (mails.get(parcel.email) ?? []).join(', ') || '–',
      ],
    });
}, 600_000);
afterAll(() => server?.close());

const call = (method: string, path: string, body: object) => server.call(method, path, { token: shop.token, body });

/** One parcel for each history. The courier and we know it as booked. */
async function booked(company: Company): Promise<Parcel[]> {
  const emails = histories.map((_, place) => `${company.toLowerCase()}${place}@mail.example`);
  const consignee = { name: 'Sana Kiani', phone: '03071234567', address: 'House 5, Street 9' };
  const { consignments } = (await server.sandbox.control('consignments', {
    consignments: emails.map((email) => ({
      ...{ courier: company, reference: email, consignee, city: 'Lahore', cod: 1500 },
      booked_at: new Date().toISOString(),
    })),
  })) as { consignments: { tracking_number: string }[] };
  const parcels = await bookedShipments(
    server,
    { shopId: shop.shopId, accountId: shop.accounts[company] },
    consignments.map(({ tracking_number }, place) => ({
      ...{ tracking_number, company, cod: '1500', consignee_email: emails[place] ?? failNow() },
      next_track_at: server.clock.now,
    })),
  );
  return parcels.map(({ id, tracking_number: number }, place) => ({ id, number, email: emails[place] ?? failNow() }));
}

async function scanned(company: Company, { number }: Parcel, scans: readonly WrittenScan[]): Promise<void> {
  if (scans.length === 0) return;
  const stageOf = (words: string) =>
    words === waysOf[company].DELIVERED[4]?.[0]
      ? 'delivered'
      : words === waysOf[company].RTS[4]?.[0]
        ? 'returned'
        : 'in_transit';
  await server.sandbox.control('parcels', {
    ...{ tracking_number: number, courier: company },
    scans: scans.map(({ words, code, time }, place) => ({
      ...{ status: words, time, stage: stageOf(words), at: timeOfScan(now, Math.min(place, 4)).toISOString() },
      // M&P numbers its scans, in their order.
      ...(company === 'MNP' ? { code: String(place + 1) } : code ? { code } : {}),
    })),
  });
}

async function track(): Promise<void> {
  for (let round = 0; round < 6; round += 1) {
    await server.work('tracking');
    server.clock.advance(1_000);
  }
  await sendMails();
}

async function sendMails(): Promise<void> {
  for (let round = 0; round < 12; round += 1) {
    await server.work('customer-mails');
    await deliverDueNow(server);
  }
}

async function openCases(): Promise<Map<string, string[]>> {
  const found = new Map<string, string[]>();
  for (let page = 1, pages = 1; page <= pages; page += 1) {
    const { body } = await server.call('GET', `shipments/attention?limit=200&page=${page}`, { token: shop.token });
    pages = body.pages;
    for (const { shipment_id: id, kind } of body.data) found.set(id, [...(found.get(id) ?? []), kind]);
  }
  return found;
}

async function mailsByAddress(): Promise<Map<string, string[]>> {
  const { mails } = (await server.sandbox.control('journal')) as { mails: { to: string; subject: string }[] };
  const found = new Map<string, string[]>();
  for (const { to, subject } of mails) found.set(to, [...(found.get(to) ?? []), subject]);
  return found;
}

/** Status, time of delivery, money, and the public page. */
async function stateOf({ id, number }: Parcel): Promise<string[]> {
  const row = await withShop(server.context.db, shop.shopId, (trx) =>
    trx.selectFrom('shipment').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
  );
  const key = new URL(trackingLink(server.context.config, row)).searchParams.get('k');
  const { body } = await server.call('GET', `track-order-public/${number}?k=${key}`, {});
  return [
    `${row.status}${row.final ? ', final' : ''}`,
    row.delivered_at ? placeOf(row.delivered_at) : '–',
    `${row.payment_status}, Rs ${body.cod_due} to pay`,
    body.headline,
  ];
}

/** `scan 5`, or how many hours after the last scan. */
function placeOf(at: Date): string {
  // The courier writes no milliseconds.
  const hours = Math.round(((at.getTime() - timeOfScan(now, 0).getTime()) / hourMs) * 100) / 100;
  if (hours >= 0 && hours <= 32 && hours % 8 === 0) return `scan ${hours / 8 + 1}`;
  return `${hours} hours after scan 1`;
}

/** `no time at scan 1, 2, 3` instead of three names. */
function namesOf(names: readonly string[]): string {
  const groups = Map.groupBy(names, (name) => name.replace(/ \d$/, ''));
  return [...groups]
    .map(([name, all]) => [name, all.flatMap((one) => / (\d)$/.exec(one)?.[1] ?? []).join(', ')].join(' ').trim())
    .join('; ');
}

const line = (texts: readonly string[]): string => `| ${texts.map((text) => text.replaceAll('|', '/')).join(' | ')} |`;

/** The table as a document: `parcel-histories.md`. Histories of one way with the same outcome are one row. */
function documentOf(company: Company): string {
  const own = outcomes.filter((one) => one.company === company);
  const rows = [...Map.groupBy(own, ({ history }) => history.way)].flatMap(([way, found]) =>
    [...Map.groupBy(found, ({ outcome }) => outcome.join('|'))].map(([, same]) =>
      line([way, namesOf(same.map(({ history }) => history.name)), String(same.length), ...(same[0]?.outcome ?? [])]),
    ),
  );
  return [
    `## ${courierName(company)}`,
    '',
    line(['Way', 'Histories', 'How many', 'Status', 'Delivered at', 'Money', 'Public page', 'Cases', 'Mails']),
    line(['---', '---', '---', '---', '---', '---', '---', '---', '---']),
    ...rows,
  ].join('\n');
}

const introduction = `# Histories of scans, and what becomes of the parcel

Made by \`parcel-histories.test.ts\`, which fails when a line is no longer true. Each booked parcel is scanned by the courier and
tracked. Scans are eight hours apart; a delivery is the fifth. A history that is "corrected later" goes on a day after we knew
its first part. All emails to customers are on, except the one about the booking.
`;

test('a parcel ends as the document says, with its dates, money, public page, cases and mails', async () => {
  const text = [introduction, ...companies.map((company) => `${documentOf(company)}\n`)].join('\n');
  await expect(text).toMatchFileSnapshot('parcel-histories.md');
});

test('at least 120 histories of each courier are tracked', () => {
  for (const company of companies)
    expect(outcomes.filter((one) => one.company === company).length).toBeGreaterThanOrEqual(120);
});

function failNow(): never {
  throw new Error('this is missing');
}
