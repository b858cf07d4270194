import type { FastifyInstance } from 'fastify';
import { escapeHtml } from '../../pages/html.ts';
import { products } from './demo-products.ts';

/** Product pictures as SVG, so that no page loads from another host. */
export function registerProductImages(app: FastifyInstance): void {
  app.get<{ Params: { file: string } }>('/shopify/images/:file', async (request, reply) => {
    const match = /^product-(\d+)\.svg$/.exec(request.params.file);
    const product = products[Number(match?.[1] ?? 0) - 1];
    if (!product) return reply.code(404).send({ errors: 'Not Found' });
    return reply
      .type('image/svg+xml')
      .header('cache-control', 'public, max-age=86400')
      .header('access-control-allow-origin', '*')
      .send(picture(product.title, product.colour));
  });
}

function picture(title: string, colour: string): string {
  const letters = title
    .split(/\s+/)
    .slice(0, 2)
    .map((word) => word.charAt(0).toUpperCase())
    .join('');
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 256 256" width="256" height="256" role="img" aria-label="${escapeHtml(title)}"><rect width="256" height="256" fill="${colour}"/><path d="M48 96 128 56l80 40v72l-80 40-80-40Z" fill="#fff" fill-opacity=".16"/><path d="m48 96 80 40 80-40M128 136v72" fill="none" stroke="#fff" stroke-opacity=".35" stroke-width="6"/><text x="128" y="142" font-family="system-ui,sans-serif" font-size="72" font-weight="700" text-anchor="middle" dominant-baseline="middle" fill="#fff">${escapeHtml(letters)}</text></svg>`;
}
