import { performance } from 'node:perf_hooks';
import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { pipeline } from 'node:stream/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { getImportPreview, previewImport } from '@courierdesk/contract/import-previews';
import { getImport, importOrders, maxFileBytes, rowFileType, storeRowFile } from '@courierdesk/contract/imports';
import { apiBase } from '@courierdesk/contract/endpoint';
import { Client } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { callApi } from '../../scripts/isolated-stack/call-api.ts';
import { atMost, failed } from './figure.ts';
import type { Figure } from './figure.ts';
import type { LoadedShop } from './load-shops.ts';

const pollMs = 100;
const target = 3;

type Payment = {
  tracking_number: string;
  payment_status: string;
  order_name: string;
  amount: string;
};

/**
 * A full file of payments through the API, first looked up as a person does, then from the upload to the last row written down, against COPY and one UPDATE of
 * the same number of other parcels of the shop on a bare connection.
 */
export async function importFigure(
  url: string,
  adminUrl: string,
  shop: LoadedShop,
  fileBytes = maxFileBytes,
): Promise<Figure> {
  const bare = new Client({ connectionString: adminUrl });
  await bare.connect();
  try {
    const [ours, theirs] = await twoFiles(bare, shop, fileBytes);
    await previewThem(url, shop, ours);
    await bare.query('checkpoint');
    const bareMs = await timed(() => copyAndUpdate(bare, shop, theirs));
    await bare.query('checkpoint');
    let looks = 0;
    const apiMs = await timed(async () => {
      looks = await importThem(url, shop, ours);
    });
    const what = `import of a full CSV file, ${ours.length.toLocaleString('en-US')} rows (${seconds(apiMs)} s, COPY and UPDATE ${seconds(bareMs)} s)`;
    if (looks < 3) return failed(what, 'progress', `progress was seen ${looks} times`);
    return atMost(what, apiMs / bareMs, target, 'times');
  } finally {
    await bare.end();
  }
}

/** Delivered and unpaid parcels, which no payment contradicts, half for each side, as many as a file of that size has lines. */
async function twoFiles(bare: Client, shop: LoadedShop, fileBytes: number): Promise<[Payment[], Payment[]]> {
  const { rows } = await bare.query<Payment>(
    `select tracking_number, 'PAID' as payment_status, order_name, cod::text as amount from shipment
     where shop_id = $1 and payment_status = 'UNPAID' and status = 'DELIVERED' order by md5(id)`,
    [shop.shopId],
  );
  const most = Math.floor(rows.length / 2);
  let bytes = 0;
  let count = 0;
  while (count < most && bytes < fileBytes) {
    bytes += Buffer.byteLength(csvLine(rows[count]));
    count += 1;
  }
  return [rows.slice(0, count), rows.slice(count, 2 * count)];
}

const csvLine = (row: Payment | undefined): string => `${Object.values(row ?? {}).join(',')}\n`;

async function copyAndUpdate(bare: Client, { shopId }: LoadedShop, payments: Payment[]): Promise<void> {
  await bare.query('begin');
  await bare.query(
    'create temp table payment (tracking_number text, payment_status text, order_name text, amount text) on commit drop',
  );
  await pipeline(
    Readable.from(payments.map(csvLine)),
    bare.query(copyFrom('copy payment from stdin with (format csv)')),
  );
  await bare.query(
    `update shipment s set payment_status = p.payment_status from payment p
     where s.shop_id = $1 and s.tracking_number = p.tracking_number`,
    [shopId],
  );
  await bare.query('commit');
}

/** Returns how many different states of progress were seen. */
async function importThem(url: string, shop: LoadedShop, payments: Payment[]): Promise<number> {
  const token = shop.tokens[0] ?? '';
  const body = { file_id: await storeRows(url, token, payments), file_name: 'bench.csv' };
  const started = await callApi(url, token, 'POST', importOrders.path, body);
  const { data } = importOrders.reply.parse(started.body);
  const seen = new Set<number>();
  for (;;) {
    const answer = await callApi(url, token, 'GET', getImport.path.replace(':id', data.id));
    const now = getImport.reply.parse(answer.body).data;
    seen.add((now.read ?? 0) + now.done);
    if (now.state === 'done' && now.changed === payments.length) return seen.size;
    if (now.state !== 'under-way') throw new Error(`the import ended with: ${now.msg}`);
    await pause(pollMs);
  }
}

async function previewThem(url: string, shop: LoadedShop, payments: Payment[]): Promise<void> {
  const token = shop.tokens[0] ?? '';
  const body = { file_id: await storeRows(url, token, payments), kind: 'payment-status' };
  const started = await callApi(url, token, 'POST', previewImport.path, body);
  let { data, job } = previewImport.reply.parse(started.body);
  while (job?.state === 'under-way') {
    await pause(pollMs);
    const answer = await callApi(url, token, 'GET', getImportPreview.path.replace(':id', job.id));
    ({ data, job } = getImportPreview.reply.parse(answer.body));
  }
  if (data?.changed !== payments.length) throw new Error(`the preview found ${data?.changed ?? 0} payments to change`);
}

/** The rows as a browser sends them: a line each, compressed. */
async function storeRows(url: string, token: string, payments: Payment[]): Promise<string> {
  const lines = payments.map((payment, index) => `${JSON.stringify({ line: index + 2, ...payment })}\n`);
  const answer = await fetch(`${url}${apiBase}${storeRowFile.path}`, {
    method: storeRowFile.method,
    headers: { authorization: `Bearer ${token}`, 'content-type': rowFileType, 'content-encoding': 'gzip' },
    body: new Uint8Array(gzipSync(lines.join(''))),
  });
  return storeRowFile.reply.parse(await answer.json()).data.id;
}

async function timed(work: () => Promise<void>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

const seconds = (ms: number): string => (ms / 1000).toFixed(1);
