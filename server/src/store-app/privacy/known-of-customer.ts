import type { Db } from '../../base/db/client.ts';
import { anyOf } from '../../base/db/id-list.ts';
import type { KnownOfCustomer } from './words-of-customer.ts';

export type CustomerRecords = {
  readonly orderIds: readonly string[];
  readonly shipmentIds: readonly string[];
  readonly batchIds: readonly string[];
  readonly known: KnownOfCustomer;
};

/** Finds the customer's orders, their parcels and batches, and all names, numbers and addresses in them. Locks them. */
export async function knownOfCustomer(
  trx: Db,
  shopId: string,
  platformOrderIds: readonly string[],
): Promise<CustomerRecords> {
  const orders = await trx
    .selectFrom('store_order')
    .select(['id', 'customer_name', 'email', 'phone', 'phone2', 'phone_as_written', 'address', 'note'])
    .where('shop_id', '=', shopId)
    .where('platform_order_id', '=', anyOf(platformOrderIds))
    .orderBy('id')
    .forUpdate()
    .execute();
  const orderIds = orders.map((order) => order.id);
  const carried = await trx
    .selectFrom('shipment_order')
    .select(['shipment_id', 'store_copy'])
    .where('shop_id', '=', shopId)
    .where('store_order_id', '=', anyOf(orderIds))
    .execute();
  const shipmentIds = [...new Set(carried.map((row) => row.shipment_id))];
  const parcels = await trx
    .selectFrom('shipment')
    .select([
      ...(['consignee_name', 'consignee_email', 'consignee_address', 'remarks'] as const),
      ...(['consignee_phone', 'consignee_phone2', 'consignee_phone3'] as const),
    ])
    .where('shop_id', '=', shopId)
    .where('id', '=', anyOf(shipmentIds))
    .orderBy('id')
    .forUpdate()
    .execute();
  const rows = await trx
    .selectFrom('batch_row')
    .select(['batch_id', 'fields'])
    .where('shop_id', '=', shopId)
    .where('store_order_id', '=', anyOf(orderIds))
    .execute();
  const forms = [
    ...parcels.map((parcel) => new Map<string, unknown>(Object.entries(parcel))),
    ...rows.map(({ fields }) => new Map<string, unknown>(Object.entries(Object(fields)))),
  ];
  const ofForms = (...names: string[]): string[] =>
    forms.flatMap((form) => names.flatMap((name) => textOf(form.get(name))));
  const copies = carried.map(({ store_copy: copy }) => new Map<string, unknown>(Object.entries(Object(copy))));
  const ofCopies = (name: string): string[] => copies.flatMap((copy) => textOf(copy.get(name)));
  return {
    orderIds,
    shipmentIds,
    batchIds: [...new Set(rows.map((row) => row.batch_id))],
    known: {
      names: [...orders.map((order) => order.customer_name), ...ofForms('consignee_name'), ...ofCopies('name')],
      emails: [...orders.map((order) => order.email), ...ofForms('consignee_email')],
      phones: [
        ...orders.flatMap((order) => [order.phone, order.phone2, order.phone_as_written]),
        ...ofForms('consignee_phone', 'consignee_phone2', 'consignee_phone3'),
        ...ofCopies('phone'),
      ],
      addresses: [...orders.map((order) => order.address), ...ofForms('consignee_address'), ...ofCopies('address')],
      notes: [...orders.map((order) => order.note), ...ofForms('remarks')],
    },
  };
}

const textOf = (value: unknown): string[] => (typeof value === 'string' ? [value] : []);
