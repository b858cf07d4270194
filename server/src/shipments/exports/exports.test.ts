import { columnOf, exportColumns, defaultColumns } from '@courierdesk/contract/export-columns';
import type { Insertable } from 'kysely';
import readExcel from 'read-excel-file/node';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Context } from '../../base/context.ts';
import type { Shipment } from '../../base/db/schema.ts';
import { withShop } from '../../base/db/tenancy.ts';
import { killDuringJob } from '../../base/jobs/run-due-jobs.testing.ts';
import { deliverDueNow, mailsTo } from '../../testing/mails.ts';
import { anAccount, aShop, aUser } from '../../testing/factories.ts';
import { bookedShipments } from '../../testing/booked-shipments.ts';
import { courierValues } from '../../testing/courier-values.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { deleteExportFiles } from './delete-export-files.ts';
import { exportWork } from './jobs.ts';
import { makeExport } from './make-export.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server?.close());

const running = new AbortController().signal;

async function aShopWith(
  given: readonly Partial<Insertable<Shipment>>[],
  { plan = 'YEARLY' as const, ...shop }: { plan?: 'FREE' | 'YEARLY'; name?: string } = {},
) {
  const { shopId } = await aShop(server.context, { plan, ...shop });
  const { token, userId, email } = await aUser(server.context, shopId);
  const { accountId } = await anAccount(server.context, shopId, 'LEOPARD', courierValues.LEOPARD);
  const parcels = await bookedShipments(server, { shopId, accountId }, given);
  return { shopId, token, userId, email, accountId, parcels };
}

const start = (token: string, search = '?', body?: unknown) =>
  server.call('POST', `export-orders${search}&filter=${search === '?' ? 'STORE_ORDERS' : 'MATCHED_ORDERS'}`, {
    token,
    ...(body !== undefined && { body }),
  });

async function fileOfExport(token: string, id: string): Promise<string> {
  const { body } = await server.call('POST', `exports/${id}/ticket`, { token });
  return bytesAt(`/api/v1/downloads/${body.ticket}`).then((bytes) => bytes.toString());
}

async function bytesAt(path: string): Promise<Buffer> {
  const answer = await fetch(`${server.url}${path}`);
  expect(answer.status).toBe(200);
  return Buffer.from(await answer.arrayBuffer());
}

const linesOf = (csv: string): string[] =>
  csv
    .replace(/^\uFEFF/, '')
    .trimEnd()
    .split('\r\n');
const look = async (token: string, id: string) => (await server.call('GET', `exports/${id}`, { token })).body.data;

it('an export has a file name of its own, also when another one began in the same second', async () => {
  const shop = await aShopWith([{ order_name: '#1' }]);
  const names: string[] = [];
  for (const format of ['csv', 'xlsx', 'csv'] as const) {
    const columns = names.length === 0 ? ['order_name'] : ['order_name', 'cod'];
    names.push((await start(shop.token, '?', { format, columns })).body.data.file_name);
  }
  for (const name of names) expect(name).toMatch(/^orders-\d{4}-\d\d-\d\d-\d{6}-[0-9a-f]{6}\.(csv|xlsx)$/);
  expect(new Set(names.map((name) => name.replace(/\..*/, ''))).size).toBe(3);
});

