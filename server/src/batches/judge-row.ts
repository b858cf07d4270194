import type { BatchRowFields, Doubt, DoubtCode, DoubtLevel } from '@courierdesk/contract/batches';
import { BookingFields } from '@courierdesk/contract/booking';
import { companyName, courierName } from '@courierdesk/contract/companies';
import { formatRupees } from '@courierdesk/contract/money';
import { numberIn } from '@courierdesk/contract/typed-numbers';
import { whyUnusualCod } from '@courierdesk/contract/unusual-cod';
import { whyUnusualWeight } from '@courierdesk/contract/weights';
import { whyUnusable } from '../booking-rules/why-unusable.ts';
import type { AccountRow } from '../courier-accounts/load-account.ts';
import type { RowContent } from './row.ts';
import type { RowPreparationData } from './row-preparation-data.ts';
import { isSuspiciouslyHigh } from '../shipments/usual-cod.ts';

/** What a person should know about a row, the gravest first. */
export function judgeRow(
  row: Omit<RowContent, 'doubts'>,
  preparation: RowPreparationData,
  usual: number | null,
): { doubts: Doubt[]; cod: number } {
  const account = preparation.accounts.get(row.fields.tracking_account);
  const cod = wholeCodOf(row.fields);
  const found = [
    ...aboutOrder(row),
    ...aboutAccount(row.fields, account, preparation),
    ...aboutCity(row, account, preparation),
    ...aboutValues(row),
    ...aboutCod(row, cod, usual),
    ...aboutWeight(row),
    ...aboutNews(row),
    ...aboutReturns(row),
  ];
  const doubts = found.filter((one) => one.level !== 'look' || !row.accepted.includes(one.code));
  const gravity: Record<DoubtLevel, number> = { stop: 0, look: 1, hint: 2 };
  return { doubts: doubts.toSorted((a, b) => gravity[a.level] - gravity[b.level]), cod };
}

/** Whole rupees; 0 while what was typed is no amount. */
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

function aboutOrder({ facts, fields }: Omit<RowContent, 'doubts'>): Doubt[] {
  const stop = (code: DoubtCode, msg: string, field = ''): Doubt => doubt('stop', code, field, msg);
  const found: Doubt[] = [];
  const { held_by: holder, void_needed: standing } = facts;
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
        `Came back with ${courierName(holder.company)} ${holder.tracking_number ?? ''}. Confirm that it is sent again`,
        'confirm_returned',
      ),
    );
  if (standing && !fields.confirm_voided)
    found.push(
      stop(
        'not-voided',
        `M&P still holds ${standing} for this order. Void it in the M&P portal, then confirm it here`,
        'confirm_voided',
      ),
    );
  if (facts.state === 'cancelled') found.push(stop('cancelled', 'Cancelled in the store'));
  if (facts.state === 'gone') found.push(stop('not-in-store', 'No longer in the store'));
  if (facts.state === 'fulfilled') found.push(stop('fulfilled', 'Order is already fulfilled on Shopify.'));
  return found;
}

function aboutAccount(
  fields: BatchRowFields,
  account: AccountRow | undefined,
  { abilities }: RowPreparationData,
): Doubt[] {
  if (!account) return [doubt('stop', 'account-missing', 'tracking_account', 'Please choose a courier account')];
  const found: Doubt[] = [];
  const reason = whyUnusable(account);
  if (reason) found.push(doubt('stop', 'account-unusable', 'tracking_account', reason));
  const { maxCod, maxPieces } = abilities(account.company);
  const name = companyName[account.company];
  if (wholeCodOf(fields) > maxCod)
    found.push(doubt('stop', 'cod-over-limit', 'cod_amount', `${name} collects ${formatRupees(maxCod)} at most`));
  if (Number(fields.pieces) > maxPieces)
    found.push(doubt('stop', 'pieces-over-limit', 'pieces', `${name} takes ${maxPieces} pieces at most`));
  return found;
}

