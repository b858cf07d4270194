import { inParts } from '@courierdesk/contract/in-parts';
import type { Insertable } from 'kysely';
import { newId } from '../base/db/ids.ts';
import type { Shipment } from '../base/db/schema.ts';
import { withShop } from '../base/db/tenancy.ts';
import type { TestServer } from './test-server.ts';

const atOnce = 500;

/** Parcels booked a minute after each other, the last one given the newest; straight in the database. */
export async function bookedShipments(
  server: TestServer,
  shop: { shopId: string; accountId: string },
  given: readonly Partial<Insertable<Shipment>>[],
): Promise<{ id: string; tracking_number: string }[]> {
  const rows = given.map((one, index) => {
    const bookedAt = new Date(server.clock.now.getTime() - (given.length - index) * 60_000);
    const id = newId(bookedAt);
    const tracking_number = one.tracking_number ?? `LE${id.slice(-10)}${index}`;
    const final = one.status === 'DELIVERED' || one.status === 'CANCELLED';
    return {
      ...usual,
      final,
      ...shopOf(shop),
      id,
      reference: `CD-${id}`,
      ...datesOf(bookedAt),
      ...one,
      tracking_number,
    };
  });
  await withShop(server.context.db, shop.shopId, async (trx) => {
    for (const part of inParts(rows, atOnce))
      await trx
        .insertInto('shipment')
        .values(
          part.map((row) => ({
            ...row,
            search_text: [row.order_name, row.consignee_name, row.consignee_phone, row.tracking_number]
              .join(' ')
              .toLowerCase(),
          })),
        )
        .execute();
  });
  return rows.map(({ id, tracking_number }) => ({ id, tracking_number }));
}

const shopOf = ({ shopId, accountId }: { shopId: string; accountId: string }) => ({
  shop_id: shopId,
  account_id: accountId,
});

const datesOf = (at: Date) => ({ claimed_at: at, booked_at: at, status_at: at, created_at: at });

const usual = {
  company: 'LEOPARD',
  booking_state: 'booked',
  order_name: '#1001',
  cod: '2450',
  weight: 500,
  pieces: 1,
  consignee_name: 'Sana Malik',
  consignee_email: '',
  consignee_phone: '03001234567',
  consignee_phone2: '',
  consignee_phone3: '',
  consignee_address: 'House 5, Street 9, DHA Phase 5',
  city: 'lahor',
  destination_city: 'Lahore',
  destination_city_id: '1',
  products_list: '1 x Lawn suit',
  remarks: '',
  payment_status: 'UNPAID',
  booked_by: 'T1',
  notify_customer: false,
};
