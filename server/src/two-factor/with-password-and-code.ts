import type { UserActor } from '../actor.ts';
import type { Context } from '../context.ts';
import type { Db } from '../db/client.ts';
import { withShop } from '../db/tenancy.ts';
import { AppError } from '../errors.ts';
import { passwordMatches } from '../secrets/passwords.ts';
import { consumeCode, notTurnedOn } from './check-code.ts';
import { limitCodes } from './limit-codes.ts';
import { passwordHashOf, twoFactorOf } from './queries.ts';

export type PasswordAndCode = { readonly password: string; readonly code: string };

/** Checks password and code, then does the work, in one transaction with the use of the code. */
export async function withPasswordAndCode<T>(
  context: Context,
  actor: UserActor,
  { password, code }: PasswordAndCode,
  work: (trx: Db) => Promise<T>,
): Promise<T> {
  return limitCodes(context, actor, () =>
    withShop(context.db, actor.shopId, async (trx) => {
      if (!(await twoFactorOf(trx, actor))?.confirmed_at) throw notTurnedOn();
      const hash = await passwordHashOf(trx, actor);
      if (hash !== null && !(await passwordMatches(hash, password)))
        throw new AppError('login-failed', password ? 'Password is wrong.' : 'Password is required', {
          field: 'password',
        });
      await consumeCode(trx, context, actor, code);
      return work(trx);
    }),
  );
}
