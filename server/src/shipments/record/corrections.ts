import { normaliseCity } from '@courierdesk/contract/city-names';
import { courierName, type Company } from '@courierdesk/contract/companies';
import { formatRupees } from '@courierdesk/contract/money';
import type { Correction } from '@courierdesk/contract/order-data';
import { sql } from 'kysely';
import type { Db } from '../../base/db/client.ts';

type Field = Correction['field'];

/** A value that was entered for an order, and what the store, or the choice of accounts, said then. */
type Entry = { readonly field: Field; readonly value: string; readonly instead: string };

type OtherRow = {
  readonly store_order_id: string;
  readonly number: number;
  readonly created_by: string;
  readonly state: string;
  readonly account_id: string;
  readonly destination_name: string;
  readonly edited: Readonly<Record<string, number>>;
  readonly fields: Readonly<Record<string, unknown>>;
  readonly bases: Readonly<Record<string, unknown>> | null;
};

type StoreCopy = { readonly [name in 'name' | 'phone' | 'address' | 'city' | 'outstanding']?: string };

type NewestParcel = {
  readonly store_order_id: string;
  readonly company: Company;
  readonly tracking_number: string | null;
  readonly status: string | null;
  readonly consignee_name: string;
  readonly consignee_phone: string;
  readonly consignee_address: string;
  readonly destination_city: string;
  readonly cod: string;
  readonly lines: readonly { readonly lineId: string; readonly quantity: number }[];
  readonly store_copy: StoreCopy;
  /** What the store said of all orders of the parcel. */
  readonly copies: readonly StoreCopy[];
};

/** What was entered for an order in other batches, and in its newest parcel. Rows with entries come first, newest first. */
type EarlierEntries = { rows: readonly OtherRow[]; parcel?: NewestParcel };

/** What the store and the shop's rules say of an order now. */
export type OrderNow = {
  readonly consignee_name: string;
  readonly consignee_phone: string;
  readonly consignee_address: string;
  /** The city as written, then its certain matches at the couriers. */
  readonly cityNames: readonly string[];
  /** To collect, in whole rupees. */
  readonly cod: number;
  readonly outstanding: string;
  /** What is left to ship. */
  readonly items: readonly { readonly lineId: string; readonly quantity: number }[];
  readonly account: string;
};

/** The batch in which the order waits too, as `batch 12 of Sana`. */
export const otherBatchOf = ({ rows: [row] }: EarlierEntries): string | undefined =>
  row && row.state !== 'left-out' ? batchName(row) : undefined;

const batchName = ({ number, created_by: by }: OtherRow): string => `batch ${number} of ${by}`;

/**
 * The values that people entered for this order and that the store does not say. An entry counts while the store says what it
 * said when it was entered.
 */
export function correctionsOf(
  order: OrderNow,
  { rows, parcel }: EarlierEntries,
  accountNames: ReadonlyMap<string, string>,
): Correction[] {
  const inRows = newestOfFields(rows, order.account);
  const inParcel = parcel ? entriesOfParcel(parcel, order) : [];
  const courier = parcel && [courierName(parcel.company), parcel.tracking_number].filter(Boolean).join(' ');
  const found = [
    ...inRows,
    ...inParcel
      .filter(({ field, value }) => !inRows.some((other) => other.field === field && isSame(field, other.value, value)))
      .map((entry) => ({ ...entry, where: `the parcel with ${courier}` })),
  ];
  const words = (field: Field, value: string): string => {
    if (field === 'cod_amount') return formatRupees(value);
    return field === 'tracking_account' ? (accountNames.get(value) ?? '') : value;
  };
  return found.flatMap(({ field, value, instead, where }) => {
    const now = saidNow(order, field);
    const shown = words(field, value);
    if (shown === '' || !isSame(field, instead, now[0] ?? '')) return [];
    if (now.some((one) => isSame(field, value, one))) return [];
    return [{ field, value, shown, instead_of: words(field, now[0] ?? '') || 'nothing', where }];
  });
}

/** Of each field, what was entered in the newest batch in which somebody changed it. */
function newestOfFields(rows: readonly OtherRow[], account: string): (Entry & { readonly where: string })[] {
  const newest = new Map<Field, Entry & { readonly where: string }>();
  for (const row of rows)
    for (const entry of entriesOfRow(row, account))
      if (!newest.has(entry.field)) newest.set(entry.field, { ...entry, where: batchName(row) });
  return [...newest.values()];
}

/** What the store says of a field; of the city, also its names at the couriers. */
function saidNow(order: OrderNow, field: Field): readonly string[] {
  if (field === 'destination_city') return order.cityNames;
  if (field === 'cod_amount') return [String(order.cod)];
  return [field === 'tracking_account' ? order.account : order[field]];
}

function isSame(field: Field, one: string, other: string): boolean {
  if (field === 'destination_city') return normaliseCity(one) === normaliseCity(other);
  if (field === 'cod_amount') return Number(one) === Number(other);
  return plain(one) === plain(other);
}

const plain = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();

