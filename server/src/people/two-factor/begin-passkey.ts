import { maxPasskeys } from '@courierdesk/contract/passkeys';
import type { CreationOptions } from '@courierdesk/contract/webauthn';
import type { UserActor } from '../../base/actor.ts';
import type { Context } from '../../base/context.ts';
import { AppError } from '../../base/errors.ts';
import { creationOptions } from '../passkeys/create-passkey.ts';
import { passkeysOf } from '../passkeys/stored-passkeys.ts';
import { requirePlanWithTwoFactor } from './begin-set-up.ts';
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

export const tooManyPasskeys = (): AppError =>
  new AppError('conflict', `You have ${maxPasskeys} passkeys, the maximum. Remove one that you no longer use.`);
