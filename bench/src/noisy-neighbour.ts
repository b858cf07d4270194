import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { performance } from 'node:perf_hooks';
import { printLabels } from '@courierdesk/contract/labels';
import { getShopLook, previewLabel, saveLogo } from '@courierdesk/contract/shop-look';
import { getAllOrders } from '@courierdesk/contract/shipments';
import { callApi } from '../../scripts/isolated-stack/call-api.ts';
import type { InstalledShop } from '../../scripts/isolated-stack/install-shop.ts';
import { root } from '../../scripts/stack/program.ts';
import { under } from './figure.ts';
import type { Figure } from './figure.ts';
import { shipmentsOf } from './labels.ts';
import type { LoadedShop } from './load-shops.ts';
import { median, percentile } from './statistics.ts';

const previews = 60;
const pictures = 40;
const prints = 5;
const quietRounds = 40;
/** 1440 by 900 pixels. */
const picture = path.join(root, 'docs/images/store-orders.png');

/** One shop's pictures, previews and prints at once, and the orders page of a shop beside it. */
export async function noisyNeighbourFigures(url: string, noisy: LoadedShop, quiet: InstalledShop): Promise<Figure[]> {
  const alone: number[] = [];
  for (let round = 0; round < quietRounds; round += 1) alone.push(await timeOfPage(url, quiet));
  const beside: number[] = [];
  const noise = { over: false };
  const made = makeNoise(url, noisy).finally(() => (noise.over = true));
  while (!noise.over) beside.push(await timeOfPage(url, quiet));
  const { refused, sent } = await made;
  const what = `orders page of a shop beside ${sent} papers and pictures of another (${refused} of them refused)`;
  return [
    under(`${what}, median; alone ${median(alone).toFixed(0)} ms`, median(beside), 500, 'ms'),
    under(
      `${what}, 95th percentile; alone ${percentile(alone, 0.95).toFixed(0)} ms`,
      percentile(beside, 0.95),
      500,
      'ms',
    ),
  ];
}

async function timeOfPage(url: string, shop: InstalledShop): Promise<number> {
  const startedAt = performance.now();
  const { status } = await callApi(url, shop.tokens[0] ?? '', 'GET', getAllOrders.path);
  if (status !== 200) throw new Error(`the orders page answered ${status}`);
  return performance.now() - startedAt;
}

async function makeNoise(url: string, shop: LoadedShop): Promise<{ refused: number; sent: number }> {
  const token = shop.tokens[0] ?? '';
  const look = getShopLook.reply.parse((await callApi(url, token, 'GET', getShopLook.path)).body);
  const { revision: _revision, ...labels } = look.data.labels;
  const image = await readFile(picture, 'base64');
  const shipmentIds = await shipmentsOf(url, token);
  const print = { shipment_ids: shipmentIds, kind: 'airway-bill', size: 'a4-4' };
  const calls = [
    ...Array.from({ length: previews }, () => callApi(url, token, 'POST', previewLabel.path, labels)),
    ...Array.from({ length: pictures }, () => callApi(url, token, 'PUT', saveLogo.path, { image })),
    ...Array.from({ length: prints }, () => callApi(url, token, 'POST', printLabels.path, print)),
  ];
  const answers = await Promise.all(calls);
  const failed = answers.find(({ status }) => ![200, 202, 429].includes(status));
  if (failed) throw new Error(`the noise was answered with ${failed.status}: ${JSON.stringify(failed.body)}`);
  return { refused: answers.filter(({ status }) => status === 429).length, sent: answers.length };
}
