import { BookingRule, RuleTarget, type BookingRules } from '@courierdesk/contract/booking-rules';
import * as z from 'zod';
import type { Db } from '../../base/db/client.ts';

/** The shop's rules, first to last; none, and no fallback, for a shop that never saved any. */
export async function rulesOf(trx: Db, shopId: string): Promise<BookingRules> {
  const set = await trx
    .selectFrom('booking_rule_set')
    .select(['fallback_account_id', 'revision'])
    .where('shop_id', '=', shopId)
    .executeTakeFirst();
  const rows = await trx
    .selectFrom('booking_rule')
    .selectAll()
    .where('shop_id', '=', shopId)
    .orderBy('position')
    .execute();
  const rules = rows.map(({ shop_id: _shop, position: _position, targets, payment, ...rule }) => ({
    ...rule,
    payment: BookingRule.shape.payment.parse(payment),
    targets: z.array(RuleTarget).parse(targets),
  }));
  return { rules, fallback: set?.fallback_account_id ?? null, revision: set?.revision ?? 0 };
}
