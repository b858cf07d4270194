import type { FastifyReply } from 'fastify';
import { escapeHtml } from '../escape-html.ts';

/** A page for a person who opened an address that cannot be shown: what happened, what is protected, what to do next. */
export type ErrorPage = {
  readonly status: number;
  readonly title: string;
  readonly happened: string;
  readonly safe: string;
  readonly next: string;
  readonly link?: { readonly href: string; readonly text: string } | undefined;
};

export function sendErrorPage(reply: FastifyReply, page: ErrorPage): FastifyReply {
  return reply
    .code(page.status)
    .headers({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
    .type('text/html; charset=utf-8')
    .send(html(page));
}

const html = (page: ErrorPage): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeHtml(page.title)} – Courierdesk</title>
<style>
:root { color-scheme: light dark; }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; padding: 24px; box-sizing: border-box;
  font: 16px/1.55 system-ui, sans-serif; background: light-dark(#f6f7f8, #141517); color: light-dark(#1f2328, #e6e7e9); }
main { max-width: 460px; padding: 32px; border-radius: 12px; background: light-dark(#fff, #1f2124);
  border: 1px solid light-dark(#dfe2e6, #34373c); }
.name { margin: 0 0 20px; font-weight: 600; color: light-dark(#5a626c, #a4abb5); }
h1 { margin: 0 0 12px; font-size: 22px; line-height: 1.3; }
p { margin: 0 0 12px; }
a { display: inline-block; margin-top: 8px; padding: 10px 18px; border-radius: 8px; text-decoration: none;
  font-weight: 600; background: light-dark(#1f5fc4, #8ab4f8); color: light-dark(#fff, #10213d); }
a:focus-visible { outline: 3px solid light-dark(#1f2328, #fff); outline-offset: 2px; }
</style>
</head>
<body>
<main>
<p class="name">Courierdesk</p>
<h1>${escapeHtml(page.title)}</h1>
<p>${escapeHtml(page.happened)}</p>
<p>${escapeHtml(page.safe)}</p>
<p>${escapeHtml(page.next)}</p>
${page.link ? `<a href="${escapeHtml(page.link.href)}">${escapeHtml(page.link.text)}</a>` : ''}
</main>
</body>
</html>
`;
