import type { FastifyReply, FastifyRequest } from 'fastify';
import type { PageOptions } from '../../pages/layout.ts';
import { sendPage } from '../../pages/layout.ts';
import type { StoredShop } from '../platform/shop.ts';
import type { Shopify } from '../platform/shopify.ts';

export type ShopRequest = FastifyRequest<{
  Params: { shop: string; id?: string };
  Querystring: Record<string, string | string[] | undefined>;
  Body: Record<string, string | string[] | undefined> | undefined;
}>;

/** The store a page belongs to; sends the not-found page when there is none. */
export function shopOf(shopify: Shopify, request: ShopRequest): StoredShop | undefined {
  return shopify.shops.ensure(request.params.shop);
}

export function sendShopPage(
  reply: FastifyReply,
  request: ShopRequest,
  shop: StoredShop,
  page: Pick<PageOptions, 'title' | 'body'>,
): FastifyReply {
  const base = adminUrl(shop);
  const path = request.url.split('?')[0] ?? '';
  const links = [
    { href: `${base}/orders`, text: 'Orders' },
    { href: `${base}/apps`, text: 'Apps' },
    { href: `${base}/settings`, text: 'Settings' },
  ].map((link) => ({ ...link, current: path.startsWith(link.href) }));
  const notice = textOf(request.query['notice']);
  return sendPage(reply, { ...page, area: shop.name, links, notice: notice || undefined });
}

export function notFound(reply: FastifyReply): FastifyReply {
  return reply.code(404).type('text/plain').send('This store has no such page.');
}

/** Redirects to a page that shows `notice`. */
export function redirectWith(reply: FastifyReply, path: string, notice: string): FastifyReply {
  return reply.redirect(`${path}${path.includes('?') ? '&' : '?'}notice=${encodeURIComponent(notice)}`, 303);
}

export function adminUrl(shop: StoredShop): string {
  return `/shopify/${shop.domain}/admin`;
}

export function textOf(value: string | string[] | undefined): string {
  return (Array.isArray(value) ? value[0] : value)?.trim() ?? '';
}
