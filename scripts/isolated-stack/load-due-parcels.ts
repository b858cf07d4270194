import { companies, type Company } from '@courierdesk/contract/companies';
import * as z from 'zod';
import type { IsolatedStack } from './isolated-stack.ts';

const Recorded = z.object({ consignments: z.array(z.object({ courier: z.string(), tracking_number: z.string() })) });

/** The sandbox takes so many in one call. */
const maxRecorded = 5_000;

/** Adds parcels of each courier that the couriers know and that have just become due. `round` makes their references unique. */
export async function loadDueParcels(
  stack: IsolatedStack,
  shop: { shopId: string; accounts: Record<Company, string> },
  { each, round }: { readonly each: number; readonly round: string },
): Promise<void> {
  for (const courier of companies) {
    for (let first = 0; first < each; first += maxRecorded) {
      await loadSome(stack, shop, courier, {
        count: Math.min(maxRecorded, each - first),
        round: `${round}${first / maxRecorded}N`,
      });
    }
  }
  // PostgreSQL does this within a minute. Until then, foreign keys are checked as if the table were empty.
  await stack.query('analyze shipment', z.never());
}

async function loadSome(
  stack: IsolatedStack,
  shop: { shopId: string; accounts: Record<Company, string> },
  courier: Company,
  { count, round }: { count: number; round: string },
): Promise<void> {
  const bookedAt = new Date(Date.now() - 20 * 3_600_000).toISOString();
  const { consignments } = Recorded.parse(
    await stack.control('consignments', {
      consignments: Array.from({ length: count }, (_, index) => ({
        courier,
        reference: `CD${round}${index}-${courier}`,
        consignee: { name: 'Ayesha Khan', phone: '03001234567', address: 'House 1, Street 2' },
        city: 'Lahore',
        cod: 2450,
        booked_at: bookedAt,
        to: 'in_transit',
      })),
    }),
  );
  await stack.query(
    `insert into shipment (
       shop_id, id, account_id, company, reference, booking_state, courier_live, tracking_number, order_name, cod,
       weight, pieces, consignee_name, consignee_email, consignee_phone, consignee_phone2, consignee_phone3,
       consignee_address, city, destination_city, destination_city_id, products_list, remarks, payment_status,
       booked_by, notify_customer, claimed_at, booked_at, status_at, created_at, next_track_at, search_text)
     select $1, lpad(to_hex(extract(epoch from $5::timestamptz)::bigint), 8, '0') || substr(md5($3 || number), 1, 16),
       $2, $3, 'CDB-' || number, 'booked', true, number, '#' || n, 2450, 500, 1, 'Ayesha Khan', '', '03001234567', '',
       '', 'House 1', 'Lahore', 'LAHORE', '1', '1 x Lawn suit', '', 'UNPAID', 'P1', false, $5, $5, $5, $5, now(), ''
     from unnest($4::text[]) with ordinality as given(number, n)
     returning id`,
    z.object({ id: z.string() }),
    [shop.shopId, shop.accounts[courier], courier, consignments.map((one) => one.tracking_number), bookedAt],
  );
}
