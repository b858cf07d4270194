import { downloadAuditEvents, getAuditActors, getAuditEvents } from '@courierdesk/contract/audit';
import { paginationOf } from '@courierdesk/contract/paging';
import type { FastifyInstance } from 'fastify';
import { nameOfUser } from '../../base/actor.ts';
import type { Context } from '../../base/context.ts';
import { pageOrLast } from '../../base/db/page-or-last.ts';
import { withShop } from '../../base/db/tenancy.ts';
import { route } from '../../base/http/route.ts';
import { downloadAuditEvents as download } from './download-audit-events.ts';
import { listAuditEvents } from './list-audit-events.ts';
import { presentAuditEvent } from './present.ts';

export function activityLogRoutes(app: FastifyInstance, context: Context): void {
  route(app, getAuditEvents, async ({ actor, query: { page, limit, ...filter } }) => {
    const shop = { id: actor.shopId, timeZone: actor.shop.timeZone };
    const paging = { page, limit };
    const found = await withShop(context.db, shop.id, (trx) =>
      pageOrLast(paging, (asked) => listAuditEvents(trx, shop, filter, asked)),
    );
    return { data: found.rows.map(presentAuditEvent), more: found.more, ...paginationOf(paging, found.total) };
  });

  route(app, getAuditActors, async ({ actor }) => {
    const users = await withShop(context.db, actor.shopId, (trx) =>
      trx
        .selectFrom('app_user')
        .select(['id', 'first_name', 'last_name', 'email', 'deleted_at'])
        .where('shop_id', '=', actor.shopId)
        .orderBy((eb) => eb.fn('lower', ['first_name']))
        .orderBy('id')
        .limit(500)
        .execute(),
    );
    return {
      data: users.map((user) => ({ id: user.id, name: nameOfUser(user), deleted: user.deleted_at !== null })),
    };
  });

  route(app, downloadAuditEvents, ({ actor, body }) => download(context, actor, body));
}
