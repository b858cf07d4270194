import type { BatchRow } from '@courierdesk/contract/batch';
import type { AccountChoice } from '@courierdesk/contract/courier-accounts';
import { cutText } from '@courierdesk/contract/cut-text';
import { asMobile } from '@courierdesk/contract/phones';
import { cellNumber, type NumberUnit } from '@courierdesk/contract/typed-numbers';
import type { BatchRowEdit } from '@courierdesk/contract/batches';

/** Cells that hold a booking value. */
export type CellField =
  | 'consignee_name'
  | 'consignee_phone'
  | 'destination_city'
  | 'consignee_address'
  | 'cod_amount'
  | 'weight'
  | 'pieces'
  | 'products_list'
  | 'tracking_account'
  | 'remarks';

/** The longest text of a cell. Source: contract, `BatchRowFields`. */
const longest = { text: 4000, city: 200 };

/** The text of a cell, for editing and copying. */
export function textOf(row: BatchRow, field: CellField, accounts: readonly AccountChoice[]): string {
  if (field === 'destination_city') return row.destination_name;
  if (field === 'tracking_account')
    return accounts.find((account) => account.id === row.fields.tracking_account)?.name ?? '';
  return String(row.fields[field]);
}

/**
 * The change that a typed or pasted text makes. Invalid values are kept as text, so that the server can name the
 * problem. Undefined: no such account.
 */
export function changeOf(field: CellField, text: string, accounts: readonly AccountChoice[]): BatchRowEdit | undefined {
  const typed = text.trim();
  switch (field) {
    case 'consignee_phone':
      return { [field]: cutText(asMobile(typed), longest.text) };
    case 'cod_amount':
    case 'pieces':
    case 'weight':
      return { [field]: cellNumber(typed, unitOf[field]) };
    case 'destination_city': {
      const city = cutText(typed, longest.city);
      return { destination_city: city, destination_name: city };
    }
    case 'tracking_account': {
      const account = accounts.find((one) => one.name.toLowerCase() === typed.toLowerCase());
      return account && { tracking_account: account.id };
    }
    default:
      return { [field]: cutText(typed, longest.text) };
  }
}

const unitOf: Record<'cod_amount' | 'pieces' | 'weight', NumberUnit> = {
  cod_amount: 'rupees',
  pieces: 'pieces',
  weight: 'grams',
};

/** Whether a change changes nothing. */
export function changesNothing(row: BatchRow, change: BatchRowEdit): boolean {
  const fields: Partial<Record<string, unknown>> = row.fields;
  return Object.entries(change).every(([name, value]) => {
    if (name === 'destination_name') return value === row.destination_name;
    if (name === 'destination_city') return value === (fields[name] || row.destination_name);
    return fields[name] === value;
  });
}
