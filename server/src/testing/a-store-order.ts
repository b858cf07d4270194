import type { Context } from '../base/context.ts';
import { newId } from '../base/db/ids.ts';
import { withShop } from '../base/db/tenancy.ts';

export type GivenStoreOrder = {
  name?: string;
  placedAt?: Date;
  customer?: string;
  phone?: string;
  city?: string;
  total?: string;
  /** Still to pay; the total when left out. */
  outstanding?: string;
  currency?: string;
  tags?: string[];
  problems?: string[];
  toShip?: number;
  /** Grams. */
  weight?: number;
  cancelledAt?: Date | null;
};

let counter = 1000;

/** A store order put straight into the mirror: placed now, and ready to book. */
export async function aStoreOrder(context: Context, shopId: string, given: GivenStoreOrder = {}): Promise<string> {
  counter += 1;
  const now = context.clock();
  const id = newId(now);
  const name = given.name ?? `#${counter}`;
  const total = given.total ?? '2450.00';
  const phone = given.phone ?? '03001234567';
  const customer = given.customer ?? 'Hina Qureshi';
  const city = given.city ?? 'Lahore';
  const line = {
    ...{ lineId: '1', title: 'Kurta', variantTitle: '', sku: '', unitPrice: total, imageUrl: '' },
    ...{
      quantity: 1,
      currentQuantity: 1,
      unfulfilledQuantity: given.toShip ?? 1,
      requiresShipping: true,
      grams: given.weight ?? 0,
    },
  };
  await withShop(context.db, shopId, (trx) =>
    trx
      .insertInto('store_order')
      .values({
        ...{
          shop_id: shopId,
          id,
          platform_order_id: String(counter),
          name,
          number: Number(/\d{1,9}/.exec(name)?.[0] ?? counter),
        },
        ...{ placed_at: given.placedAt ?? now, updated_at: now, mirrored_at: now },
        ...{ cancelled_at: given.cancelledAt ?? null, closed_at: null, deleted_at: null, test: false },
        ...{ tags: given.tags ?? [], note: '', currency: given.currency ?? 'PKR', financial_status: 'PENDING' },
        ...{ fulfilment_status: 'UNFULFILLED', requires_shipping: true, gateways: [], discount_codes: [] },
        ...{ subtotal: total, shipping_price: '0', discounts: '0', tax: '0', total },
        ...{ outstanding: given.outstanding ?? total, email: '', customer_name: customer },
        ...{ phone_as_written: phone, phone, phone2: '', address: 'House 5', city, province: '', zip: '' },
        ...{ country: 'PK', lines: JSON.stringify([line]), to_ship: given.toShip ?? 1 },
        ...{ problems: given.problems ?? [], version: '1', weight: given.weight ?? 0, store_weight: given.weight ?? 0 },
        search_text: [name, customer, phone, city].join('\n').toLowerCase(),
      })
      .execute(),
  );
  return id;
}
