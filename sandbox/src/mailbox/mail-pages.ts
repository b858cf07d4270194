import type { Mail } from './mails.ts';
import { escapeHtml } from '../pages/html.ts';

/** Newest first. */
export function mailboxPage(mails: Mail[]): string {
  const rows = [...mails]
    .sort((one, other) => Number(other.id) - Number(one.id))
    .map(
      (mail) => `<a class="row" href="/mail/${mail.id}"><strong>${escapeHtml(mail.subject || '(no subject)')}</strong>
<span>to ${escapeHtml(mail.to)}</span><time datetime="${mail.at}">${mail.at.slice(0, 16).replace('T', ' ')} UTC</time></a>`,
    );
  const list =
    rows.length === 0
      ? '<p class="quiet">No mail yet. Every email that Courierdesk sends appears here.</p>'
      : rows.join('\n');
  return page('Mailbox', `<h1>Mailbox</h1>${list}`);
}

/** The HTML of the message is shown in a sandboxed frame, so its scripts do not run. */
export function mailPage(mail: Mail | undefined): string {
  if (!mail) return page('No such mail', '<p><a href="/mail">Mailbox</a></p><h1>No such mail</h1>');
  const attachments =
    mail.attachments.length === 0
      ? ''
      : `<p class="quiet">Attached: ${mail.attachments.map(escapeHtml).join(', ')}</p>`;
  const shown =
    mail.html === ''
      ? `<pre>${escapeHtml(mail.text)}</pre>`
      : `<input type="radio" name="view" id="as-html" checked><label for="as-html">HTML</label>
<input type="radio" name="view" id="as-text"><label for="as-text">Text</label>
<iframe title="Message" sandbox="allow-popups allow-popups-to-escape-sandbox" srcdoc="${escapeHtml(`<base target="_blank">${mail.html}`)}"></iframe>
<pre>${escapeHtml(mail.text)}</pre>${linksIn(mail)}`;
  return page(
    mail.subject,
    `<p><a href="/mail">Mailbox</a></p><h1>${escapeHtml(mail.subject || '(no subject)')}</h1>
<p class="quiet">From ${escapeHtml(mail.from)} to ${escapeHtml(mail.to)}, ${mail.at.slice(0, 16).replace('T', ' ')} UTC</p>${attachments}${shown}`,
  );
}

/** The links of the message, where a click stays in this tab. */
function linksIn(mail: Mail): string {
  const links = new Set(`${mail.text}\n${mail.html}`.match(/https?:\/\/[^\s"'<>)]+/g) ?? []);
  if (links.size === 0) return '';
  const items = Array.from(links, (link) => {
    const address = escapeHtml(link.replaceAll('&amp;', '&'));
    return `<li><a href="${address}">${address}</a></li>`;
  });
  return `<h2>Links</h2><ul>${items.join('')}</ul>`;
}

function page(title: string, body: string): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>${escapeHtml(title)}</title><style>
:root{color-scheme:light dark}body{font:15px/1.5 system-ui,sans-serif;max-width:52rem;margin:2rem auto;padding:0 1rem}
h1{font-size:1.4rem;margin:.5rem 0}h2{font-size:1rem}.quiet,.row span,time{opacity:.7}
.row{display:grid;gap:.1rem;padding:.7rem 0;border-bottom:1px solid #8884;text-decoration:none;color:inherit}
.row:hover strong{text-decoration:underline}iframe{width:100%;height:32rem;border:1px solid #8884;border-radius:8px;background:#fff;margin-top:.5rem}
pre{white-space:pre-wrap;overflow-wrap:anywhere;border:1px solid #8884;border-radius:8px;padding:1rem}li{overflow-wrap:anywhere}
input+label{margin-right:1rem}#as-html:checked~pre,#as-text:checked~iframe{display:none}
</style></head><body>${body}</body></html>`;
}
