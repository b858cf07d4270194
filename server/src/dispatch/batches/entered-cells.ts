import { normaliseCity } from '@courierdesk/contract/cities';
import { aboutCod } from '@courierdesk/contract/unusual-cod';
import { formatRupees } from '@courierdesk/contract/money';
import type { PreparationData } from './preparation-data.ts';
import { proposedCod, wholeCodOf, type RowDraft, type RowFacts } from './row.ts';

/** A cell that a person edited, and whose value in the store is another one since then. */
type OutdatedCell = { readonly name: string; readonly entered: unknown; readonly store: unknown };

type Cells = Pick<RowDraft, 'edited' | 'facts' | 'fields' | 'destination_name'>;

/** What the store says for a cell now; undefined for cells that are not filled from the store. */
const storeValue = ({ prefill, city }: RowFacts, name: string): unknown =>
  name === 'destination_city' ? city : Reflect.get(prefill, name);

const enteredValue = ({ fields, destination_name }: Cells, name: string): unknown =>
  name === 'destination_city' ? destination_name : Reflect.get(fields, name);

const isSame = (name: string, one: unknown, other: unknown): boolean =>
  name === 'destination_city' ? normaliseCity(String(one)) === normaliseCity(String(other)) : one === other;

/** Notes what the store says now for these cells: a person entered them in view of it. A cell that says the same is not edited. */
export function entered(row: RowDraft, names: readonly string[], { cities }: PreparationData): RowDraft {
  const matched = cities.get(row.fields.tracking_account)?.match(row.facts.city).certain;
  const isAsInStore = (name: string): boolean =>
    name === 'destination_city'
      ? matched !== undefined && matched.id === row.fields.destination_city
      : storeValue(row.facts, name) === enteredValue(row, name);
  const edited = Object.fromEntries(
    Object.entries(row.edited).filter(([name]) => !names.includes(name) || !isAsInStore(name)),
  );
  return withBases({ ...row, edited }, names);
}

/** A person has seen the store's values and keeps what they entered. */
export const kept = (row: RowDraft): RowDraft => withBases(row, Object.keys(row.edited));

/** A person has seen what the store says now of the amount to collect, and keeps the row's. */
export function withCodKept(row: RowDraft): RowDraft {
  const about = aboutCod({ cod: wholeCodOf(row.fields), proposed: proposedCod(row.facts) });
  return { ...row, accepted: [...row.accepted.filter(({ code }) => code !== about.code), about] };
}

function withBases(row: RowDraft, names: readonly string[]): RowDraft {
  const known = names.flatMap((name) => {
    const value = storeValue(row.facts, name);
    return value === undefined ? [] : [[name, value] as const];
  });
  return { ...row, facts: { ...row.facts, bases: { ...row.facts.bases, ...Object.fromEntries(known) } } };
}

export function outdatedCells(row: Cells): OutdatedCell[] {
  return Object.keys(row.edited).flatMap((name) => {
    const base = row.facts.bases?.[name];
    const store = storeValue(row.facts, name);
    const value = enteredValue(row, name);
    if (base === undefined || isSame(name, base, store) || isSame(name, value, store)) return [];
    return [{ name, entered: value, store }];
  });
}

const label: Record<string, string> = {
  consignee_name: 'the name',
  consignee_email: 'the email',
  consignee_phone: 'the phone',
  consignee_phone2: 'the second phone',
  consignee_address: 'the address',
  destination_city: 'the city',
  products_list: 'the products',
  remarks: 'the remarks',
  cod_amount: 'the amount to collect',
  pieces: 'the pieces',
};

/** `You entered Lahore for the city, the store now says Karachi` */
export const outdatedWords = ({ name, entered: value, store }: OutdatedCell): string =>
  `You entered ${words(name, value)} for ${label[name] ?? name}, the store now says ${words(name, store)}`;

const words = (name: string, value: unknown): string =>
  name === 'cod_amount' && typeof value === 'number' ? formatRupees(value) : String(value) || 'nothing';
