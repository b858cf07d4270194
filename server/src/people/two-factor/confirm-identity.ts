import type { IdentityProof } from '@courierdesk/contract/two-factor';
import type { z } from 'zod';
import type { UserActor } from '../../base/actor.ts';
import type { Context } from '../../base/context.ts';
import type { Db } from '../../base/db/client.ts';
import { withShop } from '../../base/db/tenancy.ts';
import { AppError } from '../../base/errors.ts';
import { checkPasskey, recordPasskeyUse } from './check-passkey.ts';
import { passwordMatches } from '../../base/secrets/passwords.ts';
import { lockSignIn } from '../sessions/lock-sign-in.ts';
import { consumeCode, readCode } from './check-code.ts';
import { limitConfirmations } from './limit-codes.ts';
import { signInOf } from './queries.ts';

export type Proof = z.output<typeof IdentityProof>;

/**
 * Checks that it is the person, then does the work, in one transaction with the use of the code or passkey. The user is
 * locked. Someone with neither password nor second factor, who signs in through the store, has only their session to show.
 */
export async function confirmIdentity<T>(
  context: Context,
  actor: UserActor,
  proof: Proof,
  work: (trx: Db) => Promise<T>,
): Promise<T> {
  return limitConfirmations(context, actor, async () => {
    const use = { purpose: 'confirm', sessionId: actor.sessionId } as const;
    const passkey = proof.passkey && (await checkPasskey(context, actor, proof.passkey, use));
    const useFactor = passkey
      ? (trx: Db) => recordPasskeyUse(trx, passkey, context.clock())
      : await checkPasswordAndCode(context, actor, proof);
    return withShop(context.db, actor.shopId, async (trx) => {
      await lockSignIn(trx, actor);
      await useFactor(trx);
      return work(trx);
    });
  });
}

/** Checks the password before the transaction that uses the code, because hashing takes long. */
async function checkPasswordAndCode(
  context: Context,
  actor: UserActor,
  given: Proof,
): Promise<(trx: Db) => Promise<void>> {
  const { password_hash: hash } = await withShop(context.db, actor.shopId, (trx) => signInOf(trx, actor));
  if (hash !== null && given.password === '')
    throw new AppError('invalid-input', 'Password is required', { field: 'password' });
  if (hash !== null && !(await passwordMatches(hash, given.password))) throw passwordWrong();
  const code = given.code ? await readCode(context, actor, given.code) : undefined;
  return async (trx) => {
    const now = await signInOf(trx, actor);
    // Changed since it was checked.
    if (now.password_hash !== hash) throw passwordWrong();
    if (!now.two_factor_enabled) return;
    if (!code) throw new AppError('invalid-input', 'Enter the code', { field: 'code' });
    await consumeCode(trx, context, actor, code);
  };
}

const passwordWrong = (): AppError => new AppError('login-failed', 'Password is wrong.', { field: 'password' });
