import type { FastifyInstance } from 'fastify';
import type { SandboxContext } from '../../core/sandbox-context.ts';
import { html } from './answer.ts';
import type { Courier } from '../parcels/consignment.ts';
import { consignmentBook } from '../parcels/consignment-book.ts';
import { fieldsOf, text } from './fields.ts';
import { send } from './operation.ts';
import { pakistanDateTime } from '../../core/pakistan-time.ts';
import { escapeHtml } from '../../pages/html.ts';

type TrackingPage = {
  courier: Courier;
  courierName: string;
  /** Either `…/:cn`, or the number in the query under one of the names. */
  path: string;
  names: string[];
};

/** The courier's public tracking page. */
export function registerTrackingPage(app: FastifyInstance, context: SandboxContext, page: TrackingPage): void {
  app.get(page.path, async (request, reply) => {
    const asked = { ...fieldsOf(request.query), ...fieldsOf(request.params) };
    const number = page.names.map((name) => text(asked, name)).find((value) => value !== '') ?? '';
    return send(reply, trackingPage(context, page, number));
  });
}

function trackingPage(context: SandboxContext, page: TrackingPage, number: string) {
  const parcel = consignmentBook(context).find(page.courier, number);
  if (!parcel) return html(frame(page.courierName, `<p>No consignment ${escapeHtml(number)} was found.</p>`), 404);
  const scans = parcel.events
    .toReversed()
    .map((event) => {
      const notes = [event.message, event.reason, event.place].filter((note) => note !== undefined).map(escapeHtml);
      return `<li><strong>${escapeHtml(event.status)}</strong><br><small>${pakistanDateTime(event.at)} ${notes.join(' · ')}</small></li>`;
    })
    .join('');
  const body = `<p>${escapeHtml(parcel.tracking_number)}</p><h2>${escapeHtml(parcel.status)}</h2>
<p>${escapeHtml(parcel.origin_city)} to ${escapeHtml(parcel.destination_city)}, Rs ${parcel.cod}</p>
<ol>${scans === '' ? '<li>No scans yet</li>' : scans}</ol>`;
  return html(frame(page.courierName, body));
}

function frame(courierName: string, body: string): string {
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>${courierName} tracking</title><style>body{font:16px/1.5 system-ui,sans-serif;max-width:36rem;margin:2rem auto;padding:0 1rem;color:#1a1a1a}
ol{padding-left:1.2rem}li{margin:.6rem 0}small{color:#666}h1{font-size:1.1rem;color:#666}</style>
<h1>${courierName} (simulated)</h1>${body}</html>`;
}
