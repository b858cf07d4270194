import type { FastifyReply } from 'fastify';
import type { Html } from './html.ts';
import { html } from './html.ts';

export type PageOptions = {
  title: string;
  /** Shown in the bar at the top, before the links. */
  area: string;
  links?: { href: string; text: string; current?: boolean }[];
  notice?: string | undefined;
  body: Html;
};

export function sendPage(reply: FastifyReply, options: PageOptions, status = 200): FastifyReply {
  return reply
    .code(status)
    .type('text/html; charset=utf-8')
    .header('cache-control', 'no-store')
    .send(`<!doctype html>${page(options).markup}`);
}

function page({ title, area, links = [], notice, body }: PageOptions): Html {
  return html`<html lang="en">
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <title>${title}</title>
      <link rel="icon" href="data:," />
      <style>
        ${{ markup: pageStyle }}
      </style>
    </head>
    <body>
      <header class="bar">
        <a class="home" href="/">Sandbox</a><strong>${area}</strong>
        <nav aria-label="Pages">
          ${links.map((link) => html`<a href="${link.href}" ${link.current ? html`aria-current="page"` : ''}>${link.text}</a>`)}
        </nav>
      </header>
      <main>${notice ? html`<p class="notice" role="status">${notice}</p>` : ''} ${body}</main>
    </body>
  </html>`;
}

const pageStyle = `
:root{color-scheme:light dark;--ink:#1b1f24;--dim:#5c6670;--paper:#f5f6f7;--card:#fff;--line:#dfe3e7;--accent:#0b6e4f;--accent-ink:#fff;--warn:#8a4b00;--warn-paper:#fff3df;--bad:#a11b1b;--bad-paper:#fdeaea;--ok:#0b5d3b;--ok-paper:#e2f4ea}
@media (prefers-color-scheme:dark){:root{--ink:#e8eaed;--dim:#a2abb5;--paper:#14171a;--card:#1d2125;--line:#333a41;--accent:#4fc79a;--accent-ink:#06281b;--warn:#ffc46b;--warn-paper:#3a2a10;--bad:#ff9c9c;--bad-paper:#3f1c1c;--ok:#7fe0b3;--ok-paper:#11352a}}
*{box-sizing:border-box}body{margin:0;background:var(--paper);color:var(--ink);font:15px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans","Noto Nastaliq Urdu",sans-serif}
a{color:var(--accent)}.bar{display:flex;flex-wrap:wrap;gap:.4rem 1rem;align-items:center;padding:.7rem 1rem;background:var(--card);border-bottom:1px solid var(--line)}
.bar nav{display:flex;flex-wrap:wrap;gap:.3rem .9rem;margin-left:auto}.bar nav a{text-decoration:none;padding:.2rem 0}.bar nav a[aria-current]{font-weight:600;border-bottom:2px solid}
.home{font-weight:700;text-decoration:none;color:var(--dim)}main{max-width:1120px;margin:0 auto;padding:1.2rem 1rem 4rem}
h1{font-size:1.4rem;line-height:1.25;margin:.2rem 0 1rem}h2{font-size:1.05rem;margin:0 0 .6rem}
.card{background:var(--card);border:1px solid var(--line);border-radius:10px;padding:1rem;margin:0 0 1rem}.cards{display:grid;gap:1rem;grid-template-columns:repeat(auto-fit,minmax(min(100%,280px),1fr))}.cards .card{margin:0}.cards+.card{margin-top:1rem}.cards{margin-bottom:1rem}
.two{display:grid;gap:1rem;grid-template-columns:minmax(0,2fr) minmax(0,1fr)}@media (max-width:760px){.two{grid-template-columns:minmax(0,1fr)}}
.scroll{overflow-x:auto}table{border-collapse:collapse;width:100%}th,td{text-align:left;padding:.5rem .6rem;border-bottom:1px solid var(--line);vertical-align:top}th{font-size:.82rem;color:var(--dim);font-weight:600;white-space:nowrap}td.t,td.n{white-space:nowrap}td.w{min-width:10rem}td.n,th.n{text-align:right;font-variant-numeric:tabular-nums}
.dim{color:var(--dim)}.big{font-size:1.6rem;font-weight:650;font-variant-numeric:tabular-nums}.row{display:flex;flex-wrap:wrap;gap:.5rem;align-items:center;margin:0 0 .8rem}.card .row,td .row,.row .row,li .row{margin:0}.card .row:not(:last-child){margin-bottom:.6rem}form.row{align-items:end}dl+form,p+form,ul+form,table+form,dl+.notice,details+.row,.card dl+form.row,.card details+.row{margin-top:.9rem}h1{flex-basis:auto}.grow{flex:1 1 14rem}
button,.button{font:inherit;font-weight:600;border:1px solid var(--line);background:var(--card);color:var(--ink);border-radius:8px;padding:.45rem .8rem;min-height:40px;cursor:pointer;text-decoration:none;display:inline-flex;align-items:center;justify-content:center}
button.main,.button.main{background:var(--accent);border-color:var(--accent);color:var(--accent-ink)}button.bad{color:var(--bad);border-color:currentColor}
button:focus-visible,a:focus-visible,input:focus-visible,select:focus-visible,textarea:focus-visible{outline:3px solid var(--accent);outline-offset:2px}
input,select,textarea{font:inherit;color:inherit;background:var(--card);border:1px solid var(--line);border-radius:8px;padding:.45rem .6rem;min-height:40px;max-width:100%}fieldset{border:1px solid var(--line);border-radius:8px;min-width:0}input[type=number]{width:9rem}input[type=checkbox],input[type=radio]{min-height:0;width:18px;height:18px;flex:none;accent-color:var(--accent)}label{display:grid;gap:.2rem;font-size:.9rem}label.inline{display:inline-flex;align-items:center;gap:.5rem}
.badge{display:inline-block;border-radius:99px;padding:.05rem .6rem;font-size:.82rem;background:var(--line);white-space:nowrap}.badge.ok{background:var(--ok-paper);color:var(--ok)}.badge.warn{background:var(--warn-paper);color:var(--warn)}.badge.bad{background:var(--bad-paper);color:var(--bad)}
.notice{background:var(--ok-paper);color:var(--ok);border-radius:8px;padding:.6rem .9rem}.thumb{width:44px;height:44px;border-radius:6px;border:1px solid var(--line)}dl{display:grid;grid-template-columns:auto 1fr;gap:.2rem .9rem;margin:0}dt{color:var(--dim)}dd{margin:0;overflow-wrap:anywhere}
details>summary{cursor:pointer;font-weight:600;padding:.3rem 0}form.stack{display:grid;gap:.7rem;max-width:34rem}pre{overflow-x:auto;margin:0;font-size:.85rem}ul.plain{list-style:none;margin:0;padding:0;display:grid;gap:.5rem}
`;
