import { sql, type Kysely } from 'kysely';

/**
 * A list that is filtered by values and sorted by something else walks the sort's index without a look at the rows. Amounts
 * of one status have an index of their own: the largest that were delivered and not paid.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `
drop index shipment_delivered, shipment_delivered_oldest, shipment_tracking_number, shipment_order_number, shipment_customer,
  shipment_cod;
create index shipment_delivered on shipment (shop_id, delivered_at desc nulls last, id desc)
  include (${values}) where tracking_number is not null;
create index shipment_delivered_oldest on shipment (shop_id, delivered_at, id)
  include (${values}) where tracking_number is not null;
create index shipment_tracking_number on shipment (shop_id, tracking_number, id)
  include (${values}) where tracking_number is not null;
create index shipment_order_number on shipment (shop_id, order_number, id)
  include (${values}) where tracking_number is not null;
create index shipment_customer on shipment (shop_id, consignee_key, id)
  include (${values}) where tracking_number is not null;
create index shipment_cod on shipment (shop_id, cod, id)
  include (${values}) where tracking_number is not null;
create index shipment_status_cod on shipment (shop_id, status, cod, id)
  include (payment_status, company, destination_key, booked_by, tag) where tracking_number is not null;
`,
    )
    .execute(db);
}

const values = 'status, payment_status, company, destination_key, booked_by, tag';
