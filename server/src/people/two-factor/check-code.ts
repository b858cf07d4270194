import type { Context } from '../../base/context.ts';
import type { Db } from '../../base/db/client.ts';
import { withShop } from '../../base/db/tenancy.ts';
import { AppError } from '../../base/errors.ts';
import { hashWithSalt } from '../../base/secrets/passwords.ts';
import { consumeStep, signInOf, twoFactorOf, type TwoFactorUser } from './queries.ts';
import { consumeRecoveryCode, isRecoveryCode } from './recovery-codes.ts';
import { stepOfCode } from './totp.ts';

/** A code as typed, with its hash if it may be a recovery code. */
type TypedCode = { readonly code: string; readonly recoveryHash: Buffer | undefined };

/** Hashes a code before the transaction that uses it, because hashing takes long. */
export async function readCode({ db }: Pick<Context, 'db'>, user: TwoFactorUser, code: string): Promise<TypedCode> {
  if (!isRecoveryCode(code)) return { code, recoveryHash: undefined };
  const { recovery_salt: salt } = await withShop(db, user.shopId, (trx) => signInOf(trx, user));
  if (!salt) return { code, recoveryHash: undefined };
  const [recoveryHash] = await hashWithSalt([code], salt);
  return { code, recoveryHash };
}

/** Uses a code of the app or a recovery code up. Throws `code-wrong` when it is wrong or was used before. */
export async function consumeCode(
  trx: Db,
  context: Context,
  user: TwoFactorUser,
  { code, recoveryHash: hash }: TypedCode,
): Promise<'app' | 'recovery-code'> {
  const now = context.clock();
  const twoFactor = await twoFactorOf(trx, user);
  const { recovery_salt: salt } = await signInOf(trx, user);
  if (!twoFactor?.confirmed_at && !salt) throw notTurnedOn();
  if (twoFactor?.confirmed_at) {
    const step = stepOfCode(openSecret(context, user, twoFactor.secret), code, now);
    if (step !== undefined && (await consumeStep(trx, user, step))) return 'app';
  }
  if (hash && (await consumeRecoveryCode(trx, user, { hash, now }))) return 'recovery-code';
  throw twoFactor?.confirmed_at ? wrongCode() : wrongRecoveryCode();
}

export const openSecret = ({ vault }: Pick<Context, 'vault'>, user: TwoFactorUser, sealed: Buffer): string =>
  vault.open(sealed, secretOwner(user.userId));

export const secretOwner = (userId: string): string => `two_factor:${userId}`;

export const wrongCode = (): AppError =>
  new AppError('code-wrong', 'This code is wrong or was used before. Enter the code that your app shows now.', {
    field: 'code',
  });

const wrongRecoveryCode = (): AppError =>
  new AppError('code-wrong', 'This recovery code is wrong or was used before.', { field: 'code' });

export const notTurnedOn = (): AppError => new AppError('conflict', 'Two-factor is not turned on.');
