import { maxPasskeys, type Passkey } from '@courierdesk/contract/passkeys';
import type { CreatedPasskey, CreationOptions } from '@courierdesk/contract/webauthn';
import type { UserActor } from '../../base/actor.ts';
import { recordAuditEvent } from '../../base/audit/record-audit-event.ts';
import type { Context } from '../../base/context.ts';
import { newId } from '../../base/db/ids.ts';
import { withShop } from '../../base/db/tenancy.ts';
import { AppError } from '../../base/errors.ts';
import { endSessionsOf } from '../sessions/end-session.ts';
import { lockSignIn } from '../sessions/lock-sign-in.ts';
import { readCreatedPasskey, creationOptions } from './create-passkey.ts';
import { passkeysOf, presentPasskey } from './stored-passkeys.ts';
import { requirePlanWithTwoFactor } from './begin-set-up.ts';
import { setTwoFactorEnabled } from './queries.ts';
import { makeRecoveryCodes, replaceRecoveryCodes } from './recovery-codes.ts';
import { securityMail } from './security-mail.ts';
import { confirmIdentity, type Proof } from './confirm-identity.ts';

/** Begins to add a passkey. The session that confirmed who it is has five minutes to create it. */
export async function beginPasskey(context: Context, actor: UserActor, proof: Proof): Promise<CreationOptions> {
  const existing = await confirmIdentity(context, actor, proof, async (trx) => {
    await requirePlanWithTwoFactor(trx, context, actor.shopId);
    const passkeys = await passkeysOf(trx, actor);
    if (passkeys.length >= maxPasskeys) throw tooManyPasskeys();
    return passkeys;
  });
  return creationOptions(context, actor, existing);
}

/** Adds a passkey. A person's first factor turns two-factor on, and comes with recovery codes. */
export async function addPasskey(
  context: Context,
  actor: UserActor,
  given: { name: string; passkey: CreatedPasskey },
): Promise<{ data: Passkey; recovery_codes: string[] | null }> {
  const created = await readCreatedPasskey(context, actor, given.passkey);
  // Made before the transaction, because hashing takes long.
  const newCodes = actor.twoFactorEnabled ? undefined : await makeRecoveryCodes();
  return withShop(context.db, actor.shopId, async (trx) => {
    const now = context.clock();
    const { two_factor_enabled: hasFactor } = await lockSignIn(trx, actor);
    await requirePlanWithTwoFactor(trx, context, actor.shopId);
    if ((await passkeysOf(trx, actor)).length >= maxPasskeys) throw tooManyPasskeys();
    if (!hasFactor && !newCodes) throw twoFactorEnded();
    const passkey = await trx
      .insertInto('passkey')
      .values({
        shop_id: actor.shopId,
        id: newId(now),
        user_id: actor.userId,
        name: given.name,
        ...created,
        created_at: now,
      })
      .onConflict((conflict) => conflict.doNothing())
      .returningAll()
      .executeTakeFirst();
    if (!passkey) throw new AppError('conflict', 'This passkey is already in use.');
    await recordAuditEvent(trx, actor, {
      at: now,
      action: 'passkey.added',
      subjectKind: 'user',
      subjectId: actor.userId,
      label: actor.name,
      detail: { passkey: passkey.id, synced: passkey.is_synced },
    });
    await securityMail(trx, context, actor, 'passkey-added');
    const data = presentPasskey(passkey);
    if (hasFactor || !newCodes) return { data, recovery_codes: null };
    await setTwoFactorEnabled(trx, actor, true);
    // Other sessions were opened with the password alone.
    await endSessionsOf(trx, { ...actor, except: actor.sessionId });
    return { data, recovery_codes: await replaceRecoveryCodes(trx, actor, newCodes) };
  });
}

const twoFactorEnded = (): AppError =>
  new AppError('conflict', 'Two-factor was turned off just now. Add the passkey again.');

const tooManyPasskeys = (): AppError =>
  new AppError('conflict', `You have ${maxPasskeys} passkeys, the maximum. Remove one that you no longer use.`);
