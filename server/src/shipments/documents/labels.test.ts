import { PDFDocument } from '@cantoo/pdf-lib';
import type { Company } from '@courierdesk/contract/companies';
import type { PaperSize, PrintKind } from '@courierdesk/contract/labels';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { withShop } from '../../base/db/tenancy.ts';
import { killDuringJob } from '../../base/jobs/run-due-jobs.testing.ts';
import { shipmentById } from '../record/find-shipments.ts';
import { aShipment } from '../../testing/a-shipment.ts';
import { aBookableShop, type BookableShop } from '../../testing/bookable-shop.ts';
import { bookedShipments } from '../../testing/booked-shipments.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { printWork } from './jobs.ts';
import { shipmentsToPrint } from './shipments-to-print.ts';
import { printed } from './printed.testing.ts';
import { printById } from './queries.ts';
import { storedLabel } from './stored-courier-labels.ts';

let server: TestServer;
let shop: BookableShop;

beforeAll(async () => {
  server = await startTestServer();
  shop = await aBookableShop(server);
});
afterEach(() => server.sandbox.control('faults', { clear: true }));
afterAll(() => server?.close());

/** M&P takes Latin letters only. */
const person = { consignee_name: 'Ayesha Khan', consignee_address: 'House 12, Street 4, Gulberg III' };
async function booked(company: Company): Promise<{ id: string; trackingNumber: string }> {
  const { body } = await shop.book(await shop.newOrder(), company, person);
  if (!body.data) throw new Error(JSON.stringify(body));
  return body.data;
}
const print = (shipment_ids: string[], size = 'a4-4', kind = 'airway-bill') =>
  server.call('POST', 'shipments/labels', { token: shop.token, body: { shipment_ids, kind, size } });
const printedPdf = (shipment_ids: string[], size: PaperSize = 'a4-4', kind: PrintKind = 'airway-bill') =>
  printed(server, shop.token, { shipment_ids, kind, size });
/** Prints and downloads the file. */
const fetched = async (ids: string[]) => pdfOf((await printedPdf(ids)).ticket);
const fetchFile = (ticket: string) => fetch(`${server.url}/api/v1/downloads/${ticket}`);
async function pdfOf(ticket: string): Promise<PDFDocument> {
  const answer = await fetchFile(ticket);
  expect(answer.headers.get('content-type')).toBe('application/pdf');
  return PDFDocument.load(await answer.arrayBuffer());
}
const finished = (id: string) =>
  vi.waitFor(
    async () => {
      const { body } = await server.call('GET', `shipments/labels/${id}`, { token: shop.token });
      expect(body.data.state).toBe('done');
      return body.data;
    },
    { timeout: 30_000, interval: 250 },
  );

async function triesOf(id: string): Promise<number> {
  const row = await withShop(server.context.db, shop.shopId, (trx) => printById(trx, shop.shopId, id));
  return row?.tries ?? 0;
}
/** How often the activity log says that a print was made. */
async function timesRecorded(id: string): Promise<number> {
  const events = await withShop(server.context.db, shop.shopId, (trx) =>
    trx
      .selectFrom('audit_event')
      .select('id')
      .where('action', '=', 'labels.printed')
      .where('subject_id', '=', id)
      .execute(),
  );
  return events.length;
}

it('printing labels of a selection prints four of our own labels on an A4 page, and one on a 4 by 6 inch page', async () => {
  const ids = [];
  for (let count = 0; count < 5; count += 1) ids.push((await booked('MNP')).id);
  const four = await printedPdf(ids);
  expect(four.data).toMatchObject({ state: 'done', done: 5, total: 5, notes: [] });
  const pdf = await pdfOf(four.ticket);
  expect(pdf.getPageCount()).toBe(2);
  const labels = await pdfOf((await printedPdf(ids, '4x6')).ticket);
  expect(labels.getPages().map((page) => page.getSize())).toEqual(ids.map(() => ({ width: 288, height: 432 })));
});

it('printing labels of a selection prints couriers’ labels and ours in one PDF, in the order of the list', async () => {
  const [first, second, third] = [await booked('TCS'), await booked('MNP'), await booked('LEOPARD')];
  const answer = await printedPdf([third.id, second.id, first.id], '4x6');
  const pdf = await pdfOf(answer.ticket);
  expect(answer.data.notes).toEqual([]);
  expect(pdf.getPageCount()).toBe(3);
  const keys = pdf.getPages().map((page) => {
    const objects = page.node.normalizedEntries().XObject.keys().length;
    return objects > 0 ? 'courier' : 'own';
  });
  expect(keys).toEqual(['courier', 'own', 'courier']);
});

