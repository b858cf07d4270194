import { getBookingRules, saveBookingRules, type BookingRules } from '@courierdesk/contract/booking-rules';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../base/context.ts';
import { accountsByName } from '../courier-accounts/find-accounts.ts';
import { withShop } from '../../base/db/tenancy.ts';
import { route } from '../../base/http/route.ts';
import { rulesOf } from './find-rules.ts';
import { ruleWarnings } from './rule-warnings.ts';
import { saveRules } from './save-rules.ts';

export function bookingRuleRoutes(app: FastifyInstance, context: Context): void {
  const presented = async (shopId: string, rules: BookingRules) => {
    const accounts = await withShop(context.db, shopId, (trx) => accountsByName(trx, shopId));
    return { data: rules, warnings: ruleWarnings(rules, accounts) };
  };

  route(app, getBookingRules, async ({ actor }) =>
    presented(actor.shopId, await withShop(context.db, actor.shopId, (trx) => rulesOf(trx, actor.shopId))),
  );

  route(app, saveBookingRules, async ({ actor, body }) => ({
    message: 'Courier rules saved' as const,
    ...(await presented(actor.shopId, await saveRules(context, actor, body))),
  }));
}
