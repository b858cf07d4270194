import { maxFileBytes } from '@courierdesk/contract/imports';

/** What browsers take a CSV file for; none where the system knows no such files. */
const types = new Set(['text/csv', 'application/vnd.ms-excel', 'text/plain', 'application/csv', 'text/x-csv', '']);

/** Why a file is not taken, or nothing. Texts of the specification, section 8. */
export function whyNotTaken(file: {
  readonly name: string;
  readonly type: string;
  readonly size: number;
}): string | undefined {
  if (!/\.csv$/i.test(file.name) || !types.has(file.type.toLowerCase())) return 'Only CSV files are accepted';
  return file.size > maxFileBytes ? 'File size exceeds 5MB limit' : undefined;
}
