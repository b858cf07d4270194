import type { Import } from '@courierdesk/contract/imports';

/** The result of an import, for its colour everywhere. */
export type ImportTone = 'info' | 'success' | 'warning' | 'error';

/** Success means no failed rows. An import with mostly failed rows is an error. */
export function importTone(one: Pick<Import, 'state' | 'total' | 'changed' | 'failed'>): ImportTone {
  if (one.state === 'under-way') return 'info';
  if (one.state === 'stopped' || one.failed * 2 > one.total) return 'error';
  if (one.failed > 0) return 'warning';
  return one.changed > 0 ? 'success' : 'info';
}
