import { sql } from 'kysely';
import type { Context } from '../context.ts';
import { acrossShops } from '../db/tenancy.ts';
import { passwordMatches } from '../secrets/passwords.ts';
import { demoShop, freeShop } from './demo-people.ts';

const demoLogins = [...demoShop.users, ...freeShop.users];

/** Everyone can read these passwords. In production nobody signs in with them. */
export const isDemoLogin = ({ email, password }: { email: string; password: string }): boolean =>
  demoLogins.some((user) => user.email === email.toLowerCase() && user.password === password);

/** A database that once held the demo: ends the sessions of its people, and says in the log that they cannot sign in. */
export async function shutOutDemoLogins(context: Context): Promise<void> {
  for (const { email, password } of demoLogins) {
    const { rows } = await sql<{ shop_id: string; user_id: string; password_hash: string | null }>`
      select * from users_by_email(${email})`.execute(context.db);
    for (const user of rows) {
      if (user.password_hash === null || !(await passwordMatches(user.password_hash, password))) continue;
      await acrossShops(context.db, (trx) =>
        trx.deleteFrom('session').where('shop_id', '=', user.shop_id).where('user_id', '=', user.user_id).execute(),
      );
      context.log.warn(
        { email, shopId: user.shop_id },
        'this demo account cannot sign in: its password is public. Delete it, or give it a password of its own',
      );
    }
  }
}