it('printing labels of a selection waits for a label that PostEx has not made yet', async () => {
  const parcel = await booked('POSTEX');
  const answer = await print([parcel.id], 'a4-1');
  expect(answer.status).toBe(202);
  expect(answer.body).toMatchObject({ ticket: null, data: { state: 'under-way', done: 0, total: 1 } });
  const early = await server.call('POST', `shipments/labels/${answer.body.data.id}/ticket`, { token: shop.token });
  expect(early.body.errors[0].code).toBe('cannot-print');
  const done = await finished(answer.body.data.id);
  expect(done.notes).toEqual([]);
  const later = await server.call('POST', `shipments/labels/${done.id}/ticket`, { token: shop.token });
  const [page] = (await pdfOf(later.body.ticket)).getPages();
  expect(page?.node.normalizedEntries().XObject.keys()).toHaveLength(1);
});

it('printing labels of a selection prints our own label with a note if the courier is down', async () => {
  const parcel = await booked('TCS');
  await server.sandbox.control('faults', { target: 'tcs', operation: 'label', kind: 'error500' });
  const { data, ticket } = await printedPdf([parcel.id]);
  expect((await pdfOf(ticket)).getPageCount()).toBe(1);
  expect(data.notes).toEqual([
    {
      shipment_id: parcel.id,
      order_name: expect.stringMatching(/^#/),
      tracking_number: parcel.trackingNumber,
      printed: true,
      ended: false,
      message: expect.stringMatching(/^The courier sent no label: .*Our own label is printed\.$/),
    },
  ]);
});

it('printing many labels of a courier that does not respond stops asking after the first ones, and prints ours', async () => {
  const many = 12;
  // Failures pause the account.
  const ofOwn = await aBookableShop(server);
  const ids: string[] = [];
  for (let count = 0; count < many; count += 1) {
    const { body } = await ofOwn.book(await ofOwn.newOrder(), 'TCS', person);
    ids.push(body.data.id);
  }
  await server.sandbox.control('faults', { target: 'tcs', operation: 'label', kind: 'error500' });
  const choice = { shipment_ids: ids, kind: 'airway-bill', size: '4x6' } as const;
  const { data, ticket } = await printed(server, ofOwn.token, choice);
  expect((await pdfOf(ticket)).getPageCount()).toBe(many);
  expect(data.notes).toHaveLength(many);
  const { hits } = (await server.sandbox.control('faults')) as { hits: Record<string, number> };
  const [asked] = Object.values(hits);
  // Six at once, and two more until the third has failed.
  expect(asked).toBeGreaterThanOrEqual(6);
  expect(asked).toBeLessThanOrEqual(8);
  const unasked = data.notes.filter(({ message }: { message: string }) => message.includes('we did not ask'));
  expect(unasked).toHaveLength(many - (asked ?? 0));
});

it('printing labels of a selection prints our own packing slip for every courier', async () => {
  const [first, second] = [await booked('LEOPARD'), await booked('TCS')];
  const answer = await printedPdf([first.id, second.id], 'a4-2', 'packing-slip');
  expect((await pdfOf(answer.ticket)).getPageCount()).toBe(1);
});

it('printing labels of a selection skips a cancelled parcel with a note, and refuses to print only cancelled parcels', async () => {
  const [gone, good] = [await booked('LEOPARD'), await booked('MNP')];
  await server.call('PUT', `cancel-booking/${gone.trackingNumber}`, { token: shop.token });
  const answer = await printedPdf([gone.id, good.id]);
  expect(answer.data.notes).toEqual([
    expect.objectContaining({ shipment_id: gone.id, printed: false, message: 'Its booking is cancelled.' }),
  ]);
  const alone = await print([gone.id]);
  expect(alone.status).toBe(409);
  expect(alone.body.errors[0]).toMatchObject({
    code: 'cannot-print',
    detail: { notes: [{ shipment_id: gone.id, printed: false, message: 'Its booking is cancelled.' }] },
  });
  expect(alone.body.errors[0].msg).toMatch(/^#\d+: Its booking is cancelled\.$/);
});

it('printing labels and a load sheet prints a large selection as one PDF and one load sheet', async () => {
  const parcels = Array.from({ length: 620 }, (_, at) => ({ company: 'MNP', order_name: `#${at}` }));
  const account = { shopId: shop.shopId, accountId: shop.accounts.MNP };
  const ids = (await bookedShipments(server, account, parcels)).map(({ id }) => id);
  const { data, ticket } = await printedPdf(ids, '4x6', 'packing-slip');
  expect(data).toMatchObject({ done: 620, total: 620, notes: [] });
  expect((await pdfOf(ticket)).getPageCount()).toBe(620);
  const sheets = await server.call('POST', 'load-sheets', { token: shop.token, body: { shipment_ids: ids } });
  expect(sheets.body).toMatchObject({ data: [{ parcels: 620 }], skipped: [] });
});

it('printing labels of a selection refuses parcels of another shop, an empty selection and too many parcels', async () => {
  const stranger = await aBookableShop(server);
  const { id } = (await stranger.book(await stranger.newOrder(), 'MNP')).body.data;
  expect((await print([id])).status).toBe(404);
  expect((await print([])).body.errors[0].msg).toBe('Choose at least one parcel');
  const many = Array.from({ length: 2001 }, (_, index) => index.toString(16).padStart(24, '0'));
  expect((await print(many)).body.errors[0].msg).toBe('Maximum 2,000 parcels at once');
});

it('a print is marked as a re-print the second time, and the parcel shows when it was printed', async () => {
  const parcel = await booked('MNP');
  const details = async () =>
    (await shipmentsToPrint(server.context, shop.shopId, [parcel.id], 'airway-bill'))[0]?.details.reprint;
  expect(await details()).toBe('');
  await fetched([parcel.id]);
  expect(await details()).toMatch(/^Re-print 1, first printed \d+ \w+, /);
  await fetched([parcel.id]);
  expect(await details()).toMatch(/^Re-print 2, /);
  const { body } = await server.call('GET', `track-order/${parcel.trackingNumber}?stored=true`, {
    token: shop.token,
  });
  expect(body.shipment.printed).toEqual({ at: server.clock.now.toISOString(), times: 2 });
  expect(body.shipment.history.map((entry: { what: string }) => entry.what)).toEqual(
    expect.arrayContaining(['Airway bill printed', 'Airway bill printed again']),
  );
  const audited = await withShop(server.context.db, shop.shopId, (trx) =>
    trx.selectFrom('audit_event').select('id').where('action', '=', 'labels.printed').execute(),
  );
  expect(audited.length).toBeGreaterThan(1);
});

it('a print of more than 20 parcels is left to the worker, and the request does not wait', async () => {
  const ids = [];
  for (let at = 0; at < 21; at += 1)
    ids.push(
      await aShipment(server.context, shop.shopId, {
        accountId: shop.accounts.MNP,
        company: 'MNP',
        order: `#L${at}`,
      }),
    );
  const here = await print(ids.slice(1), 'a4-4', 'packing-slip');
  const left = await print(ids, 'a4-4', 'packing-slip');
  expect(left.status).toBe(202);
  expect(left.body).toMatchObject({ ticket: null, data: { state: 'under-way', total: 21 } });
  await finished(here.body.data.id);
  const { body } = await server.call('GET', `shipments/labels/${left.body.data.id}`, { token: shop.token });
  expect(body.data.state).toBe('under-way');
  await server.work('prints');
  expect(await finished(left.body.data.id)).toMatchObject({ done: 21, total: 21, notes: [] });
});

it('a print that takes so long that the worker renders it too is made once', async () => {
  const parcel = await booked('TCS');
  await server.sandbox.control('faults', { target: 'tcs', operation: 'label', kind: 'delay', delayMs: 1_000 });
  const asked = print([parcel.id]);
  const { id } = await vi.waitUntil(
    () =>
      withShop(server.context.db, shop.shopId, (trx) =>
        trx
          .selectFrom('label_print')
          .select('id')
          .where(sql<boolean>`${parcel.id} = any(shipment_ids)`)
          .executeTakeFirst(),
      ),
    30_000,
  );
  server.clock.advance(90_000);
  await server.work('prints');
  await asked;
  expect(await finished(id)).toMatchObject({ done: 1, notes: [] });
  expect(await timesRecorded(id)).toBe(1);
});

it('a print is finished by another process, and counted once, if its own is killed', async () => {
  const parcel = await booked('MNP');
  const ids = [parcel.id];
  for (let at = 0; at < 20; at += 1)
    ids.push(
      await aShipment(server.context, shop.shopId, {
        accountId: shop.accounts.MNP,
        company: 'MNP',
        order: `#K${at}`,
      }),
    );
  const { id } = (await print(ids)).body.data;
  await killDuringJob(server, printWork, { shopId: shop.shopId, key: id }, () =>
    vi.waitFor(async () => expect(await triesOf(id)).toBe(1), 30_000),
  );
  expect((await server.call('GET', `shipments/labels/${id}`, { token: shop.token })).body.data.state).toBe('under-way');
  await server.work('prints');
  expect(await finished(id)).toMatchObject({ done: 21, total: 21 });
  for (let count = 0; count < 2; count += 1)
    await pdfOf((await server.call('POST', `shipments/labels/${id}/ticket`, { token: shop.token })).body.ticket);
  const { body } = await server.call('GET', `track-order/${parcel.trackingNumber}?stored=true`, {
    token: shop.token,
  });
  expect(body.shipment.printed.times).toBe(1);
  expect(await timesRecorded(id)).toBe(1);
});

it('the label that Leopards sends only once is downloaded and stored after booking, so that it can be printed while Leopards is down', async () => {
  const parcel = await booked('LEOPARD');
  await server.work('label-downloads');
  const stored = await withShop(server.context.db, shop.shopId, (trx) =>
    trx
      .selectFrom('shipment_slip')
      .select(['file_id', 'next_at'])
      .where('shop_id', '=', shop.shopId)
      .where('shipment_id', '=', parcel.id)
      .executeTakeFirstOrThrow(),
  );
  expect(stored).toEqual({ file_id: expect.any(String), next_at: null });
  await withShop(server.context.db, shop.shopId, (trx) =>
    trx
      .updateTable('shipment')
      .set({ label_url: 'http://127.0.0.1:9/gone' })
      .where('shop_id', '=', shop.shopId)
      .where('id', '=', parcel.id)
      .execute(),
  );
  expect((await printedPdf([parcel.id])).data.notes).toEqual([]);
});

it('a label is downloaded ten seconds later when Leopards does not send it at first', async () => {
  await server.sandbox.control('faults', { target: 'leopard', operation: 'label', kind: 'error500' });
  const { id } = await booked('LEOPARD');
  const isStored = async () => {
    await server.work('label-downloads');
    const parcel = await withShop(server.context.db, shop.shopId, (trx) => shipmentById(trx, shop.shopId, id));
    return parcel && (await storedLabel(server.context, parcel)) !== undefined;
  };
  expect(await isStored()).toBe(false);
  await server.sandbox.control('faults', { clear: true });
  server.clock.advance(9_000);
  expect(await isStored()).toBe(false);
  server.clock.advance(1_000);
  expect(await isStored()).toBe(true);
});

it('a tab with a print that is reloaded shows a page which says to print again, and programs get JSON', async () => {
  const parcel = await booked('POSTEX');
  const { ticket } = await printedPdf([parcel.id]);
  await pdfOf(ticket);
  const reload = (accept: string) =>
    fetch(`${server.url}/api/v1/downloads/${ticket}?show=true`, { headers: { accept } });
  const page = await reload('text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8');
  expect([page.status, page.headers.get('content-type')]).toEqual([400, 'text/html; charset=utf-8']);
  const text = await page.text();
  expect(text).toContain('<h1>This file can’t be opened again</h1>');
  expect(text).toContain('Go back to Courierdesk and print or download it again.');
  expect(page.headers.get('cache-control')).toBe('no-store');
  for (const accept of ['*/*', 'application/json']) {
    const answer = await reload(accept);
    expect([answer.status, await answer.json()]).toMatchObject([400, { errors: [{ code: 'token-expired' }] }]);
  }
});

it('a download works once, within a minute', async () => {
  const parcel = await booked('MNP');
  const { ticket } = await printedPdf([parcel.id]);
  const first = await fetchFile(ticket);
  expect(first.headers.get('content-disposition')).toBe(`attachment; filename="label-${parcel.trackingNumber}.pdf"`);
  expect((await first.arrayBuffer()).byteLength).toBe(Number(first.headers.get('content-length')));
  const again = await fetchFile(ticket);
  expect(again.status).toBe(400);
  expect(await again.json()).toMatchObject({ errors: [{ code: 'token-expired' }] });
  const { ticket: late } = await printedPdf([parcel.id]);
  server.clock.advance(61_000);
  expect((await fetchFile(late)).status).toBe(400);
  expect((await fetchFile('nonsense')).status).toBe(400);
});
