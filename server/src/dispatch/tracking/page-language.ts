import { fastifyCookie } from '@fastify/cookie';
import type { TrackingLanguage } from '@courierdesk/contract/public-tracking';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../../base/context.ts';

export type Lang = 'en' | 'ur';
export type LanguageChoice = { readonly chosen: Lang | undefined; readonly byBrowser: Lang };

type PageRequest = Pick<FastifyRequest<{ Querystring: { readonly lang?: unknown } }>, 'query' | 'headers'>;

/** What the customer chose, now by a link or earlier in this browser, and what the browser prefers. */
export const languageChoice = ({ query, headers }: PageRequest): LanguageChoice => ({
  chosen: langOf(query.lang) ?? langOf(fastifyCookie.parse(headers.cookie ?? '')[cookieName]),
  byBrowser: preferredLanguage(headers['accept-language'] ?? ''),
});

/** The language that the customer chose, otherwise that of the shop, otherwise that of the browser. */
export function languageFor({ chosen, byBrowser }: LanguageChoice, ofShop: TrackingLanguage = 'browser'): Lang {
  return chosen ?? (ofShop === 'browser' ? byBrowser : ofShop);
}

/** Sets a cookie when the customer has just chosen a language. It holds nothing else. */
export function rememberLanguage({ config }: Context, { query }: PageRequest, reply: FastifyReply): FastifyReply {
  const chosen = langOf(query.lang);
  if (!chosen) return reply;
  const secure = config.publicUrl.startsWith('https://');
  const options = { path: '/track', maxAge: yearInSeconds, httpOnly: true, sameSite: 'lax', secure } as const;
  return reply.header('set-cookie', fastifyCookie.serialize(cookieName, chosen, options));
}

const cookieName = 'tracking-language';
const yearInSeconds = 365 * 86_400;

const langOf = (text: unknown): Lang | undefined => (text === 'en' || text === 'ur' ? text : undefined);

/** Urdu if an `Accept-Language` header prefers it to English. Browsers send their languages in this order. */
const preferredLanguage = (header: string): Lang =>
  /^\s*ur\b/i.test(header.split(',').find((tag) => /^\s*(ur|en)\b/i.test(tag)) ?? '') ? 'ur' : 'en';
