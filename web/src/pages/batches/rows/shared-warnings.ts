import type { BatchRow } from '@courierdesk/contract/batch';
import type { IssueCode } from '@courierdesk/contract/issues';
import type { Changes } from '../edits/row-edits.ts';

/** Warnings about a value, which a look answers. Other warnings ask for a decision about each order. */
const answeredByALook: readonly { readonly code: IssueCode; readonly name: string }[] = [
  { code: 'cod-unusual', name: 'High COD' },
  { code: 'weight-unusual', name: 'Unusual weight' },
  { code: 'name-unusual', name: 'Unusual name' },
  { code: 'address-unusual', name: 'Unusual address' },
  { code: 'phone-replaced', name: 'Another phone' },
];

/** The warnings that some of these rows share, each with the change that says "Looks right" for all of them. */
export function sharedWarnings(rows: readonly BatchRow[]): { code: IssueCode; label: string; changes: Changes }[] {
  return answeredByALook.flatMap(({ code, name }) => {
    const accepted = rows.flatMap((row) => {
      const accept = row.issues.filter((issue) => issue.code === code && issue.level === 'warning');
      return accept.length > 0 ? [[row.id, { accept: accept.map(({ subject }) => ({ code, subject })) }] as const] : [];
    });
    if (accepted.length === 0) return [];
    return [
      {
        code,
        label: `${name}: ${accepted.length === 1 ? '1 looks' : `${accepted.length} look`} right`,
        changes: Object.fromEntries(accepted),
      },
    ];
  });
}
