import { startThrowAwayWorld } from '../scripts/world/throw-away-world.ts';

/** Where a test finds the product, its database and what stands for the store and the couriers. */
export interface World {
  url: string;
  sandboxUrl: string;
  databaseUrl: string;
  stop(): Promise<void>;
}

/** A world for one worker's tests. Parcels move when a test moves them, not by themselves. */
export async function startWorld(): Promise<World> {
  const world = await startThrowAwayWorld({ SANDBOX_SPEED: '0' });
  return {
    url: world.url,
    sandboxUrl: world.sandboxUrl,
    databaseUrl: world.database.adminUrl,
    stop: () => world.stop(),
  };
}
