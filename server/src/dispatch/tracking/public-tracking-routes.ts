import { existsSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { TypedNumber } from '@courierdesk/contract/public-tracking';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Context } from '../../base/context.ts';
import { AppError, retryAfterOf } from '../../base/errors.ts';
import { languageChoice, languageFor, rememberLanguage, type Lang, type LanguageChoice } from './page-language.ts';
import { trackPublicly, type LookUp, type PublicTracking } from './track-publicly.ts';

type Asked = Pick<LookUp, 'number' | 'key' | 'courier'> & { lang: Lang };
type PageInput =
  | (Asked & { kind: 'found'; tracking: PublicTracking; now: string; link: string })
  | (Asked & { kind: 'which-courier'; couriers: readonly string[] })
  | (Asked & { kind: 'not-found' | 'error' })
  | (Asked & { kind: 'too-often'; seconds: number })
  | { kind: 'no-number'; lang: Lang };
type TrackingRenderer = { renderTracking(input: PageInput): string };

const bundle = fileURLToPath(new URL('../../../../web/dist-server/tracking.js', import.meta.url));

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
      const courier = typeof query.courier === 'string' ? query.courier : undefined;
      const page = await pageFor(context, { number, key, courier, ip }, languageChoice(request));
      if (page.kind === 'too-often') void reply.header('retry-after', String(page.seconds));
      return show(rememberLanguage(context, request, reply), page);
    });
  for (const path of ['/track', '/track/'])
    app.get<{ Querystring: Query }>(path, async (request, reply) => {
      const lang = languageFor(languageChoice(request));
      const number = TypedNumber.safeParse(request.query.number).data;
      if (!number) return show(rememberLanguage(context, request, reply), { kind: 'no-number', lang });
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

type Query = { readonly [name in 'lang' | 'k' | 'courier' | 'number']?: unknown };

/** The key and the chosen courier go along: a person who shares the link shares what they see. */
function linkOf({ config }: Context, { number, key, courier }: Asked): string {
  const query = new URLSearchParams({ ...(key && { k: key }), ...(courier && { courier }) }).toString();
  return `${config.publicUrl}/track/${encodeURIComponent(number)}${query && `?${query}`}`;
}

const statusOfPage = {
  found: 200,
  'which-courier': 200,
  'no-number': 200,
  'not-found': 404,
  'too-often': 429,
  error: 503,
};

async function pageFor(context: Context, lookUp: LookUp, language: LanguageChoice): Promise<PageInput> {
  const { number, key, courier } = lookUp;
  const asked = { number, key, courier, lang: languageFor(language) };
  try {
    const tracking = await trackPublicly(context, lookUp);
    if (!tracking) return { kind: 'not-found', ...asked };
    if ('couriers' in tracking) return { kind: 'which-courier', ...asked, couriers: tracking.couriers };
    const lang = languageFor(language, tracking.shop.language);
    const now = context.clock().toISOString();
    return { kind: 'found', tracking, now, ...asked, lang, link: linkOf(context, asked) };
  } catch (error) {
    const seconds = retryAfterOf(error);
    if (seconds !== undefined) return { kind: 'too-often', ...asked, seconds };
    if (!(error instanceof AppError)) context.log.error({ err: error }, 'public tracking failed');
    return { kind: 'error', ...asked };
  }
}
