import {
  getShopLook,
  removeLogo,
  saveLabelSettings,
  saveLogo,
  saveTrackingPage,
} from '@courierdesk/contract/shop-look';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../base/context.ts';
import { withShop } from '../../base/db/tenancy.ts';
import { route } from '../../base/http/route.ts';
import { lookOf } from './find-look.ts';
import { saveShopLabels } from './save-label-settings.ts';
import { removeShopLogo, saveShopLogo } from './save-logo.ts';
import { saveShopTrackingPage } from './save-tracking-page.ts';

export function shopLookRoutes(app: FastifyInstance, context: Context): void {
  route(app, getShopLook, async ({ actor }) => ({
    data: await withShop(context.db, actor.shopId, (trx) => lookOf(trx, actor.shopId)),
  }));

  route(app, saveLabelSettings, async ({ actor, body }) => ({
    message: 'Settings saved' as const,
    data: await saveShopLabels(context, actor, body),
  }));

  route(app, saveTrackingPage, async ({ actor, body }) => ({
    message: 'Settings saved' as const,
    data: await saveShopTrackingPage(context, actor, body),
  }));

  route(app, saveLogo, async ({ actor, body }) => ({
    message: 'Logo saved' as const,
    data: await saveShopLogo(context, actor, body.image),
  }));

  route(app, removeLogo, async ({ actor }) => ({
    message: 'Logo removed' as const,
    data: await removeShopLogo(context, actor),
  }));
}
