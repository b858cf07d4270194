import type { Context } from '../../server/src/base/context.ts';
import { withShop } from '../../server/src/base/db/tenancy.ts';
import { demoAccounts, freeShopAccount } from './demo-accounts.ts';
import { demoShop, freeShop } from './demo-people.ts';
import { addAccounts, addUsers, installDemoShop, startSubscription } from './fill-shop.ts';
import { createPastShipments } from './create-past-shipments.ts';
import { mirrorStore } from './mirror-store.ts';
import { recordPastShipments } from './record-past-shipments.ts';
import { sandboxControl } from './sandbox-control.ts';
import { simulatedCouriers } from './simulated-couriers.ts';

/**
 * Two shops with people, courier accounts and mirrored stores; the first with weeks of past shipments. Couriers
 * whose address does not lead to the sandbox get no account and no shipments. Run again it adds what is missing.
 */
export async function fillDemo(context: Context): Promise<void> {
  const sandbox = sandboxControl(context.config);
  const demo = await installDemoShop(context, sandbox, demoShop.domain);
  await addUsers(context, demo.shopId, demoShop.users);
  await startSubscription(context, sandbox, demo, { plan: 'YEARLY', subscriber: 'Ayesha Siddiqui' });
  const simulated = simulatedCouriers(context.config);
  await addAccounts(
    context,
    demo.shopId,
    simulated.map((company) => demoAccounts[company]),
  );
  const hasPast = await withShop(context.db, demo.shopId, (trx) =>
    trx.selectFrom('shipment').select('id').limit(1).executeTakeFirst(),
  );
  const past = hasPast ? [] : await createPastShipments(context, sandbox, demo);
  await mirrorStore(context, demo.shopId);
  await recordPastShipments(context, demo.shopId, past);

  const free = await installDemoShop(context, sandbox, freeShop.domain);
  await addUsers(context, free.shopId, freeShop.users);
  await addAccounts(context, free.shopId, simulated.includes(freeShopAccount.company) ? [freeShopAccount] : []);
  await mirrorStore(context, free.shopId);
}