const textFields = ['consignee_name', 'consignee_phone', 'consignee_address', 'cod_amount'] as const;

/** A cell with an amount that is cleared or cannot be read is not an entry. */
function entriesOfRow({ edited, fields, bases, ...row }: OtherRow, account: string): Entry[] {
  const entries: Entry[] = textFields.flatMap((field) =>
    field in edited && bases?.[field] !== undefined && (field !== 'cod_amount' || typeof fields[field] === 'number')
      ? [{ field, value: String(fields[field]), instead: String(bases[field]) }]
      : [],
  );
  if ('destination_city' in edited && bases?.['destination_city'] !== undefined)
    entries.push({
      field: 'destination_city',
      value: row.destination_name,
      instead: String(bases['destination_city']),
    });
  // What the rules chose then is not known: the choice counts until the row is gone.
  if ('tracking_account' in edited)
    entries.push({ field: 'tracking_account', value: row.account_id, instead: account });
  return entries;
}

/** Of a parcel, only what none of its orders said was entered: a merge sends all of them to one name and address. */
function entriesOfParcel(parcel: NewestParcel, order: OrderNow): Entry[] {
  const { store_copy: copy, copies } = parcel;
  const entered = (field: Field, name: keyof StoreCopy, value: string): Entry[] =>
    copies.some((one) => isSame(field, one[name] ?? '', value)) ? [] : [{ field, value, instead: copy[name] ?? '' }];
  const isSameAmount =
    copies.length === 1 && copy.outstanding === order.outstanding && hasSameItems(parcel.lines, order.items);
  return [
    ...entered('consignee_name', 'name', parcel.consignee_name),
    ...entered('consignee_phone', 'phone', parcel.consignee_phone),
    ...entered('consignee_address', 'address', parcel.consignee_address),
    ...entered('destination_city', 'city', parcel.destination_city),
    ...(isSameAmount
      ? [{ field: 'cod_amount', value: String(Number(parcel.cod)), instead: String(order.cod) } as const]
      : []),
  ];
}

function hasSameItems(some: OrderNow['items'], others: OrderNow['items']): boolean {
  const quantities = new Map(others.map(({ lineId, quantity }) => [lineId, quantity]));
  return some.length === others.length && some.every(({ lineId, quantity }) => quantities.get(lineId) === quantity);
}

/** What was entered for each of these orders; orders without entries are missing. */
export async function earlierEntriesOf(
  trx: Db,
  shopId: string,
  storeOrderIds: readonly string[],
  exceptBatch = '',
): Promise<Map<string, EarlierEntries>> {
  const found = new Map<string, EarlierEntries>();
  const rowsOf = Map.groupBy(
    await rowsOfOtherBatches(trx, shopId, storeOrderIds, exceptBatch),
    ({ store_order_id: id }) => id,
  );
  for (const [id, rows] of rowsOf) found.set(id, { rows });
  for (const parcel of await newestParcels(trx, shopId, storeOrderIds))
    if (parcel.status !== 'DELIVERED')
      found.set(parcel.store_order_id, { rows: rowsOf.get(parcel.store_order_id) ?? [], parcel });
  return found;
}

/** SQL condition: the batch row (`r`) is not booked. */
export const isUnbookedRow = sql<boolean>`r.state in ('draft', 'left-out', 'queued', 'failed', 'changed')`;

/** The rows of each order that are not booked: first those with edits, each kind newest first. */
async function rowsOfOtherBatches(
  trx: Db,
  shopId: string,
  storeOrderIds: readonly string[],
  exceptBatch: string,
): Promise<OtherRow[]> {
  const { rows } = await sql<OtherRow>`
    select r.store_order_id, b.number, b.created_by, r.state, r.account_id, r.destination_name, r.edited, r.fields,
      r.facts -> 'bases' as bases
    from batch_row as r
    join batch as b on b.shop_id = r.shop_id and b.id = r.batch_id
    where r.shop_id = ${shopId} and r.store_order_id = any(${[...storeOrderIds]}) and r.batch_id <> ${exceptBatch}
      and ${isUnbookedRow}
    order by r.store_order_id, r.edited <> '{}' desc, b.number desc`.execute(trx);
  return rows;
}

async function newestParcels(trx: Db, shopId: string, storeOrderIds: readonly string[]): Promise<NewestParcel[]> {
  const { rows } = await sql<NewestParcel>`
    select distinct on (one.store_order_id)
      one.store_order_id, s.company, s.tracking_number, s.status, s.consignee_name, s.consignee_phone,
      s.consignee_address, s.destination_city, s.cod, one.lines, one.store_copy,
      (select jsonb_agg(o.store_copy) from shipment_order as o
        where o.shop_id = ${shopId} and o.shipment_id = one.shipment_id) as copies
    from shipment_order as one
    join shipment as s on s.shop_id = one.shop_id and s.id = one.shipment_id
    where one.shop_id = ${shopId} and one.store_order_id = any(${[...storeOrderIds]})
    order by one.store_order_id, one.claim desc`.execute(trx);
  return rows;
}
