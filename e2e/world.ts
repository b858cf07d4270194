import { startThrowAwayWorld } from '../scripts/world/throw-away-world.ts';

/**
 * One world for all browser tests: where it is reached stands in the environment of the workers. One that runs already
 * is used when the environment names it. Parcels move when a test moves them, not by themselves.
 */
export default async function start(): Promise<(() => Promise<void>) | undefined> {
  if (process.env.E2E_URL) return undefined;
  const world = await startThrowAwayWorld({ SANDBOX_SPEED: '0' });
  process.env.E2E_URL = world.url;
  process.env.E2E_SANDBOX_URL = world.sandboxUrl;
  process.env.E2E_DATABASE_URL = world.database.adminUrl;
  return () => world.stop();
}
