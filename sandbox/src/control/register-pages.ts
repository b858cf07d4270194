import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { advanceParcels } from '../couriers/parcels/advance-parcels.ts';
import { couriers } from '../couriers/parcels/consignment.ts';
import { consignmentBook } from '../couriers/parcels/consignment-book.ts';
import { courierJournal } from '../couriers/parcels/courier-journal.ts';
import { faultKinds } from '../core/faults.ts';
import { mailJournal } from '../mailbox/mail-journal.ts';
import type { Html } from '../pages/html.ts';
import { html } from '../pages/html.ts';
import { sendPage } from '../pages/layout.ts';
import type { Shopify } from '../shopify/platform/shopify.ts';
import { faultsPage, faultTargets } from './faults-page.ts';
import { overviewPage } from './overview-page.ts';
import { parcelHistoryPage, saveParcelHistory } from './parcel-history-page.ts';
import { parcelsPage } from './parcels-page.ts';
import { rejectedRequestsPage } from './rejected-requests-page.ts';

type PageRequest = FastifyRequest<{
  Querystring: Record<string, string | undefined>;
  Body: Record<string, string | undefined> | undefined;
}>;

const pageLinks = [
  { href: '/', text: 'Overview' },
  { href: '/parcels', text: 'Parcels' },
  { href: '/faults', text: 'Faults' },
  { href: '/mail', text: 'Mailbox' },
  { href: '/rejected', text: 'Refused requests' },
];

/** The HTML pages: overview, parcels, faults and refused requests. */
export function registerControlPages(app: FastifyInstance, shopify: Shopify): void {
  const { context } = shopify;

  app.get('/', async (request: PageRequest, reply) => {
    const body = overviewPage(shopify, {
      parcels: courierJournal(context).length,
      mails: mailJournal(context).length,
      rejected: context.rejected.list().length,
      faults: context.faults.rules().length,
    });
    return send(request, reply, 'Courierdesk sandbox', body);
  });

  app.get('/parcels', async (request: PageRequest, reply) => {
    const search = request.query['search']?.trim() ?? '';
    return send(request, reply, 'Parcels', parcelsPage(courierJournal(context), search));
  });
  app.post('/parcels', async (request: PageRequest, reply) => {
    const { tracking_number, to } = request.body ?? {};
    const moved = advanceParcels(context, { tracking_number: tracking_number || undefined, to: to || undefined });
    const notice =
      moved.length === 1 ? `${moved[0]?.tracking_number}: ${moved[0]?.status}` : `${moved.length} parcels moved.`;
    return reply.redirect(`/parcels?notice=${encodeURIComponent(notice)}`, 303);
  });

  app.get('/parcels/history', async (request: PageRequest, reply) => {
    const parcel = parcelOf(request.query);
    return parcel
      ? send(request, reply, `${parcel.courier} ${parcel.tracking_number}`, parcelHistoryPage(parcel))
      : reply.redirect('/parcels?notice=There is no such parcel.', 303);
  });
  app.post('/parcels/history', async (request: PageRequest, reply) => {
    const parcel = parcelOf(request.body ?? {});
    const notice = parcel ? saveParcelHistory(context, parcel, request.body) : 'There is no such parcel.';
    return reply.redirect(`/parcels?notice=${encodeURIComponent(notice)}`, 303);
  });

  app.get('/faults', async (request: PageRequest, reply) => send(request, reply, 'Faults', faultsPage(context)));
  app.post('/faults', async (request: PageRequest, reply) => {
    const { action, id, target, operation, kind, rate, times, delayMs } = request.body ?? {};
    if (action === 'clear') context.faults.clear();
    else if (action === 'remove' && id) context.faults.remove(id);
    else {
      const faultKind = faultKinds.find((known) => known === kind);
      const faultTarget = faultTargets.find((known) => known === target);
      if (!faultKind || !faultTarget) return reply.redirect('/faults?notice=Choose a target and a kind.', 303);
      context.faults.add({
        target: faultTarget,
        kind: faultKind,
        rate: Math.min(1, Math.max(0, Number(rate ?? 100) / 100)),
        ...(operation?.trim() ? { operation: operation.trim() } : {}),
        ...(Number(times) > 0 ? { times: Number(times) } : {}),
        ...(Number(delayMs) > 0 ? { delayMs: Number(delayMs) } : {}),
      });
    }
    return reply.redirect('/faults', 303);
  });

  app.get('/rejected', async (request: PageRequest, reply) =>
    send(request, reply, 'Refused requests', rejectedRequestsPage(context.rejected.list())),
  );

  function parcelOf({ courier, tracking_number: number = '' }: Record<string, string | undefined>) {
    const name = couriers.find((known) => known === courier);
    return name && consignmentBook(context).find(name, number);
  }

  function send(request: PageRequest, reply: FastifyReply, title: string, body: Html): FastifyReply {
    const path = request.url.split('?')[0];
    const links = pageLinks.map((link) => ({ ...link, current: link.href === path }));
    const content = html`<h1>${title}</h1>
      ${body}`;
    return sendPage(reply, {
      title,
      area: 'Simulated Shopify, couriers and mail',
      links,
      notice: request.query['notice'],
      body: content,
    });
  }
}
