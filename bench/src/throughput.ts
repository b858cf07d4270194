import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import * as z from 'zod';
import { atLeast } from './figure.ts';
import type { Figure } from './figure.ts';
import type { LoadedShop } from './load-shops.ts';

const Load = z.object({
  perSecond: z.number(),
  refused: z.number(),
  p50: z.number(),
  p99: z.number(),
});

const clients = path.join(import.meta.dirname, 'eight-clients.ts');

/** Answers a second to eight clients of eight users, limits on; refusals do not count as answers. */
export async function throughputFigure(url: string, shop: LoadedShop, seconds: number): Promise<Figure> {
  const { stdout } = await promisify(execFile)(process.execPath, [clients, url, String(seconds), ...shop.tokens]);
  const { perSecond, refused, p50, p99 } = Load.parse(JSON.parse(stdout));
  const size = shop.shipments.toLocaleString('en-US');
  return atLeast(
    `orders page of ${size}, 8 clients (median ${p50.toFixed(0)} ms, 99th ${p99} ms, ${refused} refused)`,
    perSecond,
    300,
    'answers/s',
  );
}
