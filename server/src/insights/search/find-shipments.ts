import { sql } from 'kysely';
import type { Db } from '../../base/db/client.ts';
import { anyOf } from '../../base/db/id-list.ts';
import {
  beginsWith,
  enoughMatches,
  hasNumber,
  likeAll,
  maxByCustomer,
  maxFromIndex,
  maxRareRows,
  rarePatterns,
} from './search-queries.ts';
import {
  beginningOf,
  customerPatterns,
  nameMatches,
  orderMatches,
  phoneMatches,
  type SearchTerms,
} from './search-terms.ts';

type ParcelRow = Awaited<ReturnType<ReturnType<typeof parcelsOf>['execute']>>[number];

export type ShipmentMatch = ParcelRow & { readonly at: Date; readonly exact: boolean; readonly byCustomer: boolean };

/** Entries of an index that contains the text. Reading them takes a few milliseconds. */
const newest = 5000;

/** Parcels that match. Each query is bounded, whatever the text. May contain a parcel more than once. */
export async function findShipments(trx: Db, shopId: string, terms: SearchTerms): Promise<ShipmentMatch[]> {
  const rows = [...(await newestParcels(trx, shopId, terms)), ...(await parcelsOfOrder(trx, shopId, terms))];
  for (const query of indexed(parcelsOf(trx, shopId), terms)) rows.push(...(await query.limit(maxFromIndex).execute()));
  const found = rows.flatMap((row) => match(row, terms));
  if (found.length >= enoughMatches) return found;
  const rare = await rareParcels(trx, shopId, terms);
  return [...found, ...rare.flatMap((row) => match(row, terms))];
}

const parcelsOf = (trx: Db, shopId: string) =>
  trx
    .selectFrom('shipment as s')
    .select([
      's.id',
      's.tracking_number',
      's.reference',
      's.order_name',
      's.consignee_name',
      's.consignee_phone',
      's.consignee_phone2',
      's.consignee_phone3',
      's.destination_city',
      's.company',
      's.status',
      's.booked_at',
      's.created_at',
    ])
    .where('s.shop_id', '=', shopId)
    .where('s.tracking_number', 'is not', null);

/** Queries that read a part of one index in its order. The exact match is the first of its part. */
function indexed(
  parcels: ReturnType<typeof parcelsOf>,
  { trackingNumbers, order, reference, phone, words }: SearchTerms,
) {
  return [
    ...trackingNumbers.map((number) =>
      parcels.where(beginsWith('s.tracking_number', number)).orderBy('s.tracking_number'),
    ),
    ...(reference ? [parcels.where(beginsWith('s.reference', reference)).orderBy('s.reference')] : []),
    ...(order ? [parcels.where(sql<boolean>`s.order_number = ${order.digits.slice(0, 18)}::bigint`)] : []),
    ...(phone?.kind === 'whole'
      ? [parcels.where('s.consignee_phone', '=', phone.digits).orderBy('s.booked_at', 'desc')]
      : []),
    ...(phone?.kind === 'beginning' ? [parcels.where(beginsWith('s.consignee_phone', phone.digits))] : []),
    ...(words.length > 0 ? [parcels.where(beginsWith('s.consignee_key', words.join(' ')))] : []),
  ];
}

/** A merged parcel has the names of several orders. */
async function parcelsOfOrder(trx: Db, shopId: string, { order }: SearchTerms): Promise<ParcelRow[]> {
  if (!order) return [];
  const ofOrders = trx
    .selectFrom('store_order as o')
    .innerJoin('shipment_order as h', (join) =>
      join.onRef('h.shop_id', '=', 'o.shop_id').onRef('h.store_order_id', '=', 'o.id'),
    )
    .select('h.shipment_id')
    .where('o.shop_id', '=', shopId)
    .limit(maxFromIndex);
  const byName = ofOrders.where('o.name', 'in', order.names);
  const byNumber = ofOrders.where(hasNumber(order));
  return parcelsOf(trx, shopId)
    .where(sql<boolean>`s.id = any(array(${byName}) || array(${byNumber}))`)
    .execute();
}

/** Common texts are found among the newest parcels, without reading more of them. */
async function newestParcels(trx: Db, shopId: string, terms: SearchTerms): Promise<ParcelRow[]> {
  const customer = customerPatterns(terms);
  const alternatives = [
    ...(customer.length > 0 ? [customer] : []),
    ...terms.trackingNumbers.map((number) => [beginningOf(number.toLowerCase())]),
  ];
  if (alternatives.length === 0) return [];
  const recent = trx
    .selectFrom('shipment')
    .select(['id', 'search_text'])
    .where('shop_id', '=', shopId)
    .where('tracking_number', 'is not', null)
    .orderBy('booked_at', 'desc')
    .orderBy('id', 'desc')
    .limit(newest)
    .as('recent');
  const ids = trx
    .selectFrom(recent)
    .select('recent.id')
    .where((eb) => eb.or(alternatives.map((patterns) => likeAll('recent.search_text', patterns))))
    .limit(maxByCustomer);
  return parcelsOf(trx, shopId)
    .where(sql<boolean>`s.id = any(array(${ids}))`)
    .execute();
}

async function rareParcels(trx: Db, shopId: string, terms: SearchTerms): Promise<ParcelRow[]> {
  const patterns = customerPatterns(terms);
  const rare = rarePatterns(patterns);
  if (!rare) return [];
  const { phone } = terms;
  const found = await sql<{ id: string }>`
    select rare_shipments(${rare.first}, ${rare.second}, ${maxRareRows}) as id`.execute(trx);
  const ids = found.rows.map(({ id }) => id);
  return parcelsOf(trx, shopId)
    .where('s.id', '=', anyOf(ids))
    .where(
      phone
        ? sql<boolean>`exists (
            select from unnest(array[s.consignee_phone, s.consignee_phone2, s.consignee_phone3]) as phone
            where regexp_replace(phone, '\\D', '', 'g') like ${phone.kind === 'end' ? `%${phone.digits}` : `${phone.digits}%`})`
        : sql<boolean>`' ' || s.consignee_key like all(${patterns}::text[])`,
    )
    .orderBy('s.booked_at', 'desc')
    .limit(maxByCustomer)
    .execute();
}

function match(row: ParcelRow, { trackingNumbers, order, reference, phone, words }: SearchTerms): ShipmentMatch[] {
  const trackingNumber = row.tracking_number ?? '';
  const phones = [row.consignee_phone, row.consignee_phone2, row.consignee_phone3];
  const byCustomer = nameMatches(row.consignee_name, words) || phones.some((one) => phoneMatches(one, phone));
  const exact =
    trackingNumbers.includes(trackingNumber) ||
    row.reference === reference ||
    orderMatches(row.order_name, order) ||
    (phone?.kind === 'whole' && byCustomer);
  const begins =
    trackingNumbers.some((number) => trackingNumber.startsWith(number)) ||
    (reference !== undefined && row.reference.startsWith(`${reference}-`));
  return exact || begins || byCustomer ? [{ ...row, at: row.booked_at ?? row.created_at, exact, byCustomer }] : [];
}
