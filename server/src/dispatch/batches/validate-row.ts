import { countText } from '@courierdesk/contract/count-text';
import type { BatchRowFields, RowIssue } from '@courierdesk/contract/batch';
import {
  isConfirmed,
  type Confirmation,
  type Issue,
  type IssueCode,
  type IssueLevel,
} from '@courierdesk/contract/issues';
import { BookingFields } from '@courierdesk/contract/booking';
import { companyName, courierName } from '@courierdesk/contract/companies';
import { cutText } from '@courierdesk/contract/cut-text';
import { formatRupees } from '@courierdesk/contract/money';
import { numberIn } from '@courierdesk/contract/typed-numbers';
import { aboutCod, unusualCod } from '@courierdesk/contract/unusual-cod';
import { unusualConsignee } from '@courierdesk/contract/unusual-consignee';
import { whyUnusualWeight } from '@courierdesk/contract/weights';
import { outdatedCells, outdatedWords } from './entered-cells.ts';
import { zeroCod } from '../booking/check-booking.ts';
import { whyUnusable } from '../../shop/booking-rules/why-unusable.ts';
import type { AccountRow } from '../../shop/courier-accounts/load-account.ts';
import { proposedCod, wholeCodOf, type RowContent } from './row.ts';
import { highCodOf } from '../../shipments/record/usual-cod.ts';
import type { PreparationData } from './preparation-data.ts';

/** Finds the issues of a row that a person should see, the most serious first. `cod` is in whole rupees. */
export function validateRow(
  row: Omit<RowContent, 'issues'>,
  preparation: PreparationData,
  usual: number | null,
): { issues: RowIssue[]; cod: number; accepted: Confirmation[] } {
  const account = preparation.accounts.get(row.fields.tracking_account);
  const cod = wholeCodOf(row.fields);
  const found = [
    ...checkOrder(row),
    ...checkStore(row),
    ...checkAccount(row.fields, account, preparation),
    ...checkAccountChoice(row, preparation),
    ...checkCity(row, account, preparation),
    ...checkValues(row),
    ...checkConsignee(row),
    ...checkCod(row, cod, usual, account && zeroCod(account.company, cod, preparation.abilities(account.company))),
    ...checkWeight(row),
    ...checkStoreChanges(row),
    ...checkReturns(row),
    ...checkCorrections(row),
  ];
  const issues = found.filter((one) => one.level !== 'warning' || !isConfirmed(one, row.accepted));
  const accepted = row.accepted.filter((one) => found.some((other) => isConfirmed(other, [one])));
  const rank: Record<IssueLevel, number> = { error: 0, warning: 1, info: 2 };
  return { issues: issues.toSorted((a, b) => rank[a.level] - rank[b.level]), cod, accepted };
}

const issue = (level: IssueLevel, code: IssueCode, field: string, msg: string, subject = ''): RowIssue => ({
  level,
  code,
  field,
  msg,
  subject: cutText(subject, 200),
  choices: [],
  row_ids: [],
});

function checkOrder({ facts }: Omit<RowContent, 'issues'>): RowIssue[] {
  const error = (code: IssueCode, msg: string, field = ''): RowIssue => issue('error', code, field, msg);
  const found: RowIssue[] = [];
  const { held_by: holder } = facts;
  if (holder && !holder.returned)
    found.push(
      error(
        'already-booked',
        holder.tracking_number
          ? `Already booked with ${courierName(holder.company)}: ${holder.tracking_number}`
          : `Is being booked with ${courierName(holder.company)}`,
      ),
    );
  if (facts.state === 'cancelled') found.push(error('cancelled', 'Cancelled in the store'));
  if (facts.state === 'gone') found.push(error('not-in-store', 'Deleted in the store'));
  if (facts.state === 'fulfilled') found.push(error('fulfilled', 'Order is already fulfilled on Shopify.'));
  if (facts.state === 'nothing-to-ship') found.push(error('nothing-to-ship', 'This order has no items to ship.'));
  return found;
}

function checkAccount(
  fields: BatchRowFields,
  account: AccountRow | undefined,
  { abilities }: PreparationData,
): RowIssue[] {
  if (!account) return [issue('error', 'account-missing', 'tracking_account', 'Please choose a courier account')];
  const found: RowIssue[] = [];
  const reason = whyUnusable(account);
  if (reason) found.push(issue('error', 'account-unusable', 'tracking_account', reason));
  const { maxCod, maxPieces } = abilities(account.company);
  const name = companyName[account.company];
  if (wholeCodOf(fields) > maxCod)
    found.push(issue('error', 'cod-over-limit', 'cod_amount', `${name} collects a maximum of ${formatRupees(maxCod)}`));
  if (Number(fields.pieces) > maxPieces)
    found.push(issue('error', 'pieces-over-limit', 'pieces', `${name} takes a maximum of ${maxPieces} pieces`));
  return found;
}

