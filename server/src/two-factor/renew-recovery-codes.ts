import type { UserActor } from '../actor.ts';
import { recordAuditEvent } from '../audit/record-audit-event.ts';
import type { Context } from '../context.ts';
import { replaceRecoveryCodes } from './recovery-codes.ts';
import { securityMail } from './security-mail.ts';
import { withPasswordAndCode, type PasswordAndCode } from './with-password-and-code.ts';

/** Replaces the recovery codes. The old ones end. */
export async function renewRecoveryCodes(
  context: Context,
  actor: UserActor,
  given: PasswordAndCode,
): Promise<string[]> {
  const codes = await withPasswordAndCode(context, actor, given, async (trx) => {
    await recordAuditEvent(trx, actor, {
      at: context.clock(),
      action: 'two-factor.recovery-codes-renewed',
      subjectKind: 'user',
      subjectId: actor.userId,
    });
    await securityMail(trx, context, actor, 'codes-renewed');
    return replaceRecoveryCodes(trx, actor);
  });
  context.wake('send-mails');
  return codes;
}
