import { existsSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { TypedNumber, type TrackingLanguage } from '@courierdesk/contract/public-tracking';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../context.ts';
import { AppError, retryAfterOf } from '../errors.ts';
import { trackPublicly, type LookUp, type PublicTracking } from './track-publicly.ts';

type Lang = 'en' | 'ur';
type Asked = { number: string; key: string | undefined; lang: Lang };
type PageInput =
  | (Asked & { kind: 'found'; tracking: PublicTracking; now: string })
  | (Asked & { kind: 'not-found' | 'error' })
  | (Asked & { kind: 'too-often'; seconds: number })
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
  // The router does not match a number above with more than 100 characters, or with a slash.
  for (const path of ['/track/:number', '/track/*'])
    app.get<{ Params: { number?: string; '*'?: string }; Querystring: Query }>(path, async (request, reply) => {
      const { params, query, ip } = request;
      const number = TypedNumber.parse(params.number ?? params['*'] ?? '');
      const key = typeof query.k === 'string' ? query.k : undefined;
      const page = await pageFor(context, { number, key, ip }, languageChoice(request));
      if (page.kind === 'too-often') void reply.header('retry-after', String(page.seconds));
      return show(reply, page);
    });
  for (const path of ['/track', '/track/'])
    app.get<{ Querystring: Query }>(path, async (request, reply) => {
      const lang = languageFor(languageChoice(request));
      const number = TypedNumber.safeParse(request.query.number).data;
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

type Query = { readonly lang?: unknown; readonly k?: unknown; readonly number?: unknown };

type LanguageChoice = { readonly asked: unknown; readonly byBrowser: Lang };

const languageChoice = ({
  query,
  headers,
}: Pick<FastifyRequest<{ Querystring: Query }>, 'query' | 'headers'>): LanguageChoice => ({
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

async function pageFor(context: Context, lookUp: LookUp, language: LanguageChoice): Promise<PageInput> {
  const asked = { number: lookUp.number, key: lookUp.key, lang: languageFor(language) };
  try {
    const tracking = await trackPublicly(context, lookUp);
    if (!tracking) return { kind: 'not-found', ...asked };
    const lang = languageFor(language, tracking.shop.language);
    return { kind: 'found', tracking, now: context.clock().toISOString(), ...asked, lang };
  } catch (error) {
    const seconds = retryAfterOf(error);
    if (seconds !== undefined) return { kind: 'too-often', ...asked, seconds };
    if (!(error instanceof AppError)) context.log.error({ err: error }, 'public tracking failed');
    return { kind: 'error', ...asked };
  }
}
