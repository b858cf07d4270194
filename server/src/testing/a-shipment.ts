import type { ParcelTrouble, ShipmentStatus } from '@courierdesk/contract/statuses';
import type { Context } from '../base/context.ts';
import { newId } from '../base/db/ids.ts';
import { withShop } from '../base/db/tenancy.ts';

export type GivenShipment = {
  /** Null for a parcel of a company that we do not book with. */
  accountId: string | null;
  company?: string;
  number?: string | null;
  order?: string;
  status?: ShipmentStatus;
  final?: boolean;
  state?: string;
  bookedAt?: Date;
  deliveredAt?: Date | null;
  cancelledAt?: Date | null;
  statusAt?: Date | null;
  courierLive?: boolean;
  city?: string;
  name?: string;
  phone?: string;
  phone2?: string;
  cod?: number;
  paid?: boolean;
  by?: string;
  byUserId?: string;
  nextTrackAt?: Date;
  lastNewsAt?: Date;
  expectedAt?: Date;
  trouble?: ParcelTrouble;
  tag?: string;
};

/** A shipment put straight into the database, booked now by default. */
export async function aShipment(context: Context, shopId: string, given: GivenShipment): Promise<string> {
  const bookedAt = given.bookedAt ?? context.clock();
  const id = newId(bookedAt);
  const number = given.number === undefined ? `LE${id.slice(-8)}` : given.number;
  const order = given.order ?? '#1001';
  const name = given.name ?? 'Ayesha Khan';
  const phone = given.phone ?? '03001234567';
  const phone2 = given.phone2 ?? '';
  const status = given.status ?? 'FULFILLED';
  await withShop(context.db, shopId, (trx) =>
    trx
      .insertInto('shipment')
      .values({
        shop_id: shopId,
        id,
        account_id: given.accountId,
        company: given.company ?? 'LEOPARD',
        reference: `CD-${id}`,
        booking_state: given.state ?? (number ? 'booked' : 'rejected'),
        cancel_attempt_id: given.state === 'cancelling' ? newId(bookedAt) : null,
        status,
        final: given.final ?? (status === 'DELIVERED' || status === 'CANCELLED'),
        courier_live: given.courierLive ?? false,
        tracking_number: number,
        order_name: order,
        tag: given.tag ?? '',
        cod: String(given.cod ?? 1500),
        weight: 500,
        pieces: 1,
        consignee_name: name,
        consignee_email: '',
        consignee_phone: phone,
        consignee_phone2: phone2,
        consignee_phone3: '',
        consignee_address: 'Street 1',
        city: given.city ?? 'Lahore',
        destination_city: given.city ?? 'Lahore',
        destination_city_id: '1',
        products_list: '1 x Kurta',
        remarks: '',
        payment_status: given.paid ? 'PAID' : 'UNPAID',
        booked_by: given.by ?? 'T1',
        booked_by_user_id: given.byUserId ?? null,
        next_track_at: given.nextTrackAt ?? null,
        last_courier_update_at: given.lastNewsAt ?? null,
        expected_at: given.expectedAt ?? null,
        trouble: given.trouble ?? null,
        notify_customer: false,
        claimed_at: bookedAt,
        booked_at: number ? bookedAt : null,
        delivered_at: given.deliveredAt ?? null,
        cancelled_at: given.cancelledAt ?? null,
        status_at: given.statusAt ?? null,
        search_text: `${order} ${name} ${phone} ${phone2} ${number ?? ''}`.toLowerCase(),
        created_at: bookedAt,
      })
      .execute(),
  );
  return id;
}