/** Assignment, rules or default choose another account now, or had to pass over one that cannot book. */
function checkAccountChoice(
  { edited, facts, fields, account_because: because }: Omit<RowContent, 'issues'>,
  { accounts }: PreparationData,
): RowIssue[] {
  const { suggested } = facts;
  const own = accounts.get(fields.tracking_account);
  if ('tracking_account' in edited || !suggested || !own) return [];
  const field = 'tracking_account';
  if (suggested.accountId === own.id) {
    const why = suggested.skipped.join('; ');
    const msg = `${why}, so ${own.name} is used (${because.split(';')[0]})`;
    return why === '' ? [] : [issue('warning', 'account-changed', field, msg, why)];
  }
  const other = accounts.get(suggested.accountId);
  const msg = `${other?.name ?? 'No account'} is chosen for this order now (${suggested.because}), the row has ${own.name} (${because})`;
  return [
    {
      ...issue('warning', 'account-changed', field, msg, `${own.id} ${suggested.accountId}`),
      choices: other ? [{ value: other.id, label: other.name }] : [],
    },
  ];
}

function checkCity(
  { fields, destination_name: name, facts }: Omit<RowContent, 'issues'>,
  account: AccountRow | undefined,
  { cities }: PreparationData,
): RowIssue[] {
  if (!account || fields.destination_city !== '') return [];
  const known = cities.get(account.id);
  const error = (code: IssueCode, msg: string): RowIssue => issue('error', code, 'destination_city', msg);
  const courier = companyName[account.company];
  if (!known) {
    if (account.in_active) return [];
    return [error('city-list-unavailable', `${courier} did not send its list of cities. We’ll retry automatically`)];
  }
  const written = name || facts.city;
  if (written === '') return [error('city-missing', 'Please add destination city')];
  const { matches } = known.match(written);
  const msg =
    matches.length > 0
      ? name === ''
        ? `Please choose the city: the customer wrote "${written}"`
        : `Please choose the city for "${written}"`
      : `${courier} has no city like "${written}"`;
  const choices = matches.slice(0, 5).map((city) => ({ value: city.id, label: city.name }));
  return [{ ...error('city-uncertain', msg), choices }];
}

const codeWhenMissing: Record<string, IssueCode> = {
  consignee_address: 'address-missing',
  consignee_name: 'name-missing',
  consignee_phone: 'phone-missing',
};
const codeWhenWrong: Record<string, IssueCode> = { consignee_phone: 'phone-invalid' };

/** The schema's own message is not clear for fields that allow several formats. */
const messageOfField: Record<string, string> = { consignee_email: 'Enter a valid email' };

/** The first error that the booking form would show for each cell. */
function checkValues({ fields }: Omit<RowContent, 'issues'>): RowIssue[] {
  const faults = BookingFields.safeParse(fields).error?.issues ?? [];
  const found = new Map<string, RowIssue>();
  for (const fault of faults) {
    const field = String(fault.path[0] ?? '');
    if (field === 'tracking_account' || field === 'destination_city' || found.has(field)) continue;
    const isEmpty = Reflect.get(fields, field) === '';
    const code = (isEmpty ? codeWhenMissing[field] : codeWhenWrong[field]) ?? 'invalid';
    found.set(field, issue('error', code, field, messageOfField[field] ?? fault.message));
  }
  const missing = ['consignee_name', 'consignee_phone', 'consignee_address'];
  const name = found.get('consignee_name');
  if (name && missing.every((field) => found.get(field)?.code === codeWhenMissing[field]))
    found.set(name.field, { ...name, msg: `${name.msg}. Shopify sent us no name, phone or address for this order` });
  return [...found.values()];
}

/** A name or address that looks like a stray key or a scan, with what the store says. */
const checkConsignee = ({ fields, facts: { prefill } }: Omit<RowContent, 'issues'>): RowIssue[] =>
  unusualConsignee(fields, [prefill]).map((one) => {
    const inStore = one.field === 'consignee_name' ? prefill.consignee_name : prefill.consignee_address;
    return { ...asked(one), choices: inStore === '' ? [] : [{ value: inStore, label: inStore }] };
  });

