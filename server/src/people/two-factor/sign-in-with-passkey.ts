import type { SignedPasskey, SigningOptions } from '@courierdesk/contract/webauthn';
import { recordingFailedSignIn } from '../../base/audit/record-failed-sign-in.ts';
import { recordAuditEvent } from '../../base/audit/record-audit-event.ts';
import type { Context } from '../../base/context.ts';
import { withShop } from '../../base/db/tenancy.ts';
import { networkOf } from '../../base/http/network-of.ts';
import { passkeyRefused } from './passkey-challenges.ts';
import { checkPasskey, recordPasskeyUse, signingOptions } from './check-passkey.ts';
import { userOfHandle } from './stored-passkeys.ts';
import { actorByUser } from '../sessions/actor-by-user.ts';
import type { Caller } from '../sessions/caller.ts';
import { createSession } from '../sessions/create-session.ts';
import { lockSignIn } from '../sessions/lock-sign-in.ts';
import { refuseSignIn } from '../sessions/refuse-sign-in.ts';
import { limitPasskeySignIns } from './limit-codes.ts';
import { signInStatusOf } from './queries.ts';

const use = { purpose: 'sign-in', sessionId: '' } as const;

/** Any passkey of ours will do: the person picks one, and it names user and shop. */
export async function beginPasskeySignIn(context: Context, ip: string): Promise<SigningOptions> {
  await context.rateLimits.consume('passkey-challenge', networkOf(ip));
  return signingOptions(context, use, []);
}

/** Signs in with a passkey. It counts as both factors: the device and what unlocks it. */
export async function signInWithPasskey(context: Context, signed: SignedPasskey, caller: Caller): Promise<string> {
  return limitPasskeySignIns(context, caller.ip, async () => {
    const user = userOfHandle(signed.response.userHandle);
    if (!user) throw passkeyRefused();
    return recordingFailedSignIn(context, user, caller, async () => {
      const passkey = await checkPasskey(context, user, signed, use);
      return withShop(context.db, user.shopId, async (trx) => {
        const now = context.clock();
        await lockSignIn(trx, user);
        await recordPasskeyUse(trx, passkey, now);
        await refuseSignIn(trx, user, await signInStatusOf(trx, user));
        const actor = await actorByUser(trx, user, caller);
        const auth_token = await createSession(trx, { ...user, now, ...caller });
        await recordAuditEvent(trx, actor, {
          at: now,
          action: 'session.signed-in',
          subjectKind: 'user',
          subjectId: user.userId,
          label: actor.name,
          detail: { by: 'passkey' },
        });
        return auth_token;
      });
    });
  });
}
