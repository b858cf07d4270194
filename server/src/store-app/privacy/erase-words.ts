import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../../base/db/client.ts';
import { erased, type CustomerPatterns } from './words-of-customer.ts';

/** Columns of a table in which people and couriers may have written about a customer. */
type Texts = { readonly table: string; readonly texts: readonly string[]; readonly json?: readonly string[] };

const aboutParcels: readonly (Texts & { readonly shipmentId: string })[] = [
  { table: 'shipment', shipmentId: 'id', texts: ['answer', 'status_text'] },
  { table: 'shipment_history', shipmentId: 'shipment_id', texts: ['what'] },
  { table: 'shipment_event', shipmentId: 'shipment_id', texts: ['text', 'location'] },
  { table: 'shipment_task_row', shipmentId: 'shipment_id', texts: ['message'] },
  { table: 'attention', shipmentId: 'shipment_id', texts: [], json: ['detail'] },
  { table: 'desired_store_state', shipmentId: 'shipment_id', texts: ['message'] },
  { table: 'difference', shipmentId: 'shipment_id', texts: ['store_says', 'courier_says', 'note'] },
  { table: 'batch_row', shipmentId: 'shipment_id', texts: ['message'] },
  { table: 'import_row', shipmentId: 'shipment_id', texts: ['reference', 'also_says', 'reason'] },
];

const aboutAnything: readonly Texts[] = [
  { table: 'import', texts: ['file_name'] },
  {
    table: 'import_row',
    texts: ['order_name', 'tracking_number', 'amount', 'cod_amount', 'paid_date', 'reference', 'also_says', 'reason'],
  },
  { table: 'order_export', texts: ['file_name'], json: ['query'] },
  { table: 'courier_account', texts: ['last_error', 'credentials_error'] },
  { table: 'webhook_inbox', texts: ['error'] },
  { table: 'difference', texts: ['order_name', 'store_says', 'courier_says', 'note'] },
  { table: 'difference_repair', texts: ['order_name', 'before', 'after'] },
];

const mails: Texts = { table: 'mail', texts: ['subject', 'text', 'html', 'last_error'] };

/** Replaces a customer's words in what people and couriers wrote about their parcels. */
export async function eraseWordsOfShipments(
  trx: Db,
  shopId: string,
  pattern: CustomerPatterns['ownParcels'],
  shipmentIds: readonly string[],
): Promise<void> {
  if (!pattern) return;
  for (const { shipmentId, ...texts } of aboutParcels)
    await eraseIn(trx, shopId, pattern, texts, sql`and ${sql.ref(shipmentId)} = any(${[...shipmentIds]}::text[])`);
}

/** Replaces a customer's words in all other texts of the shop in which someone may have named them. */
export async function eraseWordsAnywhere(
  trx: Db,
  shopId: string,
  { anywhere, otherMails }: CustomerPatterns,
  emails: readonly string[],
): Promise<void> {
  // Two customers may be called Muhammad Ali: the name stays in the emails of the other one.
  const toCustomer = sql`lower(recipient) = any(${emails.map((email) => email.toLowerCase())}::text[])`;
  if (anywhere) await eraseIn(trx, shopId, anywhere, mails, sql`and ${toCustomer}`);
  if (otherMails) await eraseIn(trx, shopId, otherMails, mails, sql``);
  if (!anywhere) return;
  for (const texts of aboutAnything) await eraseIn(trx, shopId, anywhere, texts, sql``);
  await eraseInViews(trx, shopId, anywhere);
  await sql`delete from selection_download where shop_id = ${shopId} and request::text ~* ${anywhere}`.execute(trx);
  await sql`delete from import_preview where shop_id = ${shopId} and result::text ~* ${anywhere}`.execute(trx);
}

async function eraseIn(
  trx: Db,
  shopId: string,
  pattern: string,
  { table, texts, json = [] }: Texts,
  and: RawBuilder<unknown>,
): Promise<void> {
  const changes = [
    ...texts.map((name) => sql`${sql.ref(name)} = regexp_replace(${sql.ref(name)}, ${pattern}, ${erased}, 'gi')`),
    ...json.map((name) => sql`${sql.ref(name)} = erase_words_in_json(${sql.ref(name)}, ${pattern})`),
  ];
  const isFound = [...texts, ...json].map((name) => sql`${sql.ref(name)}::text ~* ${pattern}`);
  await sql`
    update ${sql.table(table)} set ${sql.join(changes)}
    where shop_id = ${shopId} and (${sql.join(isFound, sql` or `)}) ${and}`.execute(trx);
}

/** A view keeps a name that no other view of the user has. */
async function eraseInViews(trx: Db, shopId: string, pattern: string): Promise<void> {
  await sql`
    update order_view set
      name = case when name ~* ${pattern}
        then regexp_replace(name, ${pattern}, ${erased}, 'gi') || ' ' || right(id, 6) else name end,
      search = erase_words_in_json(search, ${pattern})
    where shop_id = ${shopId} and (name ~* ${pattern} or search::text ~* ${pattern})`.execute(trx);
}
