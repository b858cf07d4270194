import { performance } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { apiBase } from '@courierdesk/contract/endpoint';
import { exportColumns } from '@courierdesk/contract/export-columns';
import { downloadCsv, exportOrders, getExport, type ExportFormat } from '@courierdesk/contract/exports';
import { Client } from 'pg';
import { callApi } from '../../scripts/isolated-stack/call-api.ts';
import type { IsolatedStack } from '../../scripts/isolated-stack/isolated-stack.ts';
import { atMost, shown, under } from './figure.ts';
import type { Figure } from './figure.ts';
import type { LoadedShop } from './load-shops.ts';
import { residentMegabytes } from './memory.ts';

const pollMs = 100;
const dayMs = 86_400_000;
/** Days of a shop whose shipments are spread evenly over two years. */
const days = { half: 365, twentieth: 36.5 };
/** A workbook is zipped XML: many times the bytes of a CSV, and the work to compress them. */
const times = { csv: 12, xlsx: 30 };
/** Memory is flat if half of the rows need at most this much more than a twentieth. */
const flatMegabytes = 30;

/** Half of a shop's orders with every column: as jobs in the worker, and at once in the web process. */
export async function exportFigures(
  stack: IsolatedStack,
  shop: LoadedShop,
  log: (line: string) => void,
): Promise<Figure[]> {
  const workerUrl = (stack.servers[1] ?? stack).url;
  const copied = await copyRows(stack, shop, days.half);
  const figures: Figure[] = [];
  for (const format of ['csv', 'xlsx'] as const) {
    const few = await watched(workerUrl, () => exportJob(stack, shop, format, days.twentieth));
    const many = await watched(workerUrl, () => exportJob(stack, shop, format, days.half));
    log(`  ${format}: ${describe(many)}; of ${shown(few.result.rows)} rows ${describe(few)}`);
    figures.push(
      ...figuresOf(`export of ${rowsOf(many.result)} as ${format.toUpperCase()}`, few, many, copied, times[format]),
    );
  }
  const few = await watched(stack.url, () => selectionAtOnce(stack, shop, days.twentieth));
  const many = await watched(stack.url, () => selectionAtOnce(stack, shop, days.half));
  log(`  at once: ${describe(many)}; bare COPY ${shown(copied.rows / copied.seconds)} rows/s`);
  figures.push(...figuresOf(`${rowsOf(many.result)} downloaded at once as CSV`, few, many, copied, times.csv));
  return figures;
}

type Measured = { rows: number; seconds: number };
type Watched = { result: Measured; peak: number };

function figuresOf(what: string, few: Watched, many: Watched, copied: Measured, most: number): Figure[] {
  const slower = many.result.seconds / many.result.rows / (copied.seconds / copied.rows);
  return [
    under(`${what}: memory beyond that for a tenth`, Math.max(0, many.peak - few.peak), flatMegabytes, 'MB'),
    atMost(`${what}: against bare COPY of the same rows (${describe(many)})`, slower, most, 'times'),
  ];
}

const describe = ({ result, peak }: Watched): string =>
  `${shown(result.rows / result.seconds)} rows/s, ${shown(result.seconds)} s, peak ${shown(peak)} MB`;

const rowsOf = ({ rows }: Measured): string => `${rows.toLocaleString('en-US')} orders`;

async function exportJob(
  stack: IsolatedStack,
  shop: LoadedShop,
  format: ExportFormat,
  back: number,
): Promise<Measured> {
  const token = shop.tokens[0] ?? '';
  const body = { columns: exportColumns, format, bom: true };
  const path = `${exportOrders.path}?bookingfrom=${dayBefore(back)}&filter=MATCHED_ORDERS`;
  const startedAt = performance.now();
  const answer = await callApi(stack.url, token, 'POST', path, body);
  if (answer.status !== 202) throw new Error(`${path}: ${JSON.stringify(answer.body)}`);
  const { data } = exportOrders.reply.parse(answer.body);
  for (;;) {
    const one = await callApi(stack.url, token, 'GET', getExport.path.replace(':id', data.id));
    const { state, total } = getExport.reply.parse(one.body).data;
    if (state === 'done') return { rows: total, seconds: (performance.now() - startedAt) / 1000 };
    if (state !== 'under-way') throw new Error(`the export ${state}`);
    await pause(pollMs);
  }
}

async function selectionAtOnce(stack: IsolatedStack, shop: LoadedShop, back: number): Promise<Measured> {
  const body = {
    columns: exportColumns,
    format: 'csv',
    bom: true,
    selection: { matching: { bookingfrom: dayBefore(back) } },
  };
  const startedAt = performance.now();
  const answer = await callApi(stack.url, shop.tokens[0] ?? '', 'POST', downloadCsv.path, body);
  if (answer.status !== 200) throw new Error(`${downloadCsv.path}: ${JSON.stringify(answer.body)}`);
  const { ticket, total } = downloadCsv.reply.parse(answer.body);
  const file = await fetch(`${stack.url}${apiBase}/downloads/selections/${ticket}`);
  let lines = 0;
  for await (const chunk of file.body ?? []) for (const byte of chunk) if (byte === 10) lines += 1;
  if (lines !== total + 1) throw new Error(`${lines} lines came instead of ${total + 1}`);
  return { rows: total, seconds: (performance.now() - startedAt) / 1000 };
}

/** The same orders and as many columns, read on a bare connection and discarded. */
async function copyRows(stack: IsolatedStack, shop: LoadedShop, back: number): Promise<Measured> {
  const client = new Client({ connectionString: stack.database.adminUrl });
  await client.connect();
  try {
    const startedAt = performance.now();
    const { rowCount } = await client.query(
      `copy (select order_name, tracking_number, company, account_id, status, status_text, status_at, payment_status, cod,
         consignee_name, consignee_phone, consignee_phone2, consignee_phone3, consignee_email, consignee_address, city,
         destination_city, products_list, pieces, weight, remarks, booked_at, delivered_at, cancelled_at, expected_at,
         final, booked_by, tag, reference, created_at
       from shipment where shop_id = '${shop.shopId}' and tracking_number is not null
         and booked_at >= '${dayBefore(back)}'::timestamp at time zone 'Asia/Karachi'
       order by booked_at desc, id desc) to stdout with (format csv)`,
    );
    return { rows: rowCount ?? 0, seconds: (performance.now() - startedAt) / 1000 };
  } finally {
    await client.end();
  }
}

const dayBefore = (back: number): string => new Date(Date.now() - back * dayMs).toISOString().slice(0, 10);

/** The highest memory of a process during some work. */
async function watched(url: string, work: () => Promise<Measured>): Promise<Watched> {
  let peak = await residentMegabytes(url);
  const timer = setInterval(() => {
    void residentMegabytes(url).then(
      (megabytes) => (peak = Math.max(peak, megabytes)),
      () => undefined,
    );
  }, 250);
  try {
    const result = await work();
    return { result, peak };
  } finally {
    clearInterval(timer);
  }
}
