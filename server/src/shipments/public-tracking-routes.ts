import { existsSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { AppError } from '../errors.ts';
import { trackPublicly, type PublicTracking } from './track-publicly.ts';

type Lang = 'en' | 'ur';
type PageInput =
  | { kind: 'found'; tracking: PublicTracking; now: string; lang: Lang; number: string }
  | { kind: 'not-found' | 'error'; number: string; lang: Lang };
type Renderer = { renderTracking(input: PageInput): string };

const bundle = fileURLToPath(new URL('../../../web/dist-server/tracking.js', import.meta.url));

/** `/track/{number}`: rendered here by the web's own entry, loaded as a file; works without JavaScript. */
export async function publicTrackingRoutes(app: FastifyInstance, context: Context): Promise<void> {
  if (!existsSync(bundle)) return;
  const { renderTracking } = (await import(pathToFileURL(bundle).href)) as Renderer;
  app.get<{ Params: { number: string }; Querystring: { lang?: string } }>('/track/:number', async (request, reply) => {
    const number = request.params.number.trim();
    const lang: Lang = request.query.lang === 'ur' ? 'ur' : 'en';
    const page = await pageFor(context, number, lang, request.ip);
    const status = { found: 200, 'not-found': 404, error: 503 }[page.kind];
    return reply
      .code(status)
      .type('text/html; charset=utf-8')
      .header('cache-control', 'private, no-store')
      .header('x-robots-tag', 'noindex')
      .send(renderTracking(page));
  });
}

async function pageFor(context: Context, number: string, lang: Lang, ip: string): Promise<PageInput> {
  try {
    await context.rateLimits.knock('public-tracking', ip);
    const tracking = number.length <= 50 ? await trackPublicly(context, number) : undefined;
    if (!tracking) return { kind: 'not-found', number, lang };
    return { kind: 'found', tracking, now: context.clock().toISOString(), lang, number };
  } catch (error) {
    if (!(error instanceof AppError)) context.log.error({ err: error }, 'public tracking failed');
    return { kind: 'error', number, lang };
  }
}