function aboutCity(
  { fields, destination_name: name, facts }: Omit<RowContent, 'doubts'>,
  account: AccountRow | undefined,
  { cities }: RowPreparationData,
): Doubt[] {
  if (!account || fields.destination_city !== '') return [];
  const known = cities.get(account.id);
  const stop = (code: DoubtCode, msg: string): Doubt => doubt('stop', code, 'destination_city', msg);
  const courier = companyName[account.company];
  if (!known) {
    if (account.in_active) return [];
    return [stop('city-list-unavailable', `${courier} does not give its list of cities now. It is asked again`)];
  }
  const meant = name || facts.city;
  if (meant === '') return [stop('city-missing', 'Please add destination city')];
  const { matches } = known.match(meant);
  const msg =
    matches.length > 0 ? `City not certain: the customer wrote "${meant}"` : `${courier} has no city like "${meant}"`;
  const choices = matches.slice(0, 5).map((city) => ({ value: city.id, label: city.name }));
  return [{ ...stop('city-uncertain', msg), choices }];
}

const codeOfField: Record<string, DoubtCode> = {
  consignee_address: 'address-missing',
  consignee_name: 'name-missing',
};

/** Where several forms are allowed, the schema's own words say nothing. */
const wordsOfField: Record<string, string> = { consignee_email: 'Enter a valid email' };

/** What the booking form would refuse, in its own words, each cell once. */
function aboutValues({ fields }: Omit<RowContent, 'doubts'>): Doubt[] {
  const issues = BookingFields.safeParse(fields).error?.issues ?? [];
  const found = new Map<string, Doubt>();
  for (const issue of issues) {
    const field = String(issue.path[0] ?? '');
    if (field === 'tracking_account' || field === 'destination_city' || found.has(field)) continue;
    const isEmpty = Reflect.get(fields, field) === '';
    const code =
      field === 'consignee_phone'
        ? isEmpty
          ? 'phone-missing'
          : 'phone-invalid'
        : isEmpty
          ? (codeOfField[field] ?? 'invalid')
          : 'invalid';
    found.set(field, doubt('stop', code, field, wordsOfField[field] ?? issue.message));
  }
  return [...found.values()];
}

function aboutCod({ fields, facts }: Omit<RowContent, 'doubts'>, cod: number, usual: number | null): Doubt[] {
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
        `The courier collects ${formatRupees(cod)}: ${formatRupees(typed)} is rounded to whole rupees`,
      ),
    );
  return found;
}

function aboutWeight({ fields, facts }: Omit<RowContent, 'doubts'>): Doubt[] {
  const grams = BookingFields.shape.weight.safeParse(fields.weight).data;
  const why = grams && whyUnusualWeight(grams, { store: facts.store_weight, items: facts.item_count });
  return why ? [doubt('look', 'weight-unusual', 'weight', `${why} Is it right?`)] : [];
}

function aboutNews({ facts }: Omit<RowContent, 'doubts'>): Doubt[] {
  if (facts.news.length === 0) return [];
  const words = facts.news.map(({ field, was, now }) => `${field} was ${was}, is ${now}`).join('; ');
  return [doubt('look', 'changed-in-store', '', `Changed in the store: ${words}`)];
}

/** A customer who sent back as many parcels as they took is looked at before another one leaves. */
function aboutReturns({ facts }: Omit<RowContent, 'doubts'>): Doubt[] {
  const { returned, delivered } = facts.earlier;
  if (returned === 0) return [];
  const parcels = returned === 1 ? 'One earlier parcel' : `${returned} earlier parcels`;
  const came = delivered === 0 ? 'none was delivered' : `${delivered} delivered`;
  const level = returned >= delivered ? 'look' : 'hint';
  return [doubt(level, 'earlier-returns', 'consignee_phone', `${parcels} of this phone number came back, ${came}`)];
}
