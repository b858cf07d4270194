import { DifferenceRepairKind, repairText } from '@courierdesk/contract/difference-kinds';
import type { Selectable } from 'kysely';
import * as z from 'zod';
import type { Person } from '../../base/actor.ts';
import type { Db } from '../../base/db/client.ts';
import type { Difference, DifferenceRepair } from '../../base/db/schema.ts';

export type DifferenceRow = Selectable<Difference>;
export type RepairRow = Selectable<DifferenceRepair>;

/** A repair that is worked on, with its difference. */
export type CurrentRepair = {
  readonly row: RepairRow;
  readonly difference: DifferenceRow;
  /** Who asked for it. */
  readonly by: Person;
};

/** How one try to repair ended. */
export type RepairResult =
  | { readonly state: 'done'; readonly after: string }
  /** The difference is gone, so nothing was done. */
  | { readonly state: 'agrees' }
  | { readonly state: 'accepted'; readonly after: string }
  | { readonly state: 'failed'; readonly after: string }
  /** The change was requested; its result is checked again soon. */
  | { readonly state: 'waiting' };

/** Longer than a cancel with its tracking. The worker takes over a repair whose request was killed. */
export const takenOverMs = 2 * 60_000;

/** Changes a repair that is under way, unless another process has saved its result since it was read. */
export const currentRepair = (trx: Db, row: RepairRow) =>
  trx
    .updateTable('difference_repair')
    .where('shop_id', '=', row.shop_id)
    .where('id', '=', row.id)
    .where('state', 'in', ['asked', 'waiting'])
    .where('next_at', '=', row.next_at);

export const personOf = (row: RepairRow): Person => ({
  kind: 'user',
  shopId: row.shop_id,
  userId: row.asked_by_user_id,
  name: row.asked_by,
  ip: row.ip,
  userAgent: row.user_agent,
  requestId: row.request_id,
});

export const Detail = z.object({
  facts: z.string(),
  platformOrderId: z.string().optional(),
  fulfilmentId: z.string().optional(),
  day: z.string().optional(),
});

/** `Cancel booking LE123` */
export const textOf = (row: Pick<DifferenceRow, 'repair' | 'order_name' | 'tracking_number' | 'company'>): string =>
  repairText({ ...row, repair: DifferenceRepairKind.parse(row.repair) });

/** How people name a difference: `#1042 (LE123)`. */
export const differenceLabel = (row: Pick<DifferenceRow, 'order_name' | 'tracking_number'>): string =>
  [row.order_name, row.tracking_number && `(${row.tracking_number})`].filter(Boolean).join(' ');
