import cookie from '@fastify/cookie';
import compress from '@fastify/compress';
import { apiBase } from '@courierdesk/contract/endpoint';
import Fastify, { LogController, type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import { analyticsRoutes } from './analytics/routes.ts';
import { activityLogRoutes } from './activity-log/routes.ts';
import { staffRoutes } from './staff/routes.ts';
import { toDoRoutes } from './to-do/routes.ts';
import { batchRoutes } from './batches/routes.ts';
import { billingReturnRoute, billingRoutes } from './billing/routes.ts';
import { attentionRoutes } from './attention/routes.ts';
import { differenceRoutes } from './differences/routes.ts';
import { bookingRoutes } from './booking/routes.ts';
import { bookingRuleRoutes } from './booking-rules/routes.ts';
import type { Config } from './config.ts';
import type { Context } from './context.ts';
import { cancellingRoutes } from './cancelling/routes.ts';
import { courierAccountRoutes } from './courier-accounts/routes.ts';
import { courierPushWebhooks } from './courier-pushes/push-webhooks.ts';
import { courierPushRoutes } from './courier-pushes/routes.ts';
import { newId } from './db/ids.ts';
import { countFetchedPrint } from './documents/count-fetched-print.ts';
import { documentRoutes } from './documents/routes.ts';
import { exportRoutes } from './exports/routes.ts';
import { fileRoutes } from './files/routes.ts';
import { limitBodiesInFlight } from './http/bodies-in-flight.ts';
import { refuseCompressedBodies } from './http/compressed-bodies.ts';
import { installCompressedReplies } from './http/compressed-replies.ts';
import { limitConnections, requestTimeouts } from './http/connection-limits.ts';
import { installErrorReply, replyWithError } from './http/error-reply.ts';
import { inputValidator } from './http/input-validator.ts';
import { healthRoutes } from './http/health.ts';
import { collectServed, installOpenApi } from './http/openapi/openapi.ts';
import { countJobs } from './jobs/job-metrics.ts';
import { countDueParcels } from './tracking/track-due-shipments.ts';
import { countLegalRequests } from './webhooks/legal-requests.ts';
import { installPromptClose } from './http/prompt-close.ts';
import { refuseUnreadable } from './http/unreadable-requests.ts';
import { installUserRateLimit } from './http/user-rate-limit.ts';
import { replySerializer } from './http/reply-serializer.ts';
import { installSecurityHeaders } from './http/security-headers.ts';
import { installServerTiming } from './http/server-timing.ts';
import { installSessionGuard } from './http/session-guard.ts';
import { dashboardFiles } from './http/dashboard-files.ts';
import { importRoutes } from './imports/routes.ts';
import { searchRoutes } from './search/routes.ts';
import { sessionRoutes } from './sessions/routes.ts';
import { customerMailRoutes } from './customer-mails/routes.ts';
import { settingsRoutes } from './settings/routes.ts';
import { logoRoute } from './shop-look/logo-route.ts';
import { shopLookRoutes } from './shop-look/routes.ts';
import { loadTrackingRenderer, publicTrackingRoutes } from './tracking/public-tracking-routes.ts';
import { decodableTrackingUrl } from './tracking/decodable-url.ts';
import { trackingRoutes } from './tracking/routes.ts';
import { passwordRoutes } from './passwords/routes.ts';
import { ordersListRoutes } from './orders-list/routes.ts';
import { orderViewRoutes } from './order-views/routes.ts';
import { shipmentTaskRoutes } from './shipment-tasks/routes.ts';
import { storeSignInRoutes } from './store-sign-in/routes.ts';
import { storeStateRoutes } from './store-sign-in/store-state-routes.ts';
import { storeOrderRoutes } from './store-orders/routes.ts';
import { webhookRoutes } from './webhooks/routes.ts';
import { subscriptionRoutes } from './subscriptions/routes.ts';
import { passkeyRoutes } from './two-factor/passkey-routes.ts';
import { twoFactorRoutes } from './two-factor/routes.ts';
import { userRoutes } from './users/routes.ts';

/** The whole HTTP side, not listening yet. */
export async function buildApp(context: Context): Promise<FastifyInstance> {
  const app = bareApp(context);
  installSecurityHeaders(app, context);
  await app.register(cookie);
  await app.register(compress, { threshold: 2048, encodings: ['br', 'gzip'], globalDecompression: false });
  healthRoutes(app, context, counts);
  await app.register(
    async (api) => {
      installServerTiming(api);
      installCompressedReplies(api);
      installUserRateLimit(api, context);
      installSessionGuard(api, context);
      // Replies contain personal data, so browsers and proxies must not store them.
      api.addHook('onSend', async (_request, reply) => {
        if (!reply.hasHeader('cache-control')) void reply.header('cache-control', 'no-store');
      });
      const served = collectServed(api);
      sessionRoutes(api, context);
      passwordRoutes(api, context);
      twoFactorRoutes(api, context);
      passkeyRoutes(api, context);
      userRoutes(api, context);
      activityLogRoutes(api, context);
      subscriptionRoutes(api, context);
      billingRoutes(api, context);
      courierAccountRoutes(api, context);
      courierPushRoutes(api, context);
      storeStateRoutes(api, context);
      settingsRoutes(api, context);
      shopLookRoutes(api, context);
      customerMailRoutes(api, context);
      storeOrderRoutes(api, context);
      ordersListRoutes(api, context);
      bookingRoutes(api, context);
      cancellingRoutes(api, context);
      trackingRoutes(api, context);
      searchRoutes(api, context);
      attentionRoutes(api, context);
      differenceRoutes(api, context);
      orderViewRoutes(api, context);
      shipmentTaskRoutes(api, context);
      batchRoutes(api, context);
      bookingRuleRoutes(api, context);
      analyticsRoutes(api, context);
      staffRoutes(api, context);
      toDoRoutes(api, context);
      documentRoutes(api, context);
      fileRoutes(api, context, countFetchedPrint);
      exportRoutes(api, context);
      await importRoutes(api, context);
      await installOpenApi(api, context, served);
    },
    { prefix: apiBase },
  );
  await app.register(async (web) => storeSignInRoutes(web, context));
  await app.register(async (web) => billingReturnRoute(web, context));
  await app.register(async (web) => webhookRoutes(web, context));
  await app.register(async (web) => courierPushWebhooks(web, context));
  await app.register(async (web) => logoRoute(web, context));
  const tracking = await loadTrackingRenderer();
  if (tracking) await app.register(async (web) => publicTrackingRoutes(web, context, tracking));
  await app.register(async (web) => dashboardFiles(web));
  return app;
}

/** A worker process serves its health and metrics, and nothing else. */
export function buildWorkerApp(context: Context): FastifyInstance {
  const app = bareApp(context);
  healthRoutes(app, context, counts);
  return app;
}

/** Read for `/metrics` in every process. */
const counts = [countJobs, countLegalRequests, countDueParcels];

function bareApp(context: Context): FastifyInstance {
  const loggerInstance: FastifyBaseLogger = context.log;
  const app = Fastify({
    loggerInstance,
    genReqId: () => newId(context.clock()),
    requestIdHeader: false,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: trustedProxies(context.config.trustProxy),
    bodyLimit: 100 * 1024,
    ...requestTimeouts(context.config),
    rewriteUrl: ({ url = '/' }) => decodableTrackingUrl(url),
    clientErrorHandler: refuseUnreadable,
    frameworkErrors: (error, request, reply) => {
      void reply.header('x-request-id', request.id);
      void replyWithError(error, request, reply);
    },
  });
  limitConnections(app, context.config);
  limitBodiesInFlight(app);
  app.setValidatorCompiler(inputValidator);
  app.setSerializerCompiler(replySerializer);
  installErrorReply(app);
  refuseCompressedBodies(app);
  installPromptClose(app);
  app.addHook('onSend', async (request, reply) => void reply.header('x-request-id', request.id));
  app.addHook('onResponse', async (request, reply) => {
    context.metrics.requests.observe(
      { endpoint: request.routeOptions.url ?? 'none', status: String(reply.statusCode) },
      reply.elapsedTime / 1000,
    );
  });
  return app;
}

/** Fastify's own hop count would also trust a client that bypasses the proxies and sends a made-up header. */
const trustedProxies = (trusted: Config['trustProxy']) =>
  typeof trusted === 'number' ? (_address: string, hop: number): boolean => hop < trusted : trusted;
