import { AppError } from '../errors.ts';

/** Throws for users who may not sign in, after they have shown who they are. */
export function refuseSignIn(user: { is_active: boolean; is_verified_user: boolean }): void {
  if (!user.is_active) throw new AppError('user-restricted', 'Your account is restricted. Ask the shop owner.');
  if (!user.is_verified_user)
    throw new AppError(
      'email-unverified',
      'Your email is not verified yet. Open the link in the email we sent you, or ask the shop owner to send it again.',
    );
}
