import * as z from 'zod';
import type { BareWorld } from '../bare-world/bare-world.ts';

/** How often each kind of fault struck. */
export type FaultHits = { kind: string; hits: number }[];

const Faults = z.object({
  rules: z.array(z.object({ id: z.string(), kind: z.string(), operation: z.string(), delayMs: z.number().optional() })),
  hits: z.record(z.string(), z.number()),
});

export async function faultHits(world: BareWorld): Promise<FaultHits> {
  const { rules, hits } = Faults.parse(await world.control('faults'));
  return rules.map(({ id, kind, operation, delayMs }) => ({
    kind: `${operation} ${delayMs ? `${kind} of ${delayMs / 1000} s` : kind}`,
    hits: hits[id] ?? 0,
  }));
}
