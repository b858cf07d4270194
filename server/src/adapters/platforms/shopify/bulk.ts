import { z } from 'zod';
import { PlatformError, type BackfilledOrder, type PlatformLine, type PlatformOrder } from '../platform.ts';
import { FulfilmentOrderFacts, platformFulfilmentOrder } from './fulfilment-orders.ts';
import { readJsonLines } from './json-lines.ts';
import { LineReply, OrderReply, platformLine, platformOrder } from './mapping.ts';
import type { ShopifySettings } from './settings.ts';

/**
 * The orders of an export from a byte on. We ask for exports with `groupObjects`, so the lines of an order follow it
 * directly: one reading is enough, and memory holds one order, however large the file is. Of a part of a file, the last
 * order is left out, because some of its lines may be missing.
 */
export async function* readOrders(
  settings: ShopifySettings,
  file: { readonly url: string; readonly isPart: boolean },
  from: number,
): AsyncGenerator<BackfilledOrder> {
  let current: ExportedOrder | undefined;
  let next = from;
  for await (const { value, start, end } of readJsonLines(settings, file, from)) {
    const { id, __parentId: parent } = parse(Row, value);
    if (parent === undefined) {
      if (current) yield { order: orderOf(current), next: start };
      current = { order: parse(OrderReply, value), lines: [], fulfilmentOrders: [] };
    } else if (parent !== current?.order.id)
      throw new PlatformError('rejected', 'Shopify’s export has an item without its order.', { platformWords: id });
    else if (id.includes('/FulfillmentOrder/')) current.fulfilmentOrders.push(parse(FulfilmentOrderFacts, value));
    else current.lines.push(platformLine(parse(LineReply, value), current.order));
    next = end;
  }
  if (current && !file.isPart) yield { order: orderOf(current), next };
}

type ExportedOrder = {
  readonly order: z.infer<typeof OrderReply>;
  readonly lines: PlatformLine[];
  readonly fulfilmentOrders: z.infer<typeof FulfilmentOrderFacts>[];
};

const orderOf = ({ order, lines, fulfilmentOrders }: ExportedOrder): PlatformOrder =>
  platformOrder(
    order,
    lines,
    fulfilmentOrders.map((one) => platformFulfilmentOrder(one, [])),
  );

function parse<T>(schema: z.ZodType<T>, row: unknown): T {
  const parsed = schema.safeParse(row);
  if (parsed.success) return parsed.data;
  throw new PlatformError('unavailable', 'Shopify’s export has an unexpected format.', { cause: parsed.error });
}

const Row = z.object({ id: z.string(), __parentId: z.string().optional() });
