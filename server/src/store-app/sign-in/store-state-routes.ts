import { checkStore, getStoreState, reconnectStore } from '@courierdesk/contract/store-closure';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../base/context.ts';
import { route } from '../../base/http/route.ts';
import { keepBrowserSecret } from './keep-browser-secret.ts';
import { reconnectStoreUrl } from './reconnect-store.ts';
import { checkStoreNow, storeState } from './store-state.ts';

export function storeStateRoutes(app: FastifyInstance, context: Context): void {
  route(app, getStoreState, async ({ actor }) => ({ data: await storeState(context, actor) }));

  route(app, checkStore, async ({ actor }) => ({ data: await checkStoreNow(context, actor) }));

  route(app, reconnectStore, async ({ actor, request, reply }) => ({
    authorize_url: await reconnectStoreUrl(context, actor, keepBrowserSecret(context, request, reply)),
  }));
}
