import { performance } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { apiBase } from '@courierdesk/contract/endpoint';
import { fetchLabels, getLabelPrint, printLabels } from '@courierdesk/contract/labels';
import { getAllOrders } from '@courierdesk/contract/shipments';
import { callApi } from '../../scripts/isolated-stack/call-api.ts';
import { under } from './figure.ts';
import type { Figure } from './figure.ts';
import type { LoadedShop } from './load-shops.ts';

const count = 200;
const pollMs = 50;

/** Labels of our own (M&P has none), from the click to the last byte of the download. */
export async function labelsFigure(url: string, shop: LoadedShop): Promise<Figure> {
  const token = shop.tokens[0] ?? '';
  const ids = await shipmentsOf(url, token);
  const startedAt = performance.now();
  const body = { shipment_ids: ids, kind: 'airway-bill', size: 'a4-4' };
  const started = printLabels.reply.parse((await callApi(url, token, 'POST', printLabels.path, body)).body);
  const ticket = started.ticket ?? (await ticketOf(url, token, started.data.id));
  const file = await fetch(`${url}${apiBase}/downloads/${ticket}`);
  const { byteLength } = await file.arrayBuffer();
  const seconds = (performance.now() - startedAt) / 1000;
  return under(`${ids.length} labels of our own, a PDF of ${(byteLength / 1024).toFixed(0)} KB`, seconds, 5, 's');
}

/** Of M&P, whose labels are our own. */
export async function shipmentsOf(url: string, token: string): Promise<string[]> {
  const ids: string[] = [];
  for (let page = 1; ids.length < count; page += 1) {
    const path = `${getAllOrders.path}?courier=MNP&limit=200&page=${page}`;
    const { data } = getAllOrders.reply.parse((await callApi(url, token, 'GET', path)).body);
    if (data.length === 0) throw new Error(`the shop has no ${count} M&P parcels`);
    ids.push(...data.filter((row) => row.booked_packet_status !== 'CANCELLED').map((row) => row.id));
  }
  return ids.slice(0, count);
}

async function ticketOf(url: string, token: string, id: string): Promise<string> {
  for (;;) {
    const at = getLabelPrint.path.replace(':id', id);
    const { data } = getLabelPrint.reply.parse((await callApi(url, token, 'GET', at)).body);
    if (data.state === 'failed') throw new Error('the labels were not made');
    if (data.state === 'done') break;
    await pause(pollMs);
  }
  const { body } = await callApi(url, token, 'POST', fetchLabels.path.replace(':id', id));
  return fetchLabels.reply.parse(body).ticket;
}
