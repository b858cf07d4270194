import { addDays } from '@courierdesk/contract/dates';
import { Client } from 'pg';
import { under } from './figure.ts';
import type { Figure } from './figure.ts';
import type { LoadedShop } from './load-shops.ts';
import { timedCall } from './timed-call.ts';

const limitMs = 300;

/** The activity log of the largest shop with an event for each of its parcels: every filter, and the last page. */
export async function activityLogFigures(url: string, adminUrl: string, shop: LoadedShop): Promise<Figure[]> {
  const personId = await loadEvents(adminUrl, shop.shopId);
  const today = new Date().toISOString().slice(0, 10);
  const cases = {
    unfiltered: '',
    'last page': '?page=200',
    'one person': `?actor=${personId}`,
    'jobs alone': '?actor=job',
    'one area': '?group=documents',
    'one month': `?from=${addDays(today, -30)}&to=${today}`,
    'one person, one area, one month': `?actor=${personId}&group=documents&from=${addDays(today, -30)}`,
    search: '?query=Malik',
    'search without a match': '?query=no-such-parcel',
  };
  const figures: Figure[] = [];
  for (const [name, query] of Object.entries(cases)) {
    const ms = await timedCall(url, shop.tokens, `/audit-events${query}`);
    figures.push(under(`activity log of ${shop.shipments.toLocaleString('en-US')} events, ${name}`, ms, limitMs, 'ms'));
  }
  return figures;
}

/** One event per parcel, spread over people, a job and the areas. Returns the id of one of the people. */
async function loadEvents(adminUrl: string, shopId: string): Promise<string> {
  const admin = new Client({ connectionString: adminUrl });
  await admin.connect();
  try {
    await admin.query(
      `insert into audit_event (shop_id, id, at, actor_kind, actor_id, actor_name, action, action_group,
         subject_kind, subject_id, subject_label, detail, ip, request_id)
       select s.shop_id, lpad(to_hex((extract(epoch from s.created_at) * 1000)::bigint), 12, '0') || lpad(to_hex(n), 12, '0'), s.created_at,
         case when n % 3 = 0 then 'job' else 'user' end, case when n % 3 > 0 then people.ids[1 + n % cardinality(people.ids)] end,
         'Someone', case when n % 5 = 0 then 'labels.printed' else 'shipment.claim' end,
         case when n % 5 = 0 then 'documents' else 'bookings' end,
         'shipment', s.id, s.order_name, '{}', '127.0.0.1', s.id
       from (select *, row_number() over () as n from shipment where shop_id = $1) s,
         (select array_agg(id) as ids from app_user where shop_id = $1) people`,
      [shopId],
    );
    await admin.query('vacuum analyze audit_event');
    const { rows } = await admin.query<{ id: string }>('select id from app_user where shop_id = $1 limit 1', [shopId]);
    return rows[0]?.id ?? '';
  } finally {
    await admin.end();
  }
}
