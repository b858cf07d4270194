import type { BatchRowFields, Doubt, DoubtCode, DoubtLevel } from '@courierdesk/contract/batch';
import { BookingFields } from '@courierdesk/contract/booking';
import { companyName, courierName } from '@courierdesk/contract/companies';
import { formatRupees } from '@courierdesk/contract/money';
import { numberIn } from '@courierdesk/contract/typed-numbers';
import { whyUnusualCod } from '@courierdesk/contract/unusual-cod';
import { whyUnusualWeight } from '@courierdesk/contract/weights';
import { whyUnusable } from '../booking-rules/why-unusable.ts';
import type { AccountRow } from '../courier-accounts/load-account.ts';
import type { RowContent } from './row.ts';
import type { PreparationData } from './preparation-data.ts';
import { isSuspiciouslyHigh } from '../shipments/usual-cod.ts';

/** Finds the issues of a row that a person should see, the most serious first. `cod` is in whole rupees. */
export function validateRow(
  row: Omit<RowContent, 'doubts'>,
  preparation: PreparationData,
  usual: number | null,
): { doubts: Doubt[]; cod: number } {
  const account = preparation.accounts.get(row.fields.tracking_account);
  const cod = wholeCodOf(row.fields);
  const found = [
    ...checkOrder(row),
    ...checkAccount(row.fields, account, preparation),
    ...checkCity(row, account, preparation),
    ...checkValues(row),
    ...checkCod(row, cod, usual),
    ...checkWeight(row),
    ...checkStoreChanges(row),
    ...checkReturns(row),
  ];
  const doubts = found.filter(({ level, code }) => level !== 'look' || !row.accepted.includes(code));
  const rank: Record<DoubtLevel, number> = { stop: 0, look: 1, hint: 2 };
  return { doubts: doubts.toSorted((a, b) => rank[a.level] - rank[b.level]), cod };
}

/** In whole rupees; 0 while the cell does not hold a valid amount. */
export const wholeCodOf = ({ cod_amount }: BatchRowFields): number =>
  BookingFields.shape.cod_amount.safeParse(cod_amount).data ?? 0;

const doubt = (level: DoubtLevel, code: DoubtCode, field: string, msg: string): Doubt => ({
  level,
  code,
  field,
  msg,
  choices: [],
  row_ids: [],
});

function checkOrder({ facts, fields }: Omit<RowContent, 'doubts'>): Doubt[] {
  const stop = (code: DoubtCode, msg: string, field = ''): Doubt => doubt('stop', code, field, msg);
  const found: Doubt[] = [];
  const { held_by: holder, void_needed: numberToVoid } = facts;
  if (holder && !holder.returned)
    found.push(
      stop(
        'already-booked',
        holder.tracking_number
          ? `Already booked with ${courierName(holder.company)}: ${holder.tracking_number}`
          : `Is being booked with ${courierName(holder.company)}`,
      ),
    );
  if (holder?.returned && !fields.confirm_returned)
    found.push(
      stop(
        'came-back',
        `Came back with ${courierName(holder.company)} ${holder.tracking_number ?? ''}. Confirm to send it again`,
        'confirm_returned',
      ),
    );
  if (numberToVoid && !fields.confirm_voided)
    found.push(
      stop(
        'not-voided',
        `M&P still has ${numberToVoid} for this order. Void it in the M&P portal, then confirm here`,
        'confirm_voided',
      ),
    );
  if (facts.state === 'cancelled') found.push(stop('cancelled', 'Cancelled in the store'));
  if (facts.state === 'gone') found.push(stop('not-in-store', 'No longer in the store'));
  if (facts.state === 'fulfilled') found.push(stop('fulfilled', 'Order is already fulfilled on Shopify.'));
  return found;
}

function checkAccount(
  fields: BatchRowFields,
  account: AccountRow | undefined,
  { abilities }: PreparationData,
): Doubt[] {
  if (!account) return [doubt('stop', 'account-missing', 'tracking_account', 'Please choose a courier account')];
  const found: Doubt[] = [];
  const reason = whyUnusable(account);
  if (reason) found.push(doubt('stop', 'account-unusable', 'tracking_account', reason));
  const { maxCod, maxPieces } = abilities(account.company);
  const name = companyName[account.company];
  if (wholeCodOf(fields) > maxCod)
    found.push(doubt('stop', 'cod-over-limit', 'cod_amount', `${name} collects a maximum of ${formatRupees(maxCod)}`));
  if (Number(fields.pieces) > maxPieces)
    found.push(doubt('stop', 'pieces-over-limit', 'pieces', `${name} takes a maximum of ${maxPieces} pieces`));
  return found;
}

