import { maxFileBytes } from '@courierdesk/contract/imports';

/** The types browsers report for CSV files; empty where the system has no type for them. */
const types = new Set(['text/csv', 'application/vnd.ms-excel', 'text/plain', 'application/csv', 'text/x-csv', '']);

/** Why a file is refused, if it is. */
export function fileProblem(file: {
  readonly name: string;
  readonly type: string;
  readonly size: number;
}): string | undefined {
  if (!/\.csv$/i.test(file.name) || !types.has(file.type.toLowerCase())) return 'Only CSV files are accepted';
  return file.size > maxFileBytes ? 'File size exceeds 5MB limit' : undefined;
}
