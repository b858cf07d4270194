import type { FastifyInstance } from 'fastify';
import { redirectLocalhost } from './admin/redirect-localhost.ts';
import { registerAdminApps } from './admin/register-apps.ts';
import { registerAdminOrders } from './admin/register-orders.ts';
import { registerAdminSettings } from './admin/register-settings.ts';
import { registerBulkFiles } from './graphql/register-bulk-files.ts';
import { registerGraphql } from './graphql/register-graphql.ts';
import { registerOauth } from './oauth/register-oauth.ts';
import { registerProductImages } from './demo-data/product-images.ts';
import type { Shopify } from './platform/shopify.ts';

/** Every path under `/shopify`. */
export function registerShopify(app: FastifyInstance, shopify: Shopify): void {
  registerProductImages(app);
  registerOauth(app, shopify);
  registerGraphql(app, shopify);
  registerBulkFiles(app, shopify);
  app.register(async (admin) => {
    redirectLocalhost(admin, shopify.context);
    registerAdminOrders(admin, shopify);
    registerAdminApps(admin, shopify);
    registerAdminSettings(admin, shopify);
  });
}
