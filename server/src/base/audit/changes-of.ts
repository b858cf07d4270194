import type { AuditChanges } from '@courierdesk/contract/audit-actions';
import { hidden, maskEmail, maskPhone } from './masks.ts';

/** How a field is recorded. `hidden`: only that it changed. */
type Recorded = 'shown' | 'email' | 'phone' | 'hidden';

/** The fields that differ, before and after. Only listed fields are recorded, so that a new column is never leaked. */
export function changesOf<Field extends string>(
  before: Readonly<Record<NoInfer<Field>, unknown>>,
  after: Readonly<Record<NoInfer<Field>, unknown>>,
  fields: Readonly<Record<Field, Recorded>>,
): AuditChanges {
  const changes: Record<string, { before: unknown; after: unknown }> = {};
  for (const field in fields) {
    const [was, is] = [before[field], after[field]];
    if (JSON.stringify(was) === JSON.stringify(is)) continue;
    changes[field] = { before: shownAs(fields[field], was), after: shownAs(fields[field], is) };
  }
  return changes;
}

function shownAs(how: Recorded, value: unknown): unknown {
  if (how === 'shown' || value === '' || value === null || value === undefined) return value ?? '';
  if (how === 'hidden') return hidden;
  return how === 'email' ? maskEmail(String(value)) : maskPhone(String(value));
}
