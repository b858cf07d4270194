import type { Db } from '../../base/db/client.ts';
import { AppError } from '../../base/errors.ts';
import { userRestricted } from '../../base/lost-access.ts';

/** Throws for users who may not sign in, after they have shown who they are. */
export async function refuseSignIn(
  trx: Db,
  user: { readonly shopId: string; readonly userId: string },
  status: { readonly is_active: boolean; readonly is_verified_user: boolean },
): Promise<void> {
  if (!status.is_active) throw await userRestricted(trx, user);
  if (!status.is_verified_user)
    throw new AppError(
      'email-unverified',
      'Your email is not verified yet. Open the link in the email we sent you, or ask the shop owner to send it again.',
    );
}
