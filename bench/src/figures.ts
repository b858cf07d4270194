import { performance } from 'node:perf_hooks';
import { addDays } from '@courierdesk/contract/dates';
import { Client } from 'pg';
import { under } from './figure.ts';
import type { Figure } from './figure.ts';
import type { LoadedShop } from './load-shops.ts';
import { timedCall } from './timed-call.ts';

const limitMs = 300;

/** The home page's calls for short, long and open ranges, in the largest shop. */
export async function figuresByDay(
  url: string,
  adminUrl: string,
  shop: LoadedShop,
  log: (line: string) => void,
): Promise<Figure[]> {
  await added(adminUrl, shop, log);
  const today = new Date().toISOString().slice(0, 10);
  const figures: Figure[] = [];
  for (const [name, from] of Object.entries({
    'last seven days': addDays(today, -6),
    'six months': addDays(today, -182),
    'all two years': addDays(today, -760),
  })) {
    const booked = `bookingDateFrom=${from}&bookingDateTo=${today}`;
    const paths = {
      'cards and charts': `/get-dashboard-analytics?${booked}`,
      'cards and charts by delivery': `/get-dashboard-analytics?deliveredDateFrom=${from}&deliveredDateTo=${today}`,
      'cards and charts by both': `/get-dashboard-analytics?${booked}&deliveredDateFrom=${from}`,
      'cards and charts of one city': `/get-dashboard-analytics?${booked}&city=Lahore`,
      cities: `/cities-delivery-average?startDate=${from}&endDate=${today}`,
      staff: `/staff/table-order-count?start=${from}&end=${today}`,
    };
    for (const [what, path] of Object.entries(paths))
      figures.push(await measured(`${what}, ${name}`, url, path, shop, log));
  }
  figures.push(await measured('to do', url, '/to-do-items', shop, log));
  return figures;
}

async function measured(
  name: string,
  url: string,
  path: string,
  shop: LoadedShop,
  log: (line: string) => void,
): Promise<Figure> {
  const ms = await timedCall(url, shop.tokens, path);
  log(`  ${name}: ${ms.toFixed(0)} ms`);
  return under(`figures of ${shop.shipments.toLocaleString('en-US')}, ${name}`, ms, limitMs, 'ms');
}

/** Waits until the worker has added the loaded parcels to the figures by day. */
async function added(adminUrl: string, shop: LoadedShop, log: (line: string) => void): Promise<void> {
  const admin = new Client({ connectionString: adminUrl });
  await admin.connect();
  const startedAt = performance.now();
  try {
    for (;;) {
      const { rows } = await admin.query<{ n: string }>(
        'select count(*) as n from (select from shipment_day_change where shop_id = $1 limit 201) as waiting',
        [shop.shopId],
      );
      if (Number(rows[0]?.n ?? 0) <= 200) break;
      await new Promise((resolve) => setTimeout(resolve, 500));
    }
    const sums = await admin.query<{ parcels: number; of_staff: number }>(
      `select (select sum(n)::float8 from shipment_courier_day where shop_id = $1) as parcels,
         (select sum(n)::float8 from shipment_staff_day where shop_id = $1) as of_staff`,
      [shop.shopId],
    );
    const { parcels = 0, of_staff = 0 } = sums.rows[0] ?? {};
    if (Math.min(parcels, of_staff) < shop.shipments * 0.99)
      throw new Error(`the figures count ${parcels} parcels and ${of_staff} of staff instead of ${shop.shipments}`);
    await admin.query(
      'vacuum analyze shipment_courier_day, shipment_courier_city_day, shipment_city_day, shipment_staff_day, shipment_day_change',
    );
  } finally {
    await admin.end();
  }
  log(`  figures by day ready after ${((performance.now() - startedAt) / 1000).toFixed(0)} s`);
}
