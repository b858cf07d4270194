import type { UserActor } from '../../base/actor.ts';
import { recordAuditEvent } from '../../base/audit/record-audit-event.ts';
import type { Context } from '../../base/context.ts';
import type { Db } from '../../base/db/client.ts';
import { withShop } from '../../base/db/tenancy.ts';
import { AppError } from '../../base/errors.ts';
import { endSessionsOf } from '../sessions/end-session.ts';
import { lockSignIn } from '../sessions/lock-sign-in.ts';
import { requirePlanWithTwoFactor } from './begin-set-up.ts';
import { openSecret, wrongCode } from './check-code.ts';
import { confirmIdentity, type Proof } from './confirm-identity.ts';
import { limitConfirmations } from './limit-codes.ts';
import { setTwoFactorEnabled, twoFactorOf } from './queries.ts';
import { makeRecoveryCodes, replaceRecoveryCodes, type NewRecoveryCodes } from './recovery-codes.ts';
import { securityMail } from './security-mail.ts';
import { stepOfCode } from './totp.ts';

/**
 * Adds the authenticator app with its first code. A person's first factor turns two-factor on, and comes with recovery
 * codes, which are never shown again. Beside a passkey the app needs a proof, and the recovery codes stay: null.
 */
export async function turnOnTwoFactor(
  context: Context,
  actor: UserActor,
  { code, proof }: { readonly code: string; readonly proof?: Proof | undefined },
): Promise<string[] | null> {
  const checkFirst = (trx: Db) => checkFirstCode(trx, context, actor, { code, isProven: proof !== undefined });
  const turnOn = async (trx: Db, newCodes?: NewRecoveryCodes): Promise<string[] | null> => {
    const now = context.clock();
    const { secret, step } = await checkFirst(trx);
    const turnedOn = await trx
      .updateTable('two_factor')
      .set({ confirmed_at: now, last_step: step })
      .where('shop_id', '=', actor.shopId)
      .where('user_id', '=', actor.userId)
      .where('secret', '=', secret)
      .where('confirmed_at', 'is', null)
      .returning('user_id')
      .executeTakeFirst();
    if (!turnedOn) throw notBegun();
    await recordAuditEvent(trx, actor, {
      at: now,
      action: 'two-factor.turned-on',
      subjectKind: 'user',
      subjectId: actor.userId,
      label: actor.name,
    });
    await securityMail(trx, context, actor, newCodes ? 'turned-on' : 'app-added');
    if (!newCodes) return null;
    await setTwoFactorEnabled(trx, actor, true);
    // Other sessions were opened with the password alone.
    await endSessionsOf(trx, { ...actor, except: actor.sessionId });
    return replaceRecoveryCodes(trx, actor, newCodes);
  };
  if (proof) return confirmIdentity(context, actor, proof, turnOn);
  return limitConfirmations(context, actor, async () => {
    // A wrong code is refused before the work of ten hashes.
    await withShop(context.db, actor.shopId, checkFirst);
    const newCodes = await makeRecoveryCodes();
    return withShop(context.db, actor.shopId, (trx) => turnOn(trx, newCodes));
  });
}

/** Who has no factor has no proof, and gets recovery codes. */
async function checkFirstCode(
  trx: Db,
  context: Context,
  actor: UserActor,
  { code, isProven }: { readonly code: string; readonly isProven: boolean },
): Promise<{ secret: Buffer; step: number }> {
  const { two_factor_enabled: hasFactor } = await lockSignIn(trx, actor);
  await requirePlanWithTwoFactor(trx, context, actor.shopId);
  const begun = await twoFactorOf(trx, actor);
  if (!begun || begun.confirmed_at || begun.session_id !== actor.sessionId) throw notBegun();
  if (hasFactor && !isProven) throw unconfirmed();
  if (!hasFactor && isProven) throw notBegun();
  const step = stepOfCode(openSecret(context, actor, begun.secret), code, context.clock());
  if (step === undefined) throw isProven ? wrongCodeBesideProof() : wrongCode();
  return { secret: begun.secret, step };
}

const notBegun = (): AppError =>
  new AppError('conflict', 'This QR code is no longer valid. Reload the page and scan the new one.');

const unconfirmed = (): AppError =>
  new AppError('invalid-input', 'Confirm that it is you: with a passkey, or with your password and a recovery code.', {
    field: 'proof',
  });

/** Names no field: `code` would be that of the proof. */
const wrongCodeBesideProof = (): AppError =>
  new AppError('code-wrong', 'The code from the new app is wrong or too old. Enter the code that it shows now.');
