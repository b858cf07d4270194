import type { Context } from '../../base/context.ts';
import type { CurrentRepair, RepairResult } from './repair-row.ts';

/** The shop shipped these items itself: remembered like a dismissal, so that the next comparison does not show it again. */
export function acceptFulfilment(_context: Context, { row }: CurrentRepair): Promise<RepairResult> {
  return Promise.resolve({ state: 'accepted', after: `${row.order_name} is accepted as shipped elsewhere.` });
}
