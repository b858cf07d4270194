import type { Context } from '../../base/context.ts';
import { acrossShops } from '../../base/db/tenancy.ts';

/**
 * Topics that the law or the end of a contract depends on. Their deliveries are taken also after the app was
 * uninstalled, and tried until they are done.
 */
export const legalTopics = ['customers/data_request', 'customers/redact', 'shop/redact', 'app/uninstalled'] as const;

const legal = new Set<string>(legalTopics);

export const isLegal = (topic: string): boolean => legal.has(topic);

/** Counts the open ones, so that operators see each of them until it is done. */
export async function countLegalRequests({ db, metrics, clock }: Pick<Context, 'db' | 'metrics' | 'clock'>) {
  const rows = await acrossShops(db, (trx) =>
    trx
      .selectFrom('webhook_inbox')
      .select((select) => ['topic', select.fn.countAll<number>().as('open'), select.fn.min('received_at').as('since')])
      .where('topic', 'in', legalTopics)
      .where('processed_at', 'is', null)
      .groupBy('topic')
      .execute(),
  );
  for (const topic of legalTopics) {
    const row = rows.find((one) => one.topic === topic);
    metrics.openLegalRequests.set({ topic }, row?.open ?? 0);
    metrics.oldestLegalRequest.set({ topic }, row ? (clock().getTime() - row.since.getTime()) / 1000 : 0);
  }
}
