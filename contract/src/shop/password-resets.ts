import * as z from 'zod';
import { endpoint } from '../http/endpoint.ts';
import { Instant } from '../values/dates.ts';
import { Id } from '../values/ids.ts';
import { ConfirmPassword, isSamePassword, NewPassword, passwordsDiffer } from './passwords.ts';
import { tooLong } from '../values/maximum-texts.ts';

/** How long a mailed link to create a new password works. */
export const resetLinkMinutes = 30;

const LinkHash = z.string().min(1).max(500);

const Email = z
  .string({ error: 'Email is required' })
  .trim()
  .min(1, 'Email is required')
  .max(254, tooLong('Email', 254))
  .pipe(z.email('Enter a valid email'));

export const sendResetEmail = endpoint({
  name: 'sendResetEmail',
  method: 'POST',
  path: '/password/reset-password-pin',
  summary: 'Emails a link to create a new password. The reply is the same when no user has this email.',
  access: 'public',
  body: z.object({ email: Email }),
  reply: z.object({ message: z.string() }),
  errors: ['too-many-requests'],
});

export const checkResetLink = endpoint({
  name: 'checkResetLink',
  method: 'POST',
  path: '/password-reset-links/check',
  summary: 'Whose password a mailed link resets. Does not use the link up.',
  access: 'public',
  /** `hash` and `id` as in the link. */
  body: z.object({ hash: LinkHash, id: Id }),
  reply: z.object({ data: z.object({ email: z.string(), shop_name: z.string(), expires_at: Instant }) }),
  errors: ['token-expired', 'user-restricted', 'too-many-requests'],
});

export const NewPasswordTwice = z
  .object({ password: NewPassword, confirm_password: ConfirmPassword })
  .refine(isSamePassword, passwordsDiffer);

export const resetPassword = endpoint({
  name: 'resetPassword',
  method: 'POST',
  path: '/password/reset-password',
  summary: 'Sets a new password with a mailed link. The link works once. All sessions of the user end.',
  access: 'public',
  query: z.object({ hash: LinkHash }),
  /** `email` is not needed; a link for another address is refused. */
  body: z
    .object({
      email: z.string().trim().max(254).optional(),
      _id: Id,
      password: NewPassword,
      confirm_password: ConfirmPassword,
    })
    .refine(isSamePassword, passwordsDiffer),
  reply: z.object({ message: z.literal('Password has been changed') }),
  errors: ['token-expired', 'user-restricted', 'too-many-requests'],
});
