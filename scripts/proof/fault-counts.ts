import * as z from 'zod';
import type { IsolatedStack } from '../isolated-stack/isolated-stack.ts';

/** How often each kind of fault occurred. */
export type FaultCounts = { kind: string; hits: number }[];

const Faults = z.object({
  rules: z.array(
    z.object({
      id: z.string(),
      target: z.string(),
      kind: z.string(),
      operation: z.string().default('webhooks'),
      delayMs: z.number().optional(),
    }),
  ),
  hits: z.record(z.string(), z.number()),
});

export async function faultCounts(stack: IsolatedStack): Promise<FaultCounts> {
  const { rules, hits } = Faults.parse(await stack.control('faults'));
  return rules.map(({ id, target, kind, operation, delayMs }) => ({
    kind: `${target === 'shopify' ? 'store' : operation} ${delayMs ? `${kind} of ${delayMs / 1000} s` : kind}`,
    hits: hits[id] ?? 0,
  }));
}
