import type { Context } from '../../base/context.ts';
import { acrossShops } from '../../base/db/tenancy.ts';

/** A command cannot be done, in a sentence for the operator. */
export class OperatorError extends Error {}

export type FoundShop = { readonly id: string; readonly domain: string; readonly name: string };

/** By domain, with or without `.myshopify.com`, or by id. */
export async function findShop({ db }: Pick<Context, 'db'>, text: string): Promise<FoundShop> {
  const written = text.toLowerCase();
  const shop = await acrossShops(db, (trx) =>
    trx
      .selectFrom('shop')
      .select(['id', 'domain', 'name'])
      .where((where) =>
        where.or([where('id', '=', written), where('domain', 'in', [written, `${written}.myshopify.com`])]),
      )
      .executeTakeFirst(),
  );
  if (!shop) throw new OperatorError(`There is no shop ${text}. To see all: npm run operator -- shops`);
  return shop;
}

/** The one user with this email, of the named shop if several shops have one. */
export async function findUser(
  context: Pick<Context, 'db'>,
  email: string,
  shopText: string | undefined,
): Promise<{ readonly shopId: string; readonly userId: string; readonly domain: string }> {
  const shop = shopText === undefined ? undefined : await findShop(context, shopText);
  const users = await acrossShops(context.db, (trx) =>
    trx
      .selectFrom('app_user as u')
      .innerJoin('shop as s', 's.id', 'u.shop_id')
      .select(['u.shop_id', 'u.id', 's.domain'])
      .where(({ eb, fn }) => eb(fn<string>('lower', ['u.email']), '=', email.toLowerCase()))
      .where('u.deleted_at', 'is', null)
      .$if(shop !== undefined, (query) => query.where('u.shop_id', '=', shop?.id ?? ''))
      .orderBy('s.domain')
      .execute(),
  );
  const [user, ...others] = users;
  if (!user) throw new OperatorError(`No user${shop ? ` of ${shop.domain}` : ''} has the email ${email}.`);
  if (others.length > 0)
    throw new OperatorError(
      `Several shops have a user ${email}: ${users.map(({ domain }) => domain).join(', ')}. Add --shop with one of them.`,
    );
  return { shopId: user.shop_id, userId: user.id, domain: user.domain };
}
