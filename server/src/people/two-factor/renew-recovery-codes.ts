import type { UserActor } from '../../base/actor.ts';
import { recordAuditEvent } from '../../base/audit/record-audit-event.ts';
import type { Context } from '../../base/context.ts';
import type { Db } from '../../base/db/client.ts';
import { withShop } from '../../base/db/tenancy.ts';
import { lockSignIn } from '../sessions/lock-sign-in.ts';
import { notTurnedOn } from './check-code.ts';
import { confirmIdentity, type Proof } from './confirm-identity.ts';
import { makeRecoveryCodes, replaceRecoveryCodes } from './recovery-codes.ts';
import { securityMail } from './security-mail.ts';

/** Replaces the recovery codes. The old ones end. */
export async function renewRecoveryCodes(context: Context, actor: UserActor, proof: Proof): Promise<string[]> {
  await confirmIdentity(context, actor, proof, (trx) => lockFactor(trx, actor));
  // After the proof, and outside of a transaction, because hashing takes long.
  const made = await makeRecoveryCodes();
  return withShop(context.db, actor.shopId, async (trx) => {
    await lockFactor(trx, actor);
    await recordAuditEvent(trx, actor, {
      at: context.clock(),
      action: 'two-factor.recovery-codes-renewed',
      subjectKind: 'user',
      subjectId: actor.userId,
      label: actor.name,
    });
    await securityMail(trx, context, actor, 'codes-renewed');
    return replaceRecoveryCodes(trx, actor, made);
  });
}

async function lockFactor(trx: Db, actor: UserActor): Promise<void> {
  const { two_factor_enabled } = await lockSignIn(trx, actor);
  if (!two_factor_enabled) throw notTurnedOn();
}
