import { companies } from '@courierdesk/contract/companies';
import { acrossShops, withShop } from '../../server/src/base/db/tenancy.ts';
import { newId } from '../../server/src/base/db/ids.ts';
import { signedInOwner } from './install-shop.ts';
import type { IsolatedStack } from './isolated-stack.ts';

export type AddedShop = {
  shopId: string;
  tokens: string[];
  accountIds: string[];
};

/** A shop on the yearly plan without a store, to be filled with past shipments. */
export async function addShop(
  { context }: IsolatedStack,
  { name, users }: { name: string; users: number },
): Promise<AddedShop> {
  const now = new Date();
  const shopId = newId(now);
  await acrossShops(context.db, async (trx) => {
    const domain = `${name}.myshopify.com`;
    await trx.insertInto('shop').values({ id: shopId, domain, name, created_at: now, installed_at: now }).execute();
    await trx.insertInto('subscription').values({ shop_id: shopId, plan: 'YEARLY', updated_at: now }).execute();
  });
  const accountIds = await withShop(context.db, shopId, async (trx) => {
    const ids = companies.map(() => newId(now));
    await trx
      .insertInto('courier_account')
      .values(
        companies.map((company, index) => ({
          shop_id: shopId,
          id: ids[index] ?? '',
          company,
          name: company,
          weight: 500,
          fields: '{}',
          secrets: Buffer.alloc(0),
          secrets_set: [],
          parallel_calls: 5,
          created_at: now,
          // An inactive account: we do not ask the courier for its cities, because it has no credentials.
          in_active: true,
        })),
      )
      .execute();
    return ids;
  });
  const tokens: string[] = [];
  for (let index = 0; index < users; index += 1) tokens.push(await signedInOwner(context, shopId, index, name));
  return { shopId, tokens, accountIds };
}
