import type { FastifyInstance } from 'fastify';
import { keepOneHost } from './admin/keep-one-host.ts';
import { registerAdminApps } from './admin/register-apps.ts';
import { registerAdminOrders } from './admin/register-orders.ts';
import { registerAdminSettings } from './admin/register-settings.ts';
import { registerBulkFiles } from './bulk-files.ts';
import { registerGraphql } from './graphql-route.ts';
import { registerOauth } from './oauth-routes.ts';
import { registerProductImages } from './product-images.ts';
import type { Shopify } from './shopify.ts';

/** Every path under `/shopify`. */
export function registerShopify(app: FastifyInstance, shopify: Shopify): void {
  registerProductImages(app);
  registerOauth(app, shopify);
  registerGraphql(app, shopify);
  registerBulkFiles(app, shopify);
  app.register(async (admin) => {
    keepOneHost(admin, shopify.world);
    registerAdminOrders(admin, shopify);
    registerAdminApps(admin, shopify);
    registerAdminSettings(admin, shopify);
  });
}
