import { DifferenceRepairKind, repairText } from '@courierdesk/contract/difference-kinds';
import { sql, type Selectable } from 'kysely';
import * as z from 'zod';
import type { Person } from '../actor.ts';
import type { Context } from '../context.ts';
import { newId } from '../db/ids.ts';
import type { Difference, DifferenceRepair } from '../db/schema.ts';
import { acrossShops } from '../db/tenancy.ts';
import { claimDueRows } from '../jobs/claim-due-rows.ts';

export type DifferenceRow = Selectable<Difference>;
export type RepairRow = Selectable<DifferenceRepair>;

/** A repair that this process has leased, with its difference. */
export type LeasedRepair = {
  readonly row: RepairRow;
  readonly difference: DifferenceRow;
  /** Who asked for it. */
  readonly by: Person;
};

/** How one try to repair ended. */
export type RepairResult =
  | { readonly state: 'done'; readonly after: string }
  /** Nothing differs any more, so nothing was done. */
  | { readonly state: 'agrees' }
  | { readonly state: 'accepted'; readonly after: string }
  | { readonly state: 'failed'; readonly after: string }
  /** The change was requested; its result is checked again soon. */
  | { readonly state: 'waiting' };

/** Longer than a cancel with its tracking. A dead process's repair continues after this time. */
export const repairLeaseMs = 2 * 60_000;

export async function claimRepair(context: Context): Promise<RepairRow | undefined> {
  const now = context.clock();
  const [row] = await acrossShops(context.db, (trx) =>
    claimDueRows(trx, 'difference_repair', {
      due: sql`state in ('asked', 'waiting') and next_at <= ${now} and (lease_until is null or lease_until < ${now})`,
      orderBy: sql`next_at`,
      limit: 1,
      set: sql`lease_id = ${newId(now)}, lease_until = ${new Date(now.getTime() + repairLeaseMs)}`,
    }),
  );
  return row;
}

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