function checkCod(
  row: Omit<RowContent, 'issues'>,
  cod: number,
  usual: number | null,
  atCourier: Issue | undefined,
): RowIssue[] {
  const { fields, facts } = row;
  // An invalid amount has an error of its own, and one that the store changed since has a question of its own.
  if (!BookingFields.shape.cod_amount.safeParse(fields.cod_amount).success) return [];
  if (outdatedCells(row).some(({ name }) => name === 'cod_amount')) return [];
  const found: RowIssue[] = [];
  const proposed = proposedCod(facts);
  const unusual = unusualCod({ cod, usual, proposed, outstanding: facts.outstanding ?? String(proposed) });
  if (unusual) found.push(asked(unusual));
  else if (usual !== null && cod >= highCodOf(usual))
    found.push(
      asked({
        ...{ level: 'warning', field: 'cod_amount', ...aboutCod({ cod, proposed }) },
        msg: `${formatRupees(cod)} is much more than usual (${formatRupees(usual)}).`,
      }),
    );
  if (atCourier) found.push(asked(atCourier));
  const typed = numberIn(String(fields.cod_amount), 'rupees');
  if (typed !== undefined && typed !== cod && cod > 0)
    found.push(
      issue(
        'info',
        'cod-rounded',
        'cod_amount',
        `The courier collects ${formatRupees(cod)}: we round ${formatRupees(typed)} to whole rupees`,
      ),
    );
  return found;
}

const asked = (one: Issue): RowIssue => ({ ...one, msg: `${one.msg} Is it right?`, choices: [], row_ids: [] });

function checkWeight({ fields, facts }: Omit<RowContent, 'issues'>): RowIssue[] {
  const grams = BookingFields.shape.weight.safeParse(fields.weight).data;
  const why = grams && whyUnusualWeight(grams, { store: facts.store_weight, items: facts.item_count });
  return why
    ? [issue('warning', 'weight-unusual', 'weight', `${why} Is it right?`, `${grams}/${facts.store_weight}`)]
    : [];
}

/** What the store says of the order. Missing values are judged by the cells, which a person may have filled. */
const checkStore = ({ facts }: Omit<RowContent, 'issues'>): RowIssue[] =>
  (facts.issues ?? []).filter(({ level }) => level !== 'error').map((one) => ({ ...one, choices: [], row_ids: [] }));

const newsIn = ({ news }: RowContent['facts']): string =>
  news.map(({ field, was, now }) => `${field} was ${was}, is ${now}`).join('; ');

export const subjectOfNews = (facts: RowContent['facts']): string => cutText(newsIn(facts), 200);

/** What the store changed. If it changed what a person had entered, they choose between the two. */
function checkStoreChanges(row: Omit<RowContent, 'issues'>): RowIssue[] {
  const { facts } = row;
  const news = facts.news.length === 0 ? '' : `Changed in the store: ${newsIn(facts)}`;
  const outdated = outdatedCells(row);
  if (outdated.length === 0)
    return news === '' ? [] : [issue('warning', 'changed-in-store', '', news, subjectOfNews(facts))];
  const question = outdated.map(outdatedWords).join('; ');
  const field = outdated.length === 1 ? (outdated[0]?.name ?? '') : '';
  return [issue('warning', 'entered-before-change', field, [question, news].filter(Boolean).join('. '), question)];
}

/** What was entered for the order elsewhere, for cells that no one edited here. A cell has at most one question. */
function checkCorrections({ edited, facts }: Omit<RowContent, 'issues'>): RowIssue[] {
  const open = (facts.corrections ?? []).filter(({ field }) => !(field in edited));
  return [...Map.groupBy(open, ({ field }) => field)].map(([field, found]) => {
    const entered = found.map(({ shown, where }) => `${shown} in ${where}`).join(', ');
    const msg = `Someone entered ${entered}; this row has ${found[0]?.instead_of}. Use what was entered?`;
    return {
      ...issue('warning', 'corrected-before', field, msg, [field, ...found.map(({ value }) => value)].join(' ')),
      choices: found.map(({ value, shown }) => ({ value, label: shown })),
    };
  });
}

/** A person must look at a customer who returned at least as many parcels as they accepted. */
function checkReturns({ facts }: Omit<RowContent, 'issues'>): RowIssue[] {
  const { returned, delivered } = facts.earlier;
  if (returned === 0) return [];
  const level = returned >= delivered ? 'warning' : 'info';
  const msg = `${countText(returned, 'earlier parcel')} for this phone number came back, ${delivered} delivered`;
  return [issue(level, 'earlier-returns', 'consignee_phone', msg, `${returned}/${delivered}`)];
}
