import { countText } from '@courierdesk/contract/count-text';
import { comparisonPauseMinutes } from '@courierdesk/contract/differences';
import type { Actor } from '../../base/actor.ts';
import { recordAuditEvent } from '../../base/audit/record-audit-event.ts';
import type { Context } from '../../base/context.ts';
import { withShop } from '../../base/db/tenancy.ts';
import { AppError } from '../../base/errors.ts';
import { addMissingComparisons, notBegun, type ComparisonRow } from './comparison-row.ts';

const pauseMs = comparisonPauseMinutes * 60_000;

/**
 * Compares now. A comparison that is under way is not started again, and a new one waits for a pause, except `afterRestore`:
 * what was compared before the restore counts for nothing.
 */
export async function startComparison(context: Context, actor: Actor, { afterRestore = false } = {}): Promise<string> {
  const now = context.clock();
  return withShop(context.db, actor.shopId, async (trx) => {
    await addMissingComparisons(trx, now, actor.shopId);
    const row = await trx
      .selectFrom('comparison')
      .selectAll()
      .where('shop_id', '=', actor.shopId)
      .forUpdate()
      .executeTakeFirst();
    if (!row) throw new AppError('conflict', 'Connect the store first.');
    if (!afterRestore && isUnderWay(row, now)) return 'A comparison is already running.';
    const again = afterRestore ? undefined : comparedAgainAt(row, now);
    if (again) {
      const minutes = Math.ceil((again.getTime() - now.getTime()) / 60_000);
      throw new AppError(
        'too-many-requests',
        `We compared a moment ago. You can compare again in ${countText(minutes, 'minute')}.`,
      );
    }
    await trx
      .updateTable('comparison')
      .set({ ...notBegun, next_at: now, asked_by: actor.name })
      .where('shop_id', '=', actor.shopId)
      .execute();
    await context.jobs.request(trx, 'comparisons', { shopId: actor.shopId, at: now });
    await recordAuditEvent(trx, actor, {
      at: now,
      action: 'comparison.started',
      subjectKind: 'shop',
      subjectId: actor.shopId,
      label: '',
    });
    return 'Comparing.';
  });
}

export const isUnderWay = (row: Pick<ComparisonRow, 'run_id' | 'next_at'>, now: Date): boolean =>
  row.run_id !== null || row.next_at <= now;

/** When a person can ask for another comparison; undefined: now. */
export function comparedAgainAt({ finished_at }: Pick<ComparisonRow, 'finished_at'>, now: Date): Date | undefined {
  const again = finished_at && new Date(finished_at.getTime() + pauseMs);
  return again && again > now ? again : undefined;
}
