import { getUsers } from '@courierdesk/contract/users';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { withShop } from '../db/tenancy.ts';
import { route } from '../http/route.ts';
import { presentBooker } from './present.ts';
import { bookers } from './queries.ts';

export function userRoutes(app: FastifyInstance, context: Context): void {
  route(app, getUsers, async ({ actor }) => {
    const rows = await withShop(context.db, actor.shopId, (trx) => bookers(trx, actor.shopId));
    return { childrenAccounts: rows.map(presentBooker) };
  });
}