it('an export is made by the worker, kept, listed, and announced by one mail with a link', async () => {
  const shop = await aShopWith([{ order_name: '#1' }, { order_name: '#2', status: 'DELIVERED' }], {
    name: 'Gulberg',
  });
  const started = await start(shop.token);
  expect(started.status).toBe(202);
  expect(started.body.message).toBe(`Your export has begun. A link will be mailed to ${shop.email} when it is ready.`);
  expect(started.body.data).toMatchObject({ state: 'under-way', done: 0, total: 2, filters: [], format: 'csv' });
  const { id } = started.body.data;
  expect((await server.call('POST', `exports/${id}/ticket`, { token: shop.token })).body.errors[0].msg).toBe(
    'This export is not ready yet.',
  );

  await server.work('exports');
  const done = await look(shop.token, id);
  expect(done).toMatchObject({ state: 'done', done: 2, total: 2, mail: { to: shop.email, state: 'waiting' } });
  expect(done.size).toBeGreaterThan(100);
  await deliverDueNow(server);
  const [mail, ...more] = await mailsTo(server, shop.email);
  expect(more).toEqual([]);
  expect(mail).toMatchObject({ subject: 'Your export of 2 orders is ready' });
  expect(mail?.text).toContain(`${server.url}/dashboard/exports/${id}`);
  expect(mail?.html).toContain(`href="${server.url}/dashboard/exports/${id}"`);
  expect((await look(shop.token, id)).mail.state).toBe('sent');
  expect((await server.call('GET', 'exports', { token: shop.token })).body).toMatchObject({
    data: [{ id, state: 'done', asked_by: expect.stringMatching(/^Test User/) }],
    total: 1,
  });

  const csv = await fileOfExport(shop.token, id);
  expect(csv.startsWith('\uFEFFOrder,Tracking number,')).toBe(true);
  const [head, newest, oldest, ...rest] = linesOf(csv);
  expect(head).toBe(defaultColumns.map((column) => columnOf[column].title).join(','));
  expect(newest).toMatch(
    /^#2,LE\w+,Leopards,Delivered,Unpaid,2450,Sana Malik,03001234567,Lahore,\d{4}-\d\d-\d\d \d\d:\d\d,,T1$/,
  );
  expect(oldest).toMatch(/^#1,/);
  expect(rest).toEqual([]);
});

it('an export holds what the filters of the orders page find, which the list tells in words', async () => {
  const shop = await aShopWith([
    { order_name: '#1', destination_city: 'Karachi' },
    { order_name: '#2', destination_city: 'Karachi', status: 'RTS' },
    { order_name: '#3', consignee_name: '100% Sana_' },
    { order_name: '#4', consignee_name: '1000 Sanax' },
  ]);
  const ordersOf = async (search: string): Promise<string[]> => {
    server.clock.advance(1);
    const { body } = await start(shop.token, search, { columns: ['order_name'], bom: false });
    await server.work('exports');
    return linesOf(await fileOfExport(shop.token, body.data.id)).slice(1);
  };
  expect(await ordersOf('?dest=karachi&status=RTS&page=7')).toEqual(['#2']);
  expect(await ordersOf(`?query=${encodeURIComponent('0% sana_')}`)).toEqual(['#3']);
  expect(await ordersOf('?')).toEqual(['#4', '#3', '#2', '#1']);
  const { data } = (await server.call('GET', 'exports', { token: shop.token })).body;
  expect(data[2].filters).toEqual([
    { name: 'Status', value: 'Rts' },
    { name: 'City', value: 'karachi' },
  ]);
  expect(data[0].filters).toEqual([]);
  expect((await start(shop.token, '?dest=Gilgit')).body.errors).toEqual([
    { msg: 'Please select orders to export first!', code: 'cannot-export' },
  ]);
});

it('an export with every column tells all that is known, in the time zone of the shop', async () => {
  const bookedAt = new Date('2026-03-05T20:30:00Z');
  const shop = await aShopWith([
    {
      booked_at: bookedAt,
      delivered_at: new Date('2026-03-08T05:00:00Z'),
      status: 'DELIVERED',
      final: true,
      tag: 'MERGED',
    },
  ]);
  const { body } = await start(shop.token, '?', { columns: exportColumns, bom: false });
  await server.work('exports');
  const [head, row] = linesOf(await fileOfExport(shop.token, body.data.id));
  expect(head?.split(',')).toHaveLength(exportColumns.length);
  expect(row).toContain('2026-03-06 01:30,2026-03-08 10:00');
  expect(row).toContain(
    `,2,T1,MERGED,CD-${shop.parcels[0]?.id},${server.url}/track/${shop.parcels[0]?.tracking_number}?k=`,
  );
});

it('an export keeps text from being run as a formula, numbers as numbers, and Urdu as it is', async () => {
  const shop = await aShopWith([
    { consignee_name: '=HYPERLINK("http://x.test","Sana")', consignee_phone: '+923001234567', remarks: '\t=1+1' },
    { consignee_name: '@SUM(A1)', consignee_phone: '03001234567', remarks: '-2+3', cod: '1999.50' },
    { consignee_name: 'ثناء ملک، "بیگم"', consignee_phone: '0300,1', remarks: 'two\nlines' },
  ]);
  const columns = ['consignee_name', 'consignee_phone', 'remarks', 'cod'];
  const { body } = await start(shop.token, '?', { columns, bom: false });
  await server.work('exports');
  expect(await fileOfExport(shop.token, body.data.id)).toBe(
    [
      'Customer,Phone,Remarks,COD (Rs)',
      '"ثناء ملک، ""بیگم""","0300,1","two\nlines",2450',
      "'@SUM(A1),03001234567,'-2+3,2000",
      `"'=HYPERLINK(""http://x.test"",""Sana"")",'+923001234567,'\t=1+1,2450`,
      '',
    ].join('\r\n'),
  );
});

it('an export as a workbook is read again by a reader of workbooks', async () => {
  const shop = await aShopWith([{ consignee_name: '=1+1 ثناء', consignee_phone: '03001234567' }]);
  const columns = ['consignee_name', 'consignee_phone', 'cod'];
  const { body } = await start(shop.token, '?', { columns, format: 'xlsx' });
  await server.work('exports');
  const { ticket } = (await server.call('POST', `exports/${body.data.id}/ticket`, { token: shop.token })).body;
  const answer = await fetch(`${server.url}/api/v1/downloads/${ticket}`);
  expect(answer.headers.get('content-disposition')).toMatch(/filename="orders-[\da-f-]+\.xlsx"$/);
  const [sheet] = await readExcel(Buffer.from(await answer.arrayBuffer()));
  expect(sheet?.data).toEqual([
    ['Customer', 'Phone', 'COD (Rs)'],
    ['=1+1 ثناء', '03001234567', 2450],
  ]);
});

it('an export that a person stops keeps its file if it has ended since', async () => {
  const shop = await aShopWith([{}]);
  const { id } = (await start(shop.token)).body.data;
  await server.work('exports');
  const { status, body } = await server.call('DELETE', `exports/${id}?only_under_way=true`, { token: shop.token });
  expect([status, body.errors[0].code]).toEqual([409, 'conflict']);
  expect((await look(shop.token, id)).state).toBe('done');

  const underWay = (await start(shop.token)).body.data.id;
  const path = `exports/${underWay}`;
  expect((await server.call('DELETE', `${path}?only_under_way=true`, { token: shop.token })).status).toBe(200);
  expect((await server.call('GET', path, { token: shop.token })).status).toBe(404);
});

it('an export is deleted when a customer asks to be erased; one under way begins again', async () => {
  const shop = await aShopWith([{}]);
  const { id } = (await start(shop.token)).body.data;
  await server.work('exports');
  const underWay = (await start(shop.token)).body.data.id;
  await withShop(server.context.db, shop.shopId, (trx) => deleteExportFiles(trx, shop.shopId));
  expect((await look(shop.token, id)).state).toBe('expired');
  expect(await chunksOf(shop.shopId)).toBe(0);
  await server.work('exports');
  expect((await look(shop.token, underWay)).state).toBe('done');
});

it('an export remembers the columns of each person', async () => {
  const shop = await aShopWith([{}]);
  const colleague = await aUser(server.context, shop.shopId);
  const choice = async (token: string) => (await server.call('GET', 'exports/choice', { token })).body.data;
  expect(await choice(shop.token)).toEqual({ columns: defaultColumns, format: 'csv', bom: true });
  const mine = { columns: ['cod', 'order_name'], format: 'xlsx', bom: false };
  await start(shop.token, '?', mine);
  expect(await choice(shop.token)).toEqual(mine);
  expect(await choice(colleague.token)).toEqual({ columns: defaultColumns, format: 'csv', bom: true });
  const none = await start(shop.token, '?', { columns: [] });
  expect(none.body.errors[0]).toMatchObject({ msg: 'Choose at least one column', field: 'columns' });
});

describe('who may export', () => {
  it('a shop on FREE may not, and the error names the plans', async () => {
    const shop = await aShopWith([{}], { plan: 'FREE' });
    for (const refused of [
      await start(shop.token),
      await server.call('POST', 'download-csv', {
        token: shop.token,
        body: { columns: ['cod'], format: 'csv', bom: false, selection: { ids: [shop.parcels[0]?.id] } },
      }),
    ]) {
      expect(refused.status).toBe(403);
      expect(refused.body).toMatchObject({
        plan_limit_error: true,
        errors: [{ code: 'plan-limit', msg: expect.stringContaining('Monthly and Yearly plans') }],
      });
    }
  });

  it('a shop with a paused plan may not export orders, and the error names the unpaid bill', async () => {
    const shop = await aShopWith([{}], { plan: 'FREE' });
    await withShop(server.context.db, shop.shopId, (trx) =>
      trx.updateTable('subscription').set({ frozen_plan: 'YEARLY' }).execute(),
    );
    const refused = await start(shop.token);
    expect(refused.body.errors[0]).toMatchObject({
      code: 'plan-limit',
      msg: expect.stringContaining('Shopify has paused the Yearly plan because of an unpaid Shopify bill'),
    });
  });

  it('staff need the right to export and the right to see orders', async () => {
    const shop = await aShopWith([{}]);
    const as = async (scopes: ('EXPORT_ORDERS' | 'READ_ORDERS')[]) => {
      const { token } = await aUser(server.context, shop.shopId, { role: 'USER', scopes });
      return (await start(token)).status;
    };
    expect(await as(['EXPORT_ORDERS'])).toBe(403);
    expect(await as(['READ_ORDERS'])).toBe(403);
    expect(await as(['EXPORT_ORDERS', 'READ_ORDERS'])).toBe(202);
  });

  it('another shop sees nothing of it: neither the export, nor its file, nor orders by their ids', async () => {
    const shop = await aShopWith([{}]);
    const stranger = await aShopWith([{}]);
    const { id } = (await start(shop.token)).body.data;
    await server.work('exports');
    for (const [method, path] of [
      ['GET', `exports/${id}`],
      ['POST', `exports/${id}/ticket`],
      ['DELETE', `exports/${id}`],
    ] as const)
      expect((await server.call(method, path, { token: stranger.token })).status).toBe(404);
    expect((await server.call('GET', 'exports', { token: stranger.token })).body.data).toEqual([]);
    const body = { columns: ['cod'], format: 'csv', bom: false, selection: { ids: [shop.parcels[0]?.id] } };
    expect((await server.call('POST', 'download-csv', { token: stranger.token, body })).status).toBe(404);
    expect((await look(shop.token, id)).state).toBe('done');
  });
});

describe('time and accidents', () => {
  it('the file is gone after seven days, and the list says so', async () => {
    const shop = await aShopWith([{}]);
    const { id } = (await start(shop.token)).body.data;
    await server.work('exports');
    server.clock.advance(7 * 86_400_000 + 1);
    try {
      expect((await look(shop.token, id)).state).toBe('expired');
      const refused = await server.call('POST', `exports/${id}/ticket`, { token: shop.token });
      expect(refused.status).toBe(409);
      expect(refused.body.errors[0].msg).toContain('has expired');
    } finally {
      server.clock.advance(-7 * 86_400_000 - 1);
    }
  });

  it('the same wish twice at once is one export; two people’s are two', async () => {
    const shop = await aShopWith([{}]);
    const colleague = await aUser(server.context, shop.shopId);
    const [one, two, other] = await Promise.all([start(shop.token), start(shop.token), start(colleague.token)]);
    expect(one.body.data.id).toBe(two.body.data.id);
    expect(other.body.data.id).not.toBe(one.body.data.id);
    await server.work('exports');
    const { data } = (await server.call('GET', 'exports', { token: shop.token })).body;
    expect(data.map((row: { state: string }) => row.state)).toEqual(['done', 'done']);
    expect((await start(shop.token)).body.data.id).not.toBe(one.body.data.id);
  });

  it('a job killed in the middle is run again by another process, which makes the whole file and one mail', async () => {
    const shop = await aShopWith(Array.from({ length: 6_000 }, (_, n) => ({ order_name: `#${n}` })));
    const { id } = (await start(shop.token, '?', { columns: exportColumns })).body.data;
    await killDuringJob(server, exportWork, { shopId: shop.shopId, key: id }, () =>
      vi.waitFor(async () => expect(await chunksOf(shop.shopId)).toBeGreaterThan(1), { interval: 3, timeout: 30_000 }),
    );
    expect(await look(shop.token, id)).toMatchObject({ state: 'under-way' });

    await server.work('exports');
    expect(await look(shop.token, id)).toMatchObject({ state: 'done', done: 6_000, total: 6_000 });
    await deliverDueNow(server);
    expect(await mailsTo(server, shop.email)).toHaveLength(1);
    const lines = linesOf(await fileOfExport(shop.token, id)).slice(1);
    expect(lines.map((line) => line.split(',')[0])).toEqual(Array.from({ length: 6_000 }, (_, n) => `#${5_999 - n}`));
  });

  it('a process killed as an export fails for good leaves the mail about it to the next', async () => {
    const shop = await aShopWith([{}]);
    const { id } = (await start(shop.token)).body.data;
    await withShop(server.context.db, shop.shopId, (trx) =>
      trx.updateTable('order_export').set({ tries: 4 }).where('id', '=', id).execute(),
    );
    let looks = 0;
    const killed: Context = {
      ...server.context,
      clock() {
        looks += 1;
        if (looks > 1) throw new Error('killed');
        return server.clock.now;
      },
    };
    await makeExport(killed, { shopId: shop.shopId, key: id }, running).catch(() => undefined);
    await server.work('exports');
    expect(await look(shop.token, id)).toMatchObject({ state: 'failed', finished_at: server.clock.now.toISOString() });
    await deliverDueNow(server);
    expect(await mailsTo(server, shop.email)).toHaveLength(1);
  });

  it('a process that must end leaves it to another one at once, which is no failed try', async () => {
    const shop = await aShopWith([{}]);
    const { id } = (await start(shop.token)).body.data;
    const ending = AbortSignal.abort();
    expect(await makeExport(server.context, { shopId: shop.shopId, key: id }, ending)).toEqual(server.clock.now);
    expect(await look(shop.token, id)).toMatchObject({ state: 'under-way' });
    expect(await chunksOf(shop.shopId)).toBe(0);
    await server.work('exports');
    expect(await look(shop.token, id)).toMatchObject({ state: 'done' });
  });

  it('one that is deleted while it is made leaves no file behind', async () => {
    const shop = await aShopWith([{}]);
    const { id } = (await start(shop.token)).body.data;
    expect((await server.call('DELETE', `exports/${id}`, { token: shop.token })).body.message).toBe('Export deleted');
    await server.work('exports');
    expect((await server.call('GET', `exports/${id}`, { token: shop.token })).status).toBe(404);
    const again = (await start(shop.token)).body.data.id;
    await server.work('exports');
    expect(await chunksOf(shop.shopId)).toBeGreaterThan(0);
    await server.call('DELETE', `exports/${again}`, { token: shop.token });
    expect(await chunksOf(shop.shopId)).toBe(0);
  });
});

it('the days of a parcel that was added after its delivery are empty', async () => {
  const at = (days: number) => new Date(server.clock.now.getTime() + days * 86_400_000);
  const shop = await aShopWith([
    { order_name: '#1', status: 'DELIVERED', booked_at: at(-5), delivered_at: at(-2) },
    { order_name: '#2', status: 'DELIVERED', booked_at: at(-4), delivered_at: at(-9) },
    { order_name: '#3', booked_at: at(-3) },
  ]);
  const { body } = await start(shop.token, '?', { columns: ['order_name', 'days'], bom: false });
  await server.work('exports');
  expect(linesOf(await fileOfExport(shop.token, body.data.id))).toEqual(['Order,Days', '#3,3', '#2,', '#1,3']);
});

describe('a selection', () => {
  const wish = { columns: ['order_name', 'cod'], format: 'csv', bom: false };
  const download = async (token: string, body: unknown) => {
    const { body: given } = await server.call('POST', 'download-csv', { token, body });
    return { ...given, path: `/api/v1/downloads/selections/${given.ticket}` };
  };

  it('a selection streams at once, newest first, as ticked or as the filters find it', async () => {
    const shop = await aShopWith([{ order_name: '#1' }, { order_name: '#2' }, { order_name: '#3', status: 'RTS' }]);
    const [one, two] = shop.parcels.map((parcel) => parcel.id);
    const ticked = await download(shop.token, { ...wish, selection: { ids: [one, two] } });
    expect(ticked.total).toBe(2);
    expect((await bytesAt(ticked.path)).toString()).toBe('Order,COD (Rs)\r\n#2,2450\r\n#1,2450\r\n');
    const secondUse = await server.call('GET', ticked.path);
    expect(secondUse.body.errors[0].code).toBe('token-expired');
    const all = await download(shop.token, { ...wish, selection: { matching: {}, except: [two] } });
    expect(all.total).toBe(2);
    expect(linesOf((await bytesAt(all.path)).toString())).toEqual(['Order,COD (Rs)', '#3,2450', '#1,2450']);
  });

  it('an unticked order that no longer matches is not counted, and does not stop the export of the others', async () => {
    const shop = await aShopWith([{ order_name: '#1' }, { order_name: '#2', status: 'RTS' }]);
    const selection = { matching: { status: ['FULFILLED'] }, except: [shop.parcels[1]?.id] };
    const given = await download(shop.token, { ...wish, selection });
    expect(given.total).toBe(1);
    expect(linesOf((await bytesAt(given.path)).toString())).toEqual(['Order,COD (Rs)', '#1,2450']);
  });

  it('a selection has a link that works once, for a minute', async () => {
    const shop = await aShopWith([{}]);
    const { path } = await download(shop.token, { ...wish, selection: { ids: [shop.parcels[0]?.id] } });
    server.clock.advance(60_001);
    expect((await server.call('GET', path)).body.errors[0].code).toBe('token-expired');
  });
});

const chunksOf = (shopId: string): Promise<number> =>
  withShop(
    server.context.db,
    shopId,
    async (trx) => (await trx.selectFrom('stored_file_chunk').select('position').execute()).length,
  );
