import { z } from 'zod';
import { PlatformError, type PlatformLine, type PlatformOrder } from '../platform.ts';
import { readJsonLines } from './json-lines.ts';
import { LineReply, OrderReply, platformLine, platformOrder } from './mapping.ts';
import type { ShopifySettings } from './settings.ts';

/** Most orders held while their lines are still to come. */
const maxWaitingOrders = 5_000;

/**
 * The orders of an export, each with all its lines, in the order in which they become complete.
 *
 * A line may be anywhere after its order (shopify.md 3.6), so the file is read once to count the lines of each
 * order, and again to put them together; an order leaves as soon as its last line is there. When more than
 * `maxWaitingOrders`
 * orders wait, the ones that follow are left to another reading. Memory is therefore bounded by `maxWaitingOrders`
 * orders plus
 * one number per order, whatever the file looks like; a file with lines near their orders is read twice.
 */
export async function* readOrders(
  settings: ShopifySettings,
  url: string,
  held = maxWaitingOrders,
): AsyncGenerator<PlatformOrder> {
  const waiting = await countLines(settings, url);
  while (waiting.size > 0) {
    const before = waiting.size;
    yield* completeOrders(settings, url, waiting, held);
    if (waiting.size === before) throw new PlatformError('unavailable', 'Shopify’s export is incomplete.');
  }
}

/** How many lines each order of the file has; orders leave the map as they are completed. */
async function countLines(settings: ShopifySettings, url: string): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  for await (const row of readJsonLines(settings, url)) {
    const { id, __parentId: parent } = parse(Row, row);
    if (parent !== undefined) counts.set(parent, (counts.get(parent) ?? 0) + 1);
    else counts.set(id, counts.get(id) ?? 0);
  }
  return counts;
}

type Held = { readonly order: z.infer<typeof OrderReply>; readonly lines: PlatformLine[]; missing: number };

async function* completeOrders(
  settings: ShopifySettings,
  url: string,
  waiting: Map<string, number>,
  most: number,
): AsyncGenerator<PlatformOrder> {
  const held = new Map<string, Held>();
  for await (const row of readJsonLines(settings, url)) {
    const { id, __parentId: parent } = parse(Row, row);
    const orderId = parent ?? id;
    if (parent === undefined && held.size < most) {
      const lines = waiting.get(id);
      if (lines !== undefined) held.set(id, { order: parse(OrderReply, row), lines: [], missing: lines });
    }
    const entry = held.get(orderId);
    if (entry && parent !== undefined) {
      entry.lines.push(platformLine(parse(LineReply, row)));
      entry.missing -= 1;
    }
    if (entry?.missing === 0) {
      held.delete(orderId);
      waiting.delete(orderId);
      yield platformOrder(entry.order, entry.lines);
    }
  }
}

function parse<T>(schema: z.ZodType<T>, row: unknown): T {
  const parsed = schema.safeParse(row);
  if (parsed.success) return parsed.data;
  throw new PlatformError('unavailable', 'Shopify’s export has an unexpected format.', { cause: parsed.error });
}

const Row = z.object({ id: z.string(), __parentId: z.string().optional() });
