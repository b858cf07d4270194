/** A link or the way back from the consent page, as the platform signed it. */
export type SignedQuery = {
  readonly domain: string;
  /** Numeric ids of the orders that it was opened for. */
  readonly orderIds: readonly string[];
  readonly code: string | undefined;
  readonly state: string | undefined;
  /** Unique per link: a single-use check stores it for as long as the link is fresh. */
  readonly hmac: string;
};

export type Authorize = {
  readonly domain: string;
  readonly redirectUri: string;
  readonly state: string;
  /** Asks who the person is instead of for the shop's own token. */
  readonly perUser?: boolean;
};

/** A shop's token. A custom app may get one that never expires and has no refresh token. */
export type PlatformGrant = {
  readonly accessToken: string;
  readonly scopes: readonly string[];
  readonly expiresAt: Date | undefined;
  readonly refreshToken: string | undefined;
  readonly refreshTokenExpiresAt: Date | undefined;
};

/** The person behind a sign-in. Link users by `(domain, userId)`; trust `email` only when `emailVerified`. */
export type PlatformPerson = {
  /** Acts for the person at this store. Not stored. */
  readonly accessToken: string;
  readonly userId: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly emailVerified: boolean;
  readonly accountOwner: boolean;
};
