import type { UserActor } from '../../base/actor.ts';
import { recordAuditEvent } from '../../base/audit/record-audit-event.ts';
import type { Context } from '../../base/context.ts';
import { withShop } from '../../base/db/tenancy.ts';
import { AppError } from '../../base/errors.ts';
import { endSessionsOf } from '../sessions/end-session.ts';
import { requirePlanWithTwoFactor } from './begin-set-up.ts';
import { openSecret, wrongCode } from './check-code.ts';
import { limitConfirmations } from './limit-codes.ts';
import { setTwoFactorEnabled, twoFactorOf } from './queries.ts';
import { makeRecoveryCodes, replaceRecoveryCodes } from './recovery-codes.ts';
import { securityMail } from './security-mail.ts';
import { stepOfCode } from './totp.ts';

/** Turns two-factor on with the first code of the app. Returns the recovery codes, which are never shown again. */
export async function turnOnTwoFactor(context: Context, actor: UserActor, code: string): Promise<string[]> {
  const codes = await limitConfirmations(context, actor, async () => {
    const now = context.clock();
    const begun = await withShop(context.db, actor.shopId, async (trx) => {
      await requirePlanWithTwoFactor(trx, context, actor.shopId);
      return twoFactorOf(trx, actor);
    });
    if (!begun || begun.confirmed_at || begun.session_id !== actor.sessionId) throw notBegun();
    const step = stepOfCode(openSecret(context, actor, begun.secret), code, now);
    if (step === undefined) throw wrongCode();
    const made = await makeRecoveryCodes();
    return withShop(context.db, actor.shopId, async (trx) => {
      const turnedOn = await trx
        .updateTable('two_factor')
        .set({ confirmed_at: now, last_step: step })
        .where('shop_id', '=', actor.shopId)
        .where('user_id', '=', actor.userId)
        .where('secret', '=', begun.secret)
        .where('confirmed_at', 'is', null)
        .returning('user_id')
        .executeTakeFirst();
      if (!turnedOn) throw notBegun();
      await setTwoFactorEnabled(trx, actor, true);
      // They were opened with the password alone.
      await endSessionsOf(trx, { ...actor, except: actor.sessionId });
      await recordAuditEvent(trx, actor, {
        at: now,
        action: 'two-factor.turned-on',
        subjectKind: 'user',
        subjectId: actor.userId,
        label: actor.name,
      });
      await securityMail(trx, context, actor, 'turned-on');
      return replaceRecoveryCodes(trx, actor, made);
    });
  });
  return codes;
}

const notBegun = (): AppError =>
  new AppError('conflict', 'This QR code is no longer valid. Reload the page and scan the new one.');
