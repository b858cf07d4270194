import { composeMail, greeting, type MailBody } from '../../base/mail/compose-mail.ts';

type Mail = MailBody & { readonly subject: string };

export const verificationDays = 7;

export function verificationMail(to: {
  shopName: string;
  ownerName: string;
  firstName: string;
  email: string;
  hasPassword: boolean;
  url: string;
}): Mail {
  const next = to.hasPassword
    ? `sign in with ${to.email} and the password that ${to.ownerName} gives you.`
    : 'choose a password with “Forgot password?” on the sign-in page.';
  return {
    subject: `Verify your email for ${to.shopName}`,
    ...composeMail({
      shopName: to.shopName,
      paragraphs: [
        greeting(to.firstName),
        `${to.ownerName} added you to ${to.shopName} on Courierdesk. Verify your email, then ${next}`,
      ],
      action: { label: 'Verify email', url: to.url },
      reason: `The link works for ${verificationDays} days. If you do not work for ${to.shopName}, ignore this email.`,
    }),
  };
}

export function emailChangedMail(shopName: string, firstName: string): Mail {
  return {
    subject: `Your email for ${shopName} was changed`,
    ...composeMail({
      shopName,
      paragraphs: [
        greeting(firstName),
        `The owner of ${shopName} replaced this address with another one. You can no longer sign in to Courierdesk with it.`,
      ],
      reason: `You get this email because this address belonged to a user of ${shopName}. If this is a mistake, ask the owner of the shop.`,
    }),
  };
}
