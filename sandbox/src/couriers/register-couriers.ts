import type { FastifyInstance } from 'fastify';
import type { SandboxContext } from '../core/sandbox-context.ts';
import { registerLeopard } from './leopard/register-leopard.ts';
import { registerMnp } from './mnp/register-mnp.ts';
import { startParcelClock } from './parcels/parcel-clock.ts';
import { registerPostex } from './postex/register-postex.ts';
import { registerHistory } from './register-past-consignments.ts';
import { registerPushes } from './register-pushes.ts';
import { registerTcs } from './tcs/register-tcs.ts';

type CourierOptions = {
  /** How fast parcels move: 1 delivers some hours after booking, 0 does not move them. */
  speed?: number | undefined;
};

/** The four simulated couriers, each with its own paths, bodies, failures and not-found pages. */
export function registerCouriers(app: FastifyInstance, context: SandboxContext, options: CourierOptions = {}): void {
  registerLeopard(app, context);
  registerMnp(app, context);
  registerPostex(app, context);
  registerTcs(app, context);
  registerHistory(app, context);
  registerPushes(app, context);
  const clock = startParcelClock(context, options.speed ?? 1);
  app.addHook('onClose', async () => clock.stop());
}
