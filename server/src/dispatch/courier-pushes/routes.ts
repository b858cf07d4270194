import { endCourierPush, getCourierPush, setUpCourierPush } from '@courierdesk/contract/courier-pushes';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../base/context.ts';
import { route } from '../../base/http/route.ts';
import { endPush } from './end-push.ts';
import { setUpPush } from './set-up-push.ts';
import { showPush } from './show-push.ts';

export function courierPushRoutes(app: FastifyInstance, context: Context): void {
  route(app, getCourierPush, async ({ actor, params }) => ({ push: await showPush(context, actor, params.id) }));

  route(app, setUpCourierPush, ({ actor, params }) => setUpPush(context, actor, params.id));

  route(app, endCourierPush, async ({ actor, params }) => {
    await endPush(context, actor, params.id);
    return { message: 'Status updates are off for this account' };
  });
}
