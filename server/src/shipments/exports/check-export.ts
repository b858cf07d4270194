import { formatCount } from '@courierdesk/contract/count-text';
import { nothingToExport, type ExportFormat } from '@courierdesk/contract/exports';
import { planHas } from '@courierdesk/contract/plans';
import type { Db } from '../../base/db/client.ts';
import { AppError } from '../../base/errors.ts';
import { currentPlan } from '../../shop/subscriptions/current-plan.ts';
import { planLimitReached } from '../../shop/subscriptions/plan-usage.ts';
import { maxRows } from './xlsx-sheet.ts';

/** Exports are for paid plans. */
export async function checkPlan(trx: Db, shopId: string, now: Date): Promise<void> {
  const current = await currentPlan(trx, shopId, now);
  if (!planHas(current.plan, 'exports'))
    throw planLimitReached(current, {
      msg: 'Exporting orders is part of the Monthly and Yearly plans. Kindly upgrade your plan.',
    });
}

export function checkTotal(total: number, format: ExportFormat): void {
  if (total === 0) throw new AppError('cannot-export', nothingToExport);
  if (format === 'xlsx' && total > maxRows)
    throw new AppError(
      'cannot-export',
      `An Excel sheet can have at most ${formatCount(maxRows)} orders. Choose CSV, or select fewer orders.`,
      { field: 'format' },
    );
}
