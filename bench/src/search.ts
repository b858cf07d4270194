import { Client } from 'pg';
import { under } from './figure.ts';
import type { Figure } from './figure.ts';
import type { LoadedShop } from './load-shops.ts';
import { timedCall } from './timed-call.ts';

const limitMs = 100;
const storeOrders = 100_000;

/** The search of the top bar in the largest shop, by everything that people type: rare, common and unknown. */
export async function searchFigures(
  url: string,
  adminUrl: string,
  shop: LoadedShop,
  log: (line: string) => void,
): Promise<Figure[]> {
  const some = await loadStoreOrders(adminUrl, shop.shopId);
  const cases: Record<string, string> = {
    'tracking number': some.tracking_number,
    'first digits of many tracking numbers': '5447',
    order: some.order_name,
    reference: some.reference,
    phone: some.phone,
    'first digits of a phone': '0300 12',
    'last 5 digits of a phone': some.phone.slice(-5),
    'common name': 'qureshi',
    'two letters': 'ma',
    'rare name': 'zubeida',
    'two words': 'zainab siddiqui',
    'unknown name': 'nobody here',
    'unknown number': '99999999999999',
  };
  const figures: Figure[] = [];
  for (const [name, query] of Object.entries(cases)) {
    const ms = await timedCall(url, shop.tokens, `/search?${new URLSearchParams({ query }).toString()}`);
    log(`  ${name} (${query}): ${ms.toFixed(1)} ms`);
    figures.push(under(`search in ${shop.shipments.toLocaleString('en-US')} parcels, ${name}`, ms, limitMs, 'ms'));
  }
  return figures;
}

type SomeParcel = { tracking_number: string; order_name: string; reference: string; phone: string };

/** Store orders for the newest parcels, and one customer with a rare name. Returns a parcel from the middle. */
async function loadStoreOrders(adminUrl: string, shopId: string): Promise<SomeParcel> {
  const admin = new Client({ connectionString: adminUrl });
  await admin.connect();
  try {
    await admin.query(
      `insert into store_order (shop_id, id, platform_order_id, name, number, placed_at, updated_at, mirrored_at, test,
         tags, note, currency, financial_status, fulfilment_status, requires_shipping, gateways, discount_codes, subtotal,
         shipping_price, discounts, tax, total, outstanding, email, customer_name, phone_as_written, phone, phone2,
         address, city, province, zip, country, lines, to_ship, problems, version, search_text)
       select shop_id, id, 'bench-' || id, order_name, order_number, booked_at, booked_at, booked_at, false,
         '{}', '', 'PKR', 'PENDING', 'FULFILLED', true, '{}', '{}', cod,
         0, 0, 0, cod, cod, '', consignee_name, consignee_phone, consignee_phone, '',
         consignee_address, city, '', '', 'PK', '[]', 0, '{}', '1',
         lower(order_name || E'\\n' || consignee_name || E'\\n' || consignee_phone || E'\\n' || city)
       from shipment where shop_id = $1 order by booked_at desc limit $2
       on conflict do nothing`,
      [shopId, storeOrders],
    );
    await admin.query(
      `update shipment set consignee_name = 'Zubeida Bano', search_text = search_text || ' zubeida bano'
       where (shop_id, id) = (select shop_id, id from shipment where shop_id = $1 order by booked_at limit 1)`,
      [shopId],
    );
    await admin.query('vacuum analyze store_order, shipment');
    const { rows } = await admin.query<SomeParcel>(
      `select tracking_number, order_name, reference, consignee_phone as phone from shipment
       where shop_id = $1 and tracking_number is not null order by booked_at offset $2 limit 1`,
      [shopId, 5000],
    );
    const [some] = rows;
    if (!some) throw new Error('the shop has no parcels');
    return some;
  } finally {
    await admin.end();
  }
}
