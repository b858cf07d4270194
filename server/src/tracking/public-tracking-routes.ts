import { existsSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { TrackingNumber } from '@courierdesk/contract/ids';
import type { TrackingLanguage } from '@courierdesk/contract/public-tracking';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../context.ts';
import { AppError, retryAfterOf } from '../errors.ts';
import { networkOf } from '../http/network-of.ts';
import { trackPublicly, type PublicTracking } from './track-publicly.ts';

type Lang = 'en' | 'ur';
type PageInput =
  | { kind: 'found'; tracking: PublicTracking; now: string; lang: Lang; number: string }
  | { kind: 'not-found' | 'too-often' | 'error'; number: string; lang: Lang }
  | { kind: 'no-number'; lang: Lang };
export type TrackingRenderer = { renderTracking(input: PageInput): string };

const bundle = fileURLToPath(new URL('../../../web/dist-server/tracking.js', import.meta.url));

/** The page's renderer from the web build, or undefined before the web is built. */
export async function loadTrackingRenderer(): Promise<TrackingRenderer | undefined> {
  return existsSync(bundle) ? ((await import(pathToFileURL(bundle).href)) as TrackingRenderer) : undefined;
}

/** `/track/{number}`, and `/track` with a form for the number. Rendered on the server, works without JavaScript. */
export function publicTrackingRoutes(
  app: FastifyInstance,
  context: Context,
  { renderTracking }: TrackingRenderer,
): void {
  app.get<{ Params: { number: string }; Querystring: { lang?: string } }>('/track/:number', async (request, reply) => {
    const number = TrackingNumber.parse(request.params.number.toWellFormed().replaceAll('\0', ''));
    const { page, retryAfter } = await pageFor(context, number, languageChoice(request), request.ip);
    if (retryAfter !== undefined) void reply.header('retry-after', String(retryAfter));
    return show(reply, page);
  });
  for (const path of ['/track', '/track/'])
    app.get<{ Querystring: { lang?: unknown; number?: unknown } }>(path, async (request, reply) => {
      const lang = languageFor(languageChoice(request));
      const number = TrackingNumber.safeParse(request.query.number).data?.toWellFormed().replaceAll('\0', '');
      if (!number) return show(reply, { kind: 'no-number', lang });
      return reply.redirect(`/track/${encodeURIComponent(number)}?lang=${lang}`, 303);
    });

  const show = (reply: FastifyReply, page: PageInput): FastifyReply =>
    reply
      .code(statusOfPage[page.kind])
      .type('text/html; charset=utf-8')
      .header('cache-control', 'private, no-store')
      .header('x-robots-tag', 'noindex')
      .send(renderTracking(page));
}

type LanguageChoice = { readonly asked: unknown; readonly byBrowser: Lang };

const languageChoice = ({ query, headers }: FastifyRequest<{ Querystring: { lang?: unknown } }>): LanguageChoice => ({
  asked: query.lang,
  byBrowser: preferredLanguage(headers['accept-language'] ?? ''),
});

/** The language that the customer chose, otherwise that of the shop, otherwise that of the browser. */
function languageFor({ asked, byBrowser }: LanguageChoice, ofShop: TrackingLanguage = 'browser'): Lang {
  if (asked === 'en' || asked === 'ur') return asked;
  return ofShop === 'browser' ? byBrowser : ofShop;
}

/** Urdu if an `Accept-Language` header prefers it to English. Browsers send their languages in this order. */
const preferredLanguage = (header: string): Lang =>
  /^\s*ur\b/i.test(header.split(',').find((tag) => /^\s*(ur|en)\b/i.test(tag)) ?? '') ? 'ur' : 'en';

const statusOfPage = { found: 200, 'no-number': 200, 'not-found': 404, 'too-often': 429, error: 503 };

type Page = { readonly page: PageInput; readonly retryAfter?: number };

async function pageFor(context: Context, number: string, language: LanguageChoice, ip: string): Promise<Page> {
  const lang = languageFor(language);
  try {
    await context.publicLimits.consume('public-tracking', networkOf(ip));
    const tracking = number.length <= 50 ? await trackPublicly(context, number) : undefined;
    if (!tracking) return { page: { kind: 'not-found', number, lang } };
    const found = { tracking, now: context.clock().toISOString(), lang: languageFor(language, tracking.shop.language) };
    return { page: { kind: 'found', ...found, number } };
  } catch (error) {
    const retryAfter = retryAfterOf(error);
    if (retryAfter !== undefined) return { page: { kind: 'too-often', number, lang }, retryAfter };
    if (!(error instanceof AppError)) context.log.error({ err: error }, 'public tracking failed');
    return { page: { kind: 'error', number, lang } };
  }
}
