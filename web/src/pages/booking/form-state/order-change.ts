import * as z from 'zod';
import { hasCode } from '../../../lib/failures.ts';

const OrderChange = z.object({
  changes: z.array(z.object({ field: z.string(), was: z.string(), now: z.string() })),
  /** What the person has seen when they book all the same. */
  versions: z.array(z.string()),
  sums: z
    .object({ cod_without_shipping: z.string(), average_shipping_price: z.string(), total_shipping_price: z.string() })
    .optional(),
});
export type OrderChange = z.infer<typeof OrderChange>;

/** The store's changes since the form opened, if they are why a booking was refused. */
export const orderChange = (error: unknown): OrderChange | undefined =>
  hasCode(error, 'order-changed') ? OrderChange.safeParse(error.detail).data : undefined;
