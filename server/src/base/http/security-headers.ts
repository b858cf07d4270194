import type { FastifyInstance } from 'fastify';
import helmet from 'helmet';
import type { Context } from '../context.ts';

/** Only product images may come from other hosts, and no site may embed ours. */
export function installSecurityHeaders(app: FastifyInstance, context: Context): void {
  const sandboxImages = context.config.sandbox
    ? [`http://127.0.0.1:${context.config.sandboxPort}`, `http://localhost:${context.config.sandboxPort}`]
    : [];
  const protect = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'"],
        // Mantine sets inline style attributes. Inline scripts are never allowed.
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'https://cdn.shopify.com', ...sandboxImages],
        fontSrc: ["'self'"],
        connectSrc: ["'self'"],
        manifestSrc: ["'self'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        baseUri: ["'none'"],
      },
    },
    strictTransportSecurity: context.config.production ? { maxAge: 31_536_000, includeSubDomains: true } : false,
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    crossOriginEmbedderPolicy: false,
    xFrameOptions: { action: 'deny' },
  });
  app.addHook('onRequest', (request, reply, done) => {
    void reply.header('permissions-policy', 'camera=(), microphone=(), geolocation=(), payment=()');
    protect(request.raw, reply.raw, () => done());
  });
}