function checkCity(
  { fields, destination_name: name, facts }: Omit<RowContent, 'doubts'>,
  account: AccountRow | undefined,
  { cities }: PreparationData,
): Doubt[] {
  if (!account || fields.destination_city !== '') return [];
  const known = cities.get(account.id);
  const stop = (code: DoubtCode, msg: string): Doubt => doubt('stop', code, 'destination_city', msg);
  const courier = companyName[account.company];
  if (!known) {
    if (account.in_active) return [];
    return [stop('city-list-unavailable', `${courier} did not send its list of cities. We’ll retry automatically`)];
  }
  const written = name || facts.city;
  if (written === '') return [stop('city-missing', 'Please add destination city')];
  const { matches } = known.match(written);
  const msg =
    matches.length > 0
      ? `Please choose the city: the customer wrote "${written}"`
      : `${courier} has no city like "${written}"`;
  const choices = matches.slice(0, 5).map((city) => ({ value: city.id, label: city.name }));
  return [{ ...stop('city-uncertain', msg), choices }];
}

const codeWhenMissing: Record<string, DoubtCode> = {
  consignee_address: 'address-missing',
  consignee_name: 'name-missing',
  consignee_phone: 'phone-missing',
};
const codeWhenWrong: Record<string, DoubtCode> = { consignee_phone: 'phone-invalid' };

/** The schema's own message is not clear for fields that allow several formats. */
const messageOfField: Record<string, string> = { consignee_email: 'Enter a valid email' };

/** The first error that the booking form would show for each cell. */
function checkValues({ fields }: Omit<RowContent, 'doubts'>): Doubt[] {
  const issues = BookingFields.safeParse(fields).error?.issues ?? [];
  const found = new Map<string, Doubt>();
  for (const issue of issues) {
    const field = String(issue.path[0] ?? '');
    if (field === 'tracking_account' || field === 'destination_city' || found.has(field)) continue;
    const isEmpty = Reflect.get(fields, field) === '';
    const code = (isEmpty ? codeWhenMissing[field] : codeWhenWrong[field]) ?? 'invalid';
    found.set(field, doubt('stop', code, field, messageOfField[field] ?? issue.message));
  }
  const missing = ['consignee_name', 'consignee_phone', 'consignee_address'];
  const name = found.get('consignee_name');
  if (name && missing.every((field) => found.get(field)?.code === codeWhenMissing[field]))
    found.set(name.field, { ...name, msg: `${name.msg}. Shopify sent us no name, phone or address for this order` });
  return [...found.values()];
}

function checkCod({ fields, facts }: Omit<RowContent, 'doubts'>, cod: number, usual: number | null): Doubt[] {
  const found: Doubt[] = [];
  const outstanding = String(facts.prefill.cod_amount);
  const why = whyUnusualCod({ cod, outstanding, usual });
  if (why) found.push(doubt('look', 'cod-high', 'cod_amount', `${why} Is it right?`));
  else if (isSuspiciouslyHigh(cod, usual))
    found.push(
      doubt(
        'look',
        'cod-high',
        'cod_amount',
        `${formatRupees(cod)} is much more than usual (${formatRupees(usual ?? 0)}). Is it right?`,
      ),
    );
  const typed = numberIn(String(fields.cod_amount), 'rupees');
  if (typed !== undefined && typed !== cod && cod > 0)
    found.push(
      doubt(
        'hint',
        'cod-rounded',
        'cod_amount',
        `The courier collects ${formatRupees(cod)}: we round ${formatRupees(typed)} to whole rupees`,
      ),
    );
  return found;
}

function checkWeight({ fields, facts }: Omit<RowContent, 'doubts'>): Doubt[] {
  const grams = BookingFields.shape.weight.safeParse(fields.weight).data;
  const why = grams && whyUnusualWeight(grams, { store: facts.store_weight, items: facts.item_count });
  return why ? [doubt('look', 'weight-unusual', 'weight', `${why} Is it right?`)] : [];
}

function checkStoreChanges({ facts }: Omit<RowContent, 'doubts'>): Doubt[] {
  if (facts.news.length === 0) return [];
  const changes = facts.news.map(({ field, was, now }) => `${field} was ${was}, is ${now}`).join('; ');
  return [doubt('look', 'changed-in-store', '', `Changed in the store: ${changes}`)];
}

/** A person must look at a customer who returned at least as many parcels as they accepted. */
function checkReturns({ facts }: Omit<RowContent, 'doubts'>): Doubt[] {
  const { returned, delivered } = facts.earlier;
  if (returned === 0) return [];
  const parcels = returned === 1 ? '1 earlier parcel' : `${returned} earlier parcels`;
  const level = returned >= delivered ? 'look' : 'hint';
  const msg = `${parcels} for this phone number came back, ${delivered} delivered`;
  return [doubt(level, 'earlier-returns', 'consignee_phone', msg)];
}
