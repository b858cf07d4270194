import cookie from '@fastify/cookie';
import compress from '@fastify/compress';
import { apiBase } from '@courierdesk/contract/endpoint';
import Fastify, { LogController, type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import { analyticsRoutes } from '../insights/analytics/routes.ts';
import { activityLogRoutes } from '../insights/activity-log/routes.ts';
import { staffRoutes } from '../insights/staff/routes.ts';
import { toDoRoutes } from '../insights/to-do/routes.ts';
import { batchRoutes } from '../dispatch/batches/routes.ts';
import { billingReturnRoute, billingRoutes } from '../store-app/billing/routes.ts';
import { attentionRoutes } from '../dispatch/attention/routes.ts';
import { differenceRoutes } from '../dispatch/differences/routes.ts';
import { bookingRoutes } from '../dispatch/booking/routes.ts';
import { bookingRuleRoutes } from '../shop/booking-rules/routes.ts';
import type { Config } from '../base/config.ts';
import type { Context } from '../base/context.ts';
import { cancellingRoutes } from '../dispatch/cancelling/routes.ts';
import { courierAccountRoutes } from '../shop/courier-accounts/routes.ts';
import { courierPushWebhooks } from '../dispatch/courier-pushes/push-webhooks.ts';
import { courierPushRoutes } from '../dispatch/courier-pushes/routes.ts';
import { newId } from '../base/db/ids.ts';
import { countFetchedPrint } from '../shipments/documents/count-fetched-print.ts';
import { documentRoutes } from '../shipments/documents/routes.ts';
import { exportRoutes } from '../shipments/exports/routes.ts';
import { fileRoutes } from '../base/files/routes.ts';
import { limitBodiesInFlight } from '../base/http/bodies-in-flight.ts';
import { refuseCompressedBodies } from '../base/http/compressed-bodies.ts';
import { limitConnections, requestTimeouts } from '../base/http/connection-limits.ts';
import { installErrorReply, replyWithError } from '../base/http/error-reply.ts';
import { inputValidator } from '../base/http/input-validator.ts';
import { readJsonBodies } from '../base/http/json-bodies.ts';
import { healthRoutes } from '../base/http/health.ts';
import { collectServed, installOpenApi } from '../base/http/openapi/openapi.ts';
import { countJobs } from '../base/jobs/job-metrics.ts';
import { countLateJobs } from '../base/jobs/count-late-jobs.ts';
import { countStoppedCopies } from '../base/observability/copies-of-database.ts';
import { countConnections } from '../base/observability/count-connections.ts';
import { countUncertainBookings } from '../dispatch/booking/count-uncertain.ts';
import { countDueUpdates } from '../store/sync/update-due-orders.ts';
import { countDueShipments } from '../dispatch/tracking/track-due-shipments.ts';
import { countLegalRequests } from '../store-app/webhooks/legal-requests.ts';
import { installPromptClose } from '../base/http/prompt-close.ts';
import { refuseUnreadable } from '../base/http/unreadable-requests.ts';
import { installUserRateLimit } from '../base/http/user-rate-limit.ts';
import { replySerializer } from '../base/http/reply-serializer.ts';
import { installSecurityHeaders } from '../base/http/security-headers.ts';
import { installServerTiming } from '../base/http/server-timing.ts';
import { installSessionGuard } from '../base/http/session-guard.ts';
import { dashboardFiles } from '../base/http/dashboard-files.ts';
import { traceRequests } from '../base/http/trace-requests.ts';
import { operatorRoutes } from './operator-page/routes.ts';
import { importRoutes } from '../dispatch/imports/routes.ts';
import { searchRoutes } from '../insights/search/routes.ts';
import { sessionRoutes } from '../people/sessions/routes.ts';
import { customerMailRoutes } from '../shipments/customer-mails/routes.ts';
import { settingsRoutes } from '../shop/settings/routes.ts';
import { logoRoute } from '../shop/look/logo-route.ts';
import { shopLookRoutes } from '../shop/look/routes.ts';
import { loadTrackingRenderer, publicTrackingRoutes } from '../dispatch/tracking/public-tracking-routes.ts';
import { decodableTrackingUrl } from '../dispatch/tracking/decodable-url.ts';
import { trackingRoutes } from '../dispatch/tracking/routes.ts';
import { passwordRoutes } from '../people/passwords/routes.ts';
import { ordersListRoutes } from '../shipments/list/routes.ts';
import { orderViewRoutes } from '../shipments/views/routes.ts';
import { shipmentTaskRoutes } from '../dispatch/tasks/routes.ts';
import { storeSignInRoutes } from '../store-app/sign-in/routes.ts';
import { storeStateRoutes } from '../store-app/sign-in/store-state-routes.ts';
import { storeOrderRoutes } from '../store/orders/routes.ts';
import { webhookRoutes } from '../store-app/webhooks/routes.ts';
import { subscriptionRoutes } from '../shop/subscriptions/routes.ts';
import { passkeyRoutes } from '../people/two-factor/passkey-routes.ts';
import { oldCustomerRoutes } from '../store-app/privacy/routes.ts';
import { twoFactorRoutes } from '../people/two-factor/routes.ts';
import { userRoutes } from '../people/users/routes.ts';

/** The whole HTTP side, not listening yet. */
export async function buildApp(context: Context): Promise<FastifyInstance> {
  const app = bareApp(context);
  installSecurityHeaders(app, context);
  await app.register(cookie);
  // A page of fifty orders takes half a millisecond. Streams take longer, so only larger replies are streamed.
  await app.register(compress, {
    ...{ threshold: 2048, syncThreshold: 256 * 1024 },
    ...{ encodings: ['br', 'gzip'], globalDecompression: false },
  });
  healthRoutes(app, context, counts);
  await app.register(
    async (api) => {
      installServerTiming(api);
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
      oldCustomerRoutes(api, context);
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
      await api.register(async (files) => fileRoutes(files, context, countFetchedPrint));
      exportRoutes(api, context);
      await importRoutes(api, context);
      await installOpenApi(api, context, served);
    },
    { prefix: apiBase },
  );
  if (context.config.operatorPassword !== undefined)
    await app.register(async (api) => operatorRoutes(api, context), { prefix: apiBase });
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
const counts = [
  countConnections,
  countJobs,
  countLateJobs,
  countStoppedCopies,
  countLegalRequests,
  countDueShipments,
  countUncertainBookings,
  countDueUpdates,
];

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
  traceRequests(app);
  limitConnections(app, context.config);
  limitBodiesInFlight(app);
  app.setValidatorCompiler(inputValidator);
  app.setSerializerCompiler(replySerializer);
  installErrorReply(app);
  refuseCompressedBodies(app);
  readJsonBodies(app);
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
