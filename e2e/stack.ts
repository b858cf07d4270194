import { startTemporaryStack } from '../scripts/stack/temporary-stack.ts';

/** Where a test finds the product, its database and what stands for the store and the couriers. */
export interface Stack {
  url: string;
  sandboxUrl: string;
  databaseUrl: string;
  stop(): Promise<void>;
}

/** A stack for one worker's tests. Parcels move when a test moves them, not by themselves. */
export async function startStack(): Promise<Stack> {
  const stack = await startTemporaryStack({ SANDBOX_SPEED: '0' });
  return {
    url: stack.url,
    sandboxUrl: stack.sandboxUrl,
    databaseUrl: stack.database.adminUrl,
    stop: () => stack.stop(),
  };
}
