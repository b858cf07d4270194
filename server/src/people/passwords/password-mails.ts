import { resetLinkMinutes } from '@courierdesk/contract/password-resets';
import { lostAccessText, type LostAccess } from '@courierdesk/contract/sessions';
import { composeMail, greeting, type MailBody } from '../../base/mail/compose-mail.ts';

type Mail = MailBody & { readonly subject: string };
type Recipient = { readonly shopName: string; readonly firstName: string; readonly email: string };

export const resetMail = (to: Recipient & { url: string }): Mail => ({
  subject: `Reset your password for ${to.shopName}`,
  ...composeMail({
    shopName: to.shopName,
    paragraphs: [
      greeting(to.firstName),
      `Someone asked for a new password for ${to.email} at ${to.shopName}. If it was you, choose one now. The link works once, for ${resetLinkMinutes} minutes.`,
    ],
    action: { label: 'Create new password', url: to.url },
    reason: 'If it was not you, ignore this email. Your password has not changed.',
  }),
});

export const lostAccessMail = (to: Recipient & { lost: LostAccess }): Mail => ({
  subject: `You no longer have access to ${to.shopName}`,
  ...composeMail({
    shopName: to.shopName,
    paragraphs: [
      greeting(to.firstName),
      `Someone asked for a new password for ${to.email} at ${to.shopName}. This account cannot get one now.`,
      lostAccessText[to.lost],
    ],
    reason: 'If it was not you, ignore this email.',
  }),
});

export const passwordChangedMail = (
  to: Recipient & { by: 'user' | 'owner'; when: string; publicUrl: string },
): Mail => ({
  subject: `Your password for ${to.shopName} was changed`,
  ...composeMail({
    shopName: to.shopName,
    paragraphs: [
      greeting(to.firstName),
      to.by === 'owner'
        ? `The owner of ${to.shopName} changed your Courierdesk password. The owner will give you the new one.`
        : `Your Courierdesk password for ${to.shopName} was changed.`,
      to.when,
      to.by === 'owner'
        ? 'After you sign in, you can choose your own password in your profile.'
        : 'If it was not you, reset your password now and tell the owner of the shop.',
    ],
    action: { label: 'Open sign-in', url: `${to.publicUrl}/login` },
    reason: `You get this email because you sign in to ${to.shopName} with ${to.email}.`,
  }),
});
