import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../../base/context.ts';
import { sendErrorPage } from '../../base/http/error-page.ts';
import { networkOf } from '../../base/http/network-of.ts';
import { PlatformError } from '../../adapters/platforms/platform.ts';
import { bookingPageForOrders } from './booking-page-for-orders.ts';
import { keepBrowserSecret } from './keep-browser-secret.ts';
import { finishSignIn, startSignIn, type StoreVisit } from './store-sign-in.ts';
import { pageOf } from './store-pages.ts';

/** Pages that the store's admin opens in a browser. Errors are shown as pages, not JSON. */
export async function storeSignInRoutes(app: FastifyInstance, context: Context): Promise<void> {
  app.setErrorHandler((error, request, reply) => {
    const page = pageOf(error);
    if (error instanceof PlatformError) request.log.warn({ err: error }, 'store sign-in failed');
    if (page) return sendErrorPage(reply, page);
    throw error;
  });
  const visits = (path: string, go: (visit: StoreVisit) => Promise<string>): void => {
    app.get(path, { exposeHeadRoute: false }, async (request, reply) => {
      await context.rateLimits.consume('store-launch', networkOf(request.ip));
      const visit = visitOf(context, request, reply);
      return reply
        .headers({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
        .redirect(await go(visit), 302);
    });
  };
  visits('/shopify/launch', (visit) => startSignIn(context, visit, () => '/dashboard'));
  visits('/shopify/orders/open', (visit) =>
    startSignIn(context, visit, (signed) => bookingPageForOrders(context, signed)),
  );
  visits('/shopify/orders/open-many', (visit) =>
    startSignIn(context, visit, (signed) => bookingPageForOrders(context, signed)),
  );
  visits('/shopify/callback', (visit) => finishSignIn(context, visit));
}

function visitOf(context: Context, request: FastifyRequest, reply: FastifyReply): StoreVisit {
  const browserSecret = keepBrowserSecret(context, request, reply);
  const queryAt = request.url.indexOf('?');
  const rawQuery = queryAt < 0 ? '' : request.url.slice(queryAt + 1);
  return { rawQuery, browserSecret, ip: request.ip, userAgent: request.headers['user-agent']?.slice(0, 300) ?? '' };
}
