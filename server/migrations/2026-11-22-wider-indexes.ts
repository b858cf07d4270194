import { sql, type Kysely } from 'kysely';

/**
 * The filters that people put together are counted and sorted from one index, without a look at the rows: status with
 * city, courier, payment, days, amount, tag, staff or common words; city with courier, days or payment; courier with
 * days or payment.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `
drop index shipment_status, shipment_destination, shipment_company, shipment_tag, shipment_booked_by, shipment_words;
create index shipment_status on shipment (shop_id, status, booked_at desc, id desc)
  include (days_taken, cod, payment_status, company, destination_key) where tracking_number is not null;
create index shipment_destination on shipment (shop_id, destination_key, booked_at desc, id desc)
  include (days_taken, company, payment_status) where tracking_number is not null;
create index shipment_company on shipment (shop_id, company, booked_at desc, id desc)
  include (days_taken, payment_status) where tracking_number is not null;
create index shipment_tag on shipment (shop_id, tag, booked_at desc, id desc)
  include (status) where tracking_number is not null and tag <> '';
create index shipment_booked_by on shipment (shop_id, booked_by, booked_at desc, id desc)
  include (status) where tracking_number is not null;
create index shipment_words on shipment (shop_id, booked_at desc, id desc)
  include (search_text, status) where tracking_number is not null;
`,
    )
    .execute(db);
}
