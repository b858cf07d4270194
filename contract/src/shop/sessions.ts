import * as z from 'zod';
import { endpoint } from '../http/endpoint.ts';
import { Instant } from '../values/dates.ts';
import { Id, IdParams } from '../values/ids.ts';
import { Role, Scope } from '../http/scopes.ts';
import { tooLong } from '../values/maximum-texts.ts';

/** The signed-in person and the shop they work for. */
export const Profile = z.object({
  _id: Id,
  id: Id,
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  phone: z.string(),
  role: Role,
  tag: z.string(),
  is_active: z.boolean(),
  access_scopes: z.array(Scope),
  two_factor_enabled: z.boolean(),
  /** The shop requires two-factor of this person. Until they set it up, every other call is refused. */
  two_factor_missing: z.boolean(),
  shop: z.object({
    name: z.string(),
    domain: z.string(),
    iana_time_zone: z.string(),
    currency: z.string(),
  }),
});
export type Profile = z.infer<typeof Profile>;

/** Why a person was signed out and cannot sign in: `detail.reason` of a 401 whose session has ended because of it. */
export const LostAccess = z.enum(['restricted', 'plan-ended', 'uninstalled', 'blocked']);
export type LostAccess = z.infer<typeof LostAccess>;

export const lostAccessText: Readonly<Record<LostAccess, string>> = {
  restricted: 'Your account is restricted. Ask the shop owner.',
  'plan-ended': 'Your account became inactive when the shop’s paid plan ended. Ask the shop owner to activate it.',
  uninstalled: 'Courierdesk was removed from the store. The shop owner can install it again from Shopify.',
  blocked:
    'This shop is blocked: nobody can sign in, and nothing is booked. The shop owner can ask support for the reason.',
};

/** A shop that the same person may open with the password that they entered. */
export const OwnShop = z.object({ id: Id, name: z.string(), domain: z.string() });
export type OwnShop = z.infer<typeof OwnShop>;

export const loginUser = endpoint({
  name: 'loginUser',
  method: 'POST',
  path: '/login-user',
  summary: 'Signs a person in with e-mail and password.',
  access: 'public',
  body: z.object({
    email: z
      .string({ error: 'Email is required or invalid' })
      .trim()
      .max(254, tooLong('Email', 254))
      .pipe(z.email('Email is required or invalid')),
    password: z.string({ error: 'Password is required' }).min(1, 'Password is required').max(500),
    /** The shop to open, of those that the reply offered. */
    shop: Id.optional(),
  }),
  /**
   * With `two_factor_await`, the token only opens the second step (`verifyAuthenticatorCode`). With `shops`, the password fits
   * several shops and there is no token: call again with one of them.
   */
  reply: z.object({ auth_token: z.string(), two_factor_await: z.boolean(), shops: z.array(OwnShop).optional() }),
  errors: ['login-failed', 'user-restricted', 'email-unverified', 'too-many-requests'],
});

export const getOtherShops = endpoint({
  name: 'getOtherShops',
  method: 'GET',
  path: '/other-shops',
  summary:
    'Other shops that the signed-in person may switch to, because the password that they entered fits there too.',
  access: 'signed-in',
  duringTwoFactorSetUp: true,
  reply: z.object({ data: z.array(OwnShop) }),
});

export const switchShop = endpoint({
  name: 'switchShop',
  method: 'POST',
  path: '/switch-shop',
  summary: 'Ends this session and signs in to another shop of `/other-shops`.',
  access: 'signed-in',
  duringTwoFactorSetUp: true,
  body: z.object({ shop: Id }),
  /** With `two_factor_await`, the token only opens the second step (`verifyAuthenticatorCode`). */
  reply: z.object({ auth_token: z.string(), two_factor_await: z.boolean() }),
  errors: ['not-found', 'user-restricted'],
});

export const exchangeSession = endpoint({
  name: 'exchangeSession',
  method: 'POST',
  path: '/session-exchange',
  summary: 'Exchanges the single-use token of a store sign-in for a session.',
  access: 'public',
  body: z.object({ token: z.string().min(1).max(500) }),
  reply: z.object({ auth_token: z.string(), two_factor_await: z.boolean(), target: z.string() }),
  errors: ['token-expired', 'user-restricted', 'too-many-requests'],
});

export const getMe = endpoint({
  name: 'getMe',
  method: 'GET',
  path: '/me',
  summary: 'The signed-in person.',
  access: 'signed-in',
  duringTwoFactorSetUp: true,
  reply: z.object({ data: Profile }),
});

export const logout = endpoint({
  name: 'logout',
  method: 'POST',
  path: '/logout',
  summary: 'Ends this session.',
  access: 'signed-in',
  duringTwoFactorSetUp: true,
  reply: z.object({ message: z.string() }),
});

/** A place where the person is signed in. */
export const OwnSession = z.object({
  _id: Id,
  id: Id,
  /** Such as `Chrome on Windows`. */
  device: z.string(),
  /** The internet address at sign-in. Empty when unknown. */
  address: z.string(),
  signed_in_at: Instant,
  /** Updated at most once an hour. */
  last_seen_at: Instant,
  /** The session that makes this call. */
  is_current: z.boolean(),
});
export type OwnSession = z.infer<typeof OwnSession>;

export const getSessions = endpoint({
  name: 'getSessions',
  method: 'GET',
  path: '/sessions',
  summary: 'Where the signed-in person is signed in, last seen first.',
  access: 'signed-in',
  reply: z.object({ data: z.array(OwnSession) }),
});

export const endOwnSession = endpoint({
  name: 'endOwnSession',
  method: 'DELETE',
  path: '/sessions/:id',
  summary: 'Ends one of the own sessions.',
  access: 'signed-in',
  params: IdParams,
  reply: z.object({ message: z.string() }),
  errors: ['not-found'],
});

export const endOtherSessions = endpoint({
  name: 'endOtherSessions',
  method: 'DELETE',
  path: '/sessions',
  summary: 'Ends all own sessions but this one, and forgets remembered devices.',
  access: 'signed-in',
  reply: z.object({ message: z.string() }),
});
