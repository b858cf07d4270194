import { getSettings, saveSettings } from '@courierdesk/contract/settings';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../base/context.ts';
import { withShop } from '../../base/db/tenancy.ts';
import { route } from '../../base/http/route.ts';
import { settingsOf } from './find-settings.ts';
import { saveShopSettings } from './save-settings.ts';

export function settingsRoutes(app: FastifyInstance, context: Context): void {
  route(app, getSettings, async ({ actor }) => ({
    settings: await withShop(context.db, actor.shopId, (trx) => settingsOf(trx, actor.shopId)),
  }));

  route(app, saveSettings, async ({ actor, body }) => ({
    message: 'Settings saved' as const,
    settings: await saveShopSettings(context, actor, body),
  }));
}
