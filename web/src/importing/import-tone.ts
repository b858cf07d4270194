import type { Import } from '@courierdesk/contract/imports';

/** How an import went, for the colour of everything that tells of it. */
export type ImportTone = 'info' | 'success' | 'warning' | 'error';

/** Success is for an import without failed rows; one that failed for the most part is an error. */
export function importTone(one: Pick<Import, 'state' | 'total' | 'changed' | 'failed'>): ImportTone {
  if (one.state === 'under-way') return 'info';
  if (one.state === 'stopped' || one.failed * 2 > one.total) return 'error';
  if (one.failed > 0) return 'warning';
  return one.changed > 0 ? 'success' : 'info';
}
