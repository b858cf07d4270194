import type { FastifyInstance } from 'fastify';
import type { World } from '../world.ts';
import { registerLeopard } from './leopard/register-leopard.ts';
import { registerMnp } from './mnp/register-mnp.ts';
import { startParcelClock } from './parcel-clock.ts';
import { registerPostex } from './postex/register-postex.ts';
import { registerHistory } from './register-history.ts';
import { registerPushes } from './register-pushes.ts';
import { registerTcs } from './tcs/register-tcs.ts';

export interface CourierOptions {
  /** How fast parcels move by themselves: 1 takes some hours to the door, 0 leaves them where they are. */
  speed?: number | undefined;
}

/** The four simulated couriers, each with its own paths, bodies, failures and not-found pages. */
export function registerCouriers(app: FastifyInstance, world: World, options: CourierOptions = {}): void {
  registerLeopard(app, world);
  registerMnp(app, world);
  registerPostex(app, world);
  registerTcs(app, world);
  registerHistory(app, world);
  registerPushes(app, world);
  const clock = startParcelClock(world, options.speed ?? 1);
  app.addHook('onClose', async () => clock.stop());
}
