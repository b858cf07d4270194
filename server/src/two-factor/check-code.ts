import type { Context } from '../context.ts';
import type { Db } from '../db/client.ts';
import { AppError } from '../errors.ts';
import { consumeStep, twoFactorOf, type TwoFactorUser } from './queries.ts';
import { consumeRecoveryCode } from './recovery-codes.ts';
import { stepOfCode } from './totp.ts';

/** How a code was given. */
export type CodeKind = 'app' | 'recovery-code';

/** Uses a code of the app or a recovery code up. Throws `code-wrong` when it is wrong or was used before. */
export async function consumeCode(trx: Db, context: Context, user: TwoFactorUser, code: string): Promise<CodeKind> {
  const now = context.clock();
  const twoFactor = await twoFactorOf(trx, user);
  if (!twoFactor?.confirmed_at) throw notTurnedOn();
  const step = stepOfCode(openSecret(context, user, twoFactor.secret), code, now);
  if (step !== undefined && (await consumeStep(trx, user, step))) return 'app';
  const salt = twoFactor.recovery_salt;
  if (salt && (await consumeRecoveryCode(trx, user, { code, salt, now }))) return 'recovery-code';
  throw wrongCode();
}

export const openSecret = ({ vault }: Pick<Context, 'vault'>, user: TwoFactorUser, sealed: Buffer): string =>
  vault.open(sealed, secretOwner(user.userId));

export const secretOwner = (userId: string): string => `two_factor:${userId}`;

export const wrongCode = (): AppError =>
  new AppError('code-wrong', 'This code is wrong or was used before. Enter the code that your app shows now.', {
    field: 'code',
  });

export const notTurnedOn = (): AppError => new AppError('conflict', 'Two-factor is not turned on.');
