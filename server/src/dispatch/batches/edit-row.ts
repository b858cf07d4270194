import type { BatchRowFields } from '@courierdesk/contract/batch';
import { homeCurrency } from '@courierdesk/contract/money';
import { isConfirmed, type Confirmation } from '@courierdesk/contract/issues';
import type { BatchRowEdit } from '@courierdesk/contract/batches';
import type { ChosenAccount } from '../../shop/booking-rules/choose-account.ts';
import { rupeesOf } from '../../store/orders/store-order-row.ts';
import { asMobile } from '@courierdesk/contract/phones';
import { cellNumber, type NumberUnit } from '@courierdesk/contract/typed-numbers';
import { entered } from './entered-cells.ts';
import { applyStartingWeight } from './fill-row.ts';
import { subjectOfNews } from './validate-row.ts';
import { matchRowCity } from './match-row-city.ts';
import type { PreparationData } from './preparation-data.ts';
import { proposedCod, wholeCodOf, type RowDraft } from './row.ts';

/**
 * Applies a person's edit to a row. A new account matches the city in its own list. A new weight or amount runs the
 * courier rules again, unless a person chose the account.
 */
export function editRow(
  row: RowDraft,
  storeOrderId: string,
  edit: BatchRowEdit,
  by: string,
  preparation: PreparationData,
): RowDraft {
  const { destination_city: city, destination_name: cityName, left_out: _leftOut, accept, unaccept, ...cells } = edit;
  const values = normaliseCells(cells);
  if (Object.keys(values).length === 0 && city === undefined && !accept && !unaccept) return row;
  const revision = row.revision + 1;
  const names = [...Object.keys(values), ...(city === undefined ? [] : ['destination_city'])];
  let next: RowDraft = {
    ...row,
    revision,
    fields: { ...row.fields, ...values },
    edited: { ...row.edited, ...Object.fromEntries(names.map((name) => [name, revision])) },
    accepted: acceptedAfter(row, edit),
  };
  if (accept && isConfirmed({ code: 'changed-in-store', subject: subjectOfNews(row.facts) }, accept))
    next = { ...next, facts: { ...next.facts, news: [] } };
  if (values.tracking_account !== undefined) next = { ...next, account_because: `Chosen by ${by}` };
  else if (!('tracking_account' in next.edited) && ('weight' in values || 'cod_amount' in values))
    next = chooseAccountAgain(next, storeOrderId, preparation);
  const isOtherAccount = next.fields.tracking_account !== row.fields.tracking_account;
  if (isOtherAccount) next = applyStartingWeight(next, preparation);
  if (city !== undefined) next = setCity(next, city, cityName, preparation);
  else if (isOtherAccount) next = matchRowCity(next, preparation);
  return entered(next, names, preparation);
}

const acceptedAfter = (row: RowDraft, { accept = [], unaccept = [] }: BatchRowEdit): Confirmation[] => [
  ...row.accepted.filter(({ code, subject }) => !unaccept.includes(code) && !isConfirmed({ code, subject }, accept)),
  ...accept,
];

/** Phones in the form that couriers take, numbers as numbers. A value that is neither stays as it was typed. */
function normaliseCells(cells: Partial<BatchRowFields>): Partial<BatchRowFields> {
  const typed = { ...cells };
  for (const name of ['consignee_phone', 'consignee_phone2', 'consignee_phone3'] as const) {
    const value = typed[name];
    if (value !== undefined) typed[name] = asMobile(value);
  }
  for (const name of ['cod_amount', 'pieces', 'weight'] as const) {
    const value = typed[name];
    if (typeof value === 'string') typed[name] = cellNumber(value, unitOf[name]);
  }
  for (const name of ['consignee_name', 'consignee_email', 'consignee_address', 'products_list', 'remarks'] as const) {
    const value = typed[name];
    if (value !== undefined) typed[name] = value.trim();
  }
  return typed;
}

const unitOf: Record<'cod_amount' | 'pieces' | 'weight', NumberUnit> = {
  cod_amount: 'rupees',
  pieces: 'pieces',
  weight: 'grams',
};

function setCity(row: RowDraft, idOrText: string, name: string | undefined, preparation: PreparationData): RowDraft {
  if (idOrText.trim() === '') {
    const { destination_city: _removed, ...edited } = row.edited;
    return matchRowCity({ ...row, edited, destination_name: '' }, preparation);
  }
  const fields = { ...row.fields, destination_city: idOrText };
  return matchRowCity({ ...row, fields, destination_name: (name ?? idOrText).trim() }, preparation);
}

function chooseAccountAgain(row: RowDraft, storeOrderId: string, preparation: PreparationData): RowDraft {
  const suggested = suggestedAccount(row, storeOrderId, preparation);
  return {
    ...row,
    facts: { ...row.facts, suggested },
    account_because: suggested.because,
    fields: { ...row.fields, tracking_account: suggested.accountId },
  };
}

/** The account that assignment, rules and default choose for the row's values now. */
export const suggestedAccount = (
  row: Pick<RowDraft, 'facts' | 'fields' | 'edited'>,
  storeOrderId: string,
  { choose }: PreparationData,
): ChosenAccount =>
  choose({
    orderId: storeOrderId,
    cities: row.facts.rule_cities,
    isPrepaid: wholeCodOf(row.fields) === 0 && ('cod_amount' in row.edited || proposedCod(row.facts) !== null),
    weight:
      'weight' in row.edited ? Number(row.fields.weight) || 0 : row.facts.store_weight || row.facts.default_weight,
    value: rupeesOf(row.facts.total, row.facts.currency ?? homeCurrency),
    assigned: row.facts.assigned_account,
  });
