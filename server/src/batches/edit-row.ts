import type { BatchRowEdit, BatchRowFields } from '@courierdesk/contract/batches';
import { asMobile } from '@courierdesk/contract/phones';
import { cellNumber, type NumberUnit } from '@courierdesk/contract/typed-numbers';
import { withWeight } from './fill-row.ts';
import { wholeCodOf } from './judge-row.ts';
import { cityMeant, placeIn } from './place-row.ts';
import type { RowPreparationData } from './row-preparation-data.ts';
import type { RowDraft } from './row.ts';

/**
 * The row with some of its cells changed by a person. A new account finds the city in its own list; while nobody chose
 * the account, weight and amount may lead the courier rules to another one.
 */
export function editRow(
  row: RowDraft,
  storeOrderId: string,
  edit: BatchRowEdit,
  by: string,
  preparation: RowPreparationData,
): RowDraft {
  const { destination_city: city, left_out: _leftOut, accept, ...cells } = edit;
  const given = typedAs(cells);
  if (Object.keys(given).length === 0 && city === undefined && accept === undefined) return row;
  const revision = row.revision + 1;
  const names = [...Object.keys(given), ...(city === undefined ? [] : ['destination_city'])];
  let next: RowDraft = {
    ...row,
    revision,
    fields: { ...row.fields, ...given },
    edited: { ...row.edited, ...Object.fromEntries(names.map((name) => [name, revision])) },
    accepted: [...new Set([...row.accepted, ...(accept ?? [])])],
  };
  if ('cod_amount' in given) next = { ...next, accepted: next.accepted.filter((code) => code !== 'cod-high') };
  if ('weight' in given) next = { ...next, accepted: next.accepted.filter((code) => code !== 'weight-unusual') };
  // What was seen once may change again, and is then news again.
  if (accept?.includes('changed-in-store'))
    next = {
      ...next,
      accepted: next.accepted.filter((code) => code !== 'changed-in-store'),
      facts: { ...next.facts, news: [] },
    };
  if (given.tracking_account !== undefined) next = { ...next, account_because: `Chosen by ${by}` };
  else if (!('tracking_account' in next.edited) && ('weight' in given || 'cod_amount' in given))
    next = chosenAgain(next, storeOrderId, preparation);
  const isOtherAccount = next.fields.tracking_account !== row.fields.tracking_account;
  if (isOtherAccount) next = withWeight(next, preparation);
  if (city !== undefined) return withCity(next, city, preparation);
  return isOtherAccount ? placeIn(next, preparation) : next;
}

/** Phones as couriers take them, numbers as numbers; what is neither stays as it was typed. */
function typedAs(cells: Partial<BatchRowFields>): Partial<BatchRowFields> {
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

function withCity(row: RowDraft, typed: string, preparation: RowPreparationData): RowDraft {
  const text = typed.trim();
  if (text === '') {
    const { destination_city: _forgotten, ...edited } = row.edited;
    return placeIn({ ...row, edited, destination_name: '' }, preparation);
  }
  const known = preparation.cities.get(row.fields.tracking_account);
  const city = known && cityMeant(known, text);
  return {
    ...row,
    fields: { ...row.fields, destination_city: city?.id ?? '' },
    destination_name: city?.name ?? text,
  };
}

function chosenAgain(row: RowDraft, storeOrderId: string, { choose }: RowPreparationData): RowDraft {
  const { accountId, because } = choose({
    orderId: storeOrderId,
    cities: row.facts.rule_cities,
    cod: wholeCodOf(row.fields),
    weight:
      'weight' in row.edited ? Number(row.fields.weight) || 0 : row.facts.store_weight || row.facts.default_weight,
    value: Number(row.facts.total),
    assigned: row.facts.assigned_account,
  });
  return { ...row, account_because: because, fields: { ...row.fields, tracking_account: accountId } };
}
