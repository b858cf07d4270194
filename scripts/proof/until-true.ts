import { setTimeout as delay } from 'node:timers/promises';
import * as z from 'zod';
import type { IsolatedStack } from '../isolated-stack/isolated-stack.ts';

/** Asks the database until it answers `yes`. */
export async function untilTrue(stack: IsolatedStack, sql: string, values: unknown[], seconds = 120): Promise<void> {
  const deadline = performance.now() + seconds * 1000;
  for (;;) {
    const [answer] = await stack.query(sql, z.object({ yes: z.boolean() }), values);
    if (answer?.yes) return;
    if (performance.now() > deadline) throw new Error(`After ${seconds} s it is still not so: ${sql}`);
    await delay(20);
  }
}
