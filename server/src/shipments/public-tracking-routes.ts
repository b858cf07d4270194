import { existsSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { TrackingNumber } from '@courierdesk/contract/ids';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { AppError, retryAfterOf } from '../errors.ts';
import { networkOf } from '../http/network-of.ts';
import { trackPublicly, type PublicTracking } from './track-publicly.ts';

type Lang = 'en' | 'ur';
type PageInput =
  | { kind: 'found'; tracking: PublicTracking; now: string; lang: Lang; number: string }
  | { kind: 'not-found' | 'too-often' | 'error'; number: string; lang: Lang };
export type TrackingRenderer = { renderTracking(input: PageInput): string };

const bundle = fileURLToPath(new URL('../../../web/dist-server/tracking.js', import.meta.url));

/** The web's own entry, loaded as a file; none before the web was built. */
export async function loadTrackingRenderer(): Promise<TrackingRenderer | undefined> {
  return existsSync(bundle) ? ((await import(pathToFileURL(bundle).href)) as TrackingRenderer) : undefined;
}

/** `/track/{number}`: rendered here, works without JavaScript. */
export function publicTrackingRoutes(
  app: FastifyInstance,
  context: Context,
  { renderTracking }: TrackingRenderer,
): void {
  app.get<{ Params: { number: string }; Querystring: { lang?: string } }>('/track/:number', async (request, reply) => {
    const number = TrackingNumber.parse(request.params.number.toWellFormed().replaceAll('\0', ''));
    const lang: Lang = request.query.lang === 'ur' ? 'ur' : 'en';
    const { page, retryAfter } = await pageFor(context, number, lang, request.ip);
    const status = { found: 200, 'not-found': 404, 'too-often': 429, error: 503 }[page.kind];
    if (retryAfter !== undefined) void reply.header('retry-after', String(retryAfter));
    return reply
      .code(status)
      .type('text/html; charset=utf-8')
      .header('cache-control', 'private, no-store')
      .header('x-robots-tag', 'noindex')
      .send(renderTracking(page));
  });
}

type Page = { readonly page: PageInput; readonly retryAfter?: number };

async function pageFor(context: Context, number: string, lang: Lang, ip: string): Promise<Page> {
  try {
    await context.rateLimits.count('public-tracking', networkOf(ip));
    const tracking = number.length <= 50 ? await trackPublicly(context, number) : undefined;
    if (!tracking) return { page: { kind: 'not-found', number, lang } };
    return { page: { kind: 'found', tracking, now: context.clock().toISOString(), lang, number } };
  } catch (error) {
    const retryAfter = retryAfterOf(error);
    if (retryAfter !== undefined) return { page: { kind: 'too-often', number, lang }, retryAfter };
    if (!(error instanceof AppError)) context.log.error({ err: error }, 'public tracking failed');
    return { page: { kind: 'error', number, lang } };
  }
}
