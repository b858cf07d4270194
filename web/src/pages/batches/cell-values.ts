import type { BatchRow } from '@courierdesk/contract/batches';
import type { AccountChoice } from '@courierdesk/contract/courier-accounts';
import { cutText } from '@courierdesk/contract/cut-text';
import { asMobile } from '../../lib/as-mobile.ts';
import type { RowChange } from './row-edits.ts';

/** The cells of the sheet that hold a value of the booking. */
export type CellField =
  | 'consignee_name'
  | 'consignee_phone'
  | 'destination_city'
  | 'consignee_address'
  | 'cod_amount'
  | 'weight'
  | 'pieces'
  | 'tracking_account'
  | 'remarks';

/** Longest text that a cell keeps. Source: contract, `BatchRowFields`. */
const longest = { text: 4000, number: 100, city: 200 };

/** What a cell says, as one copies it. */
export function textOf(row: BatchRow, field: CellField, accounts: readonly AccountChoice[]): string {
  if (field === 'destination_city') return row.destination_name;
  if (field === 'tracking_account')
    return accounts.find((account) => account.id === row.fields.tracking_account)?.name ?? '';
  return String(row.fields[field]);
}

/**
 * What a text typed or pasted into a cell means. What cannot be understood is kept as it is, for the server to name what
 * is wrong with it. Undefined: there is no such account.
 */
export function changeOf(field: CellField, text: string, accounts: readonly AccountChoice[]): RowChange | undefined {
  const typed = text.trim();
  switch (field) {
    case 'consignee_phone':
      return { [field]: cutText(asMobile(typed), longest.text) };
    case 'cod_amount':
    case 'pieces':
    case 'weight':
      return { [field]: numberOf(field, typed) };
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

/** `Rs 2,450`, `1.5 kg`, `۲٤۵۰`; anything else stays a text. */
function numberOf(field: 'cod_amount' | 'pieces' | 'weight', text: string): number | string {
  const latin = text.replaceAll(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) => String(digit.charCodeAt(0) & 0x0f));
  const units = {
    cod_amount: /^(?:rs\.?|pkr)?\s*|\s*\/[-=]$/gi,
    pieces: /\s*(?:pcs|pc)\.?$/gi,
    weight: /\s*(?:g|gm|grams?)$/gi,
  };
  const kilograms = field === 'weight' ? /^([\d.]+)\s*kgs?$/i.exec(latin) : undefined;
  if (kilograms) return Math.round(Number(kilograms[1]) * 1000);
  const plain = latin.replaceAll(units[field], '').replaceAll(/,(?=\d{2,3})/g, '');
  const value = /^\d+(\.\d+)?$/.test(plain) ? Number(plain) : Number.NaN;
  if (Number.isNaN(value)) return text.slice(0, longest.number);
  return field === 'cod_amount' ? Math.round(value) : value;
}

/** Whether a change says what the row says already. */
export function isSame(row: BatchRow, change: RowChange): boolean {
  const fields: Partial<Record<string, unknown>> = row.fields;
  return Object.entries(change).every(([name, value]) => {
    if (name === 'destination_name') return value === row.destination_name;
    if (name === 'destination_city') return value === (fields[name] || row.destination_name);
    return fields[name] === value;
  });
}
