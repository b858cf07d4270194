import type { UserActor } from '../../base/actor.ts';
import type { Context } from '../../base/context.ts';
import type { Db } from '../../base/db/client.ts';
import { composeMail } from '../../base/mail/compose-mail.ts';
import { whenAndWhere } from '../../base/mail/when-and-where.ts';
import { queueMail } from '../../base/mail/queue-mail.ts';

type Change =
  | 'turned-on'
  | 'turned-off'
  | 'app-added'
  | 'app-removed'
  | 'passkey-added'
  | 'passkey-removed'
  | 'reset'
  | 'reset-by-operator'
  | 'codes-renewed'
  | 'recovery-code-used';

type Recipient = Pick<UserActor, 'shopId' | 'email' | 'userAgent'> & {
  readonly shop: Pick<UserActor['shop'], 'name' | 'timeZone'>;
};

/** Informs a person about a change to how they sign in, so that they notice one that was not theirs. */
export async function securityMail(trx: Db, context: Context, user: Recipient, change: Change): Promise<void> {
  const { subject, what } = words[change];
  const { name, timeZone } = user.shop;
  await queueMail(trx, context, {
    shopId: user.shopId,
    kind: `two-factor-${change}`,
    to: user.email,
    subject: `${name}: ${subject}`,
    ...composeMail({
      shopName: name,
      paragraphs: [
        `${what} ${name} in Courierdesk.`,
        whenAndWhere(context.clock(), timeZone, user.userAgent),
        'If this was not you, change your password and tell the owner of the shop.',
      ],
      action: { label: 'Open your profile', url: `${context.config.publicUrl}/dashboard/profile` },
      reason: `You get this email because you sign in to ${name} with this address.`,
    }),
  });
}

const words: Record<Change, { subject: string; what: string }> = {
  'turned-on': { subject: 'Two-factor is on', what: 'Two-factor sign-in was turned on for your account at' },
  'turned-off': { subject: 'Two-factor is off', what: 'Two-factor sign-in was turned off for your account at' },
  'app-added': {
    subject: 'An authenticator app was added',
    what: 'An authenticator app was added to your account at',
  },
  'app-removed': {
    subject: 'An authenticator app was removed',
    what: 'The authenticator app was removed from your account at',
  },
  'passkey-added': { subject: 'A passkey was added', what: 'A passkey was added to your account at' },
  'passkey-removed': { subject: 'A passkey was removed', what: 'A passkey was removed from your account at' },
  reset: {
    subject: 'Two-factor was reset',
    what: 'The owner turned off two-factor sign-in and signed you out of your account at',
  },
  'reset-by-operator': {
    subject: 'Two-factor was reset',
    what: 'The operator of Courierdesk turned off two-factor sign-in and signed you out of your account at',
  },
  'codes-renewed': { subject: 'New recovery codes', what: 'New recovery codes were created for your account at' },
  'recovery-code-used': { subject: 'A recovery code was used', what: 'A recovery code was used to sign in to' },
};
