import type { OwnShop } from '@courierdesk/contract/sessions';
import { recordFailedSignIn, recordingFailedSignIn } from '../../base/audit/record-failed-sign-in.ts';
import type { Context } from '../../base/context.ts';
import { withShop } from '../../base/db/tenancy.ts';
import type { Caller } from './caller.ts';
import { isDemoLogin } from './demo-logins.ts';
import { AppError } from '../../base/errors.ts';
import { hashPassword, passwordMatches } from '../../base/secrets/passwords.ts';
import type { Cookies } from './device-cookie.ts';
import { passFirstFactor, type SignedIn } from './pass-first-factor.ts';
import { passwordUser, usableShops, type PasswordUser } from './password-users.ts';
import { refuseSignIn } from './refuse-sign-in.ts';
import { usersByEmail, type UserByEmail } from './users-by-email.ts';

/** The password fits several shops: the person chooses one, and signs in with it. */
type ShopChoice = SignedIn & { readonly shops: OwnShop[] };

/**
 * A user may belong to several shops with one email. If the password fits several who may sign in, the person chooses. Throws the
 * reason when it fits nobody and some shops could not be asked.
 */
export async function signIn(
  context: Context,
  credentials: { email: string; password: string; shop?: string | undefined },
  caller: Caller,
  cookies: Cookies,
): Promise<SignedIn | ShopChoice> {
  if (context.config.production && isDemoLogin(credentials))
    throw new AppError('user-restricted', 'This is a demo account. It cannot sign in here.');
  const { rows, away } = await usersByEmail(context.db, credentials.email);
  const matching = await withPassword(rows, credentials.password);
  const passwordUsers = matching.filter((one) => one.is_active && one.is_verified_user).map(passwordUser);
  if (passwordUsers.length > 1 && credentials.shop === undefined) {
    const shops = await usableShops(context, passwordUsers);
    return {
      auth_token: '',
      two_factor_await: false,
      shops: shops.map(({ id, name, domain }) => ({ id, name, domain })),
    };
  }
  const offered = matching.filter(({ shop_id }) => credentials.shop === undefined || shop_id === credentials.shop);
  const user = offered.find((one) => one.is_active && one.is_verified_user) ?? offered[0];
  if (!user) {
    await recordFailedSignIn(context, rows, 'password', caller);
    if (away) throw away;
    throw new AppError('login-failed', 'Email or password is wrong.');
  }
  const known = { shopId: user.shop_id, userId: user.user_id };
  return recordingFailedSignIn(context, known, caller, () =>
    withShop(context.db, user.shop_id, async (trx) => {
      await refuseSignIn(trx, known, user);
      const passwordHash = user.password_hash ?? '';
      const now = context.clock();
      const session = { ...known, passwordHash, passwordUsers: several(passwordUsers), now, ...caller };
      return passFirstFactor(trx, context, session, { by: 'password', cookies });
    }),
  );
}

const several = (users: readonly PasswordUser[]): readonly PasswordUser[] => (users.length > 1 ? users : []);

/**
 * Every sign-in checks as many passwords as an email in two shops needs, also when the email is unknown: the response
 * time must not reveal which emails exist.
 */
const checksPerSignIn = 2;

async function withPassword(candidates: readonly UserByEmail[], password: string): Promise<UserByEmail[]> {
  const known = candidates.filter((one) => one.password_hash !== null);
  const decoy = await decoyHash();
  const hashes = [
    ...known.map((one) => one.password_hash ?? decoy),
    ...Array.from({ length: Math.max(0, checksPerSignIn - known.length) }, () => decoy),
  ];
  // One after the other: each check needs 19 MB of memory.
  const matches: boolean[] = [];
  for (const hash of hashes) matches.push(await passwordMatches(hash, password));
  return known.filter((_, index) => matches[index]);
}

let decoy: Promise<string> | undefined;

function decoyHash(): Promise<string> {
  decoy ??= hashPassword('nobody has this password').catch((error: unknown) => {
    decoy = undefined;
    throw error;
  });
  return decoy;
}
