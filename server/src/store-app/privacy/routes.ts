import { getOldCustomers, previewOldCustomers, saveOldCustomers } from '@courierdesk/contract/old-customers';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../base/context.ts';
import { withShop } from '../../base/db/tenancy.ts';
import { route } from '../../base/http/route.ts';
import { countOldCustomers } from './count-old-customers.ts';
import { saveYearsKept } from './save-years-kept.ts';
import { yearsKept } from './years-kept.ts';

export function oldCustomerRoutes(app: FastifyInstance, context: Context): void {
  route(app, getOldCustomers, async ({ actor }) => ({
    years: await withShop(context.db, actor.shopId, (trx) => yearsKept(trx, actor.shopId)),
  }));

  route(app, previewOldCustomers, ({ actor, query }) => countOldCustomers(context, actor.shopId, query.years));

  route(app, saveOldCustomers, async ({ actor, body: { years } }) => {
    await saveYearsKept(context, actor, years);
    return { years, message: 'Settings saved' };
  });
}
